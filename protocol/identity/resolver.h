// SPDX-License-Identifier: Apache-2.0
// From a DID to its document, remembered for the run (decision D13). Who calls resolve() has decided that
// this DID may be fetched: known() never fetches, so that an offer can't make us call on a host of its
// sender's choice.
#pragma once

#include "protocol/identity/verifier.h"
#include "protocol/wire/clock.h"

#include <QFuture>
#include <QObject>

#include <functional>
#include <map>

namespace identity {

class Resolver final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Resolver)

public:
    static constexpr std::size_t kMostRemembered = 1024;
    /// So long a failed look-up is not made again, except after forget().
    static constexpr std::chrono::minutes kFailureKept { 1 };
    using Fetched = std::expected<QByteArray, wire::Error>;
    /// GETs a document of limited size.
    using Fetch = std::function<QFuture<Fetched>(const std::string& url)>;

    /// `clock` must outlive it.
    Resolver(const wire::Clock& clock, Fetch fetch, QObject* parent = nullptr);
    ~Resolver() override;

    /// What is known of it without asking anybody; a failure too, however old.
    Resolution known(const std::string& did) const;
    /// Of a did:key, and of what is known, finished at once. So is a failure, but only for kFailureKept.
    QFuture<Resolution> resolve(const std::string& did);
    /// From now on it is not known.
    void forget(const std::string& did);

private:
    struct Search;
    struct Known {
        Resolution resolution;
        wire::Instant at;
    };
    bool isSettled(const std::string& did) const;
    void tryNext(const std::shared_ptr<Search>& search);
    void take(const std::shared_ptr<Search>& search, const Fetched& fetched);
    void finish(const std::shared_ptr<Search>& search, Resolution resolution);
    void remember(const std::string& did, Resolution resolution);

    const wire::Clock& m_clock;
    Fetch m_fetch;
    std::map<std::string, Known> m_known;
    std::map<std::string, std::shared_ptr<Search>> m_open;
};

} // namespace identity
