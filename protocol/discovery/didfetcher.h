// SPDX-License-Identifier: Apache-2.0
// GETs the document of a did:web, and nothing else (decision D13): no redirect is followed, no token is sent,
// and of a host that is not this machine no address of a private network is called, whatever its name leads
// to.
#pragma once

#include "protocol/identity/resolver.h"
#include "protocol/transport/http/client.h"

#include <QHostAddress>

#include <set>

namespace discovery {

/// An address that anybody on the net would reach as the same host.
bool isPublicAddress(const QHostAddress& address);

class DidFetcher final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DidFetcher)

public:
    static constexpr std::size_t kLongestDocument = std::size_t { 256 } << 10;

    /// `clock` and `sink` must outlive it. A host that `options` map is called where they say.
    DidFetcher(wire::Clock& clock, wire::Sink& sink, http::ClientOptions options, QObject* parent = nullptr);
    ~DidFetcher() override;

    QFuture<identity::Resolver::Fetched> get(const std::string& url);

private:
    struct Get;
    void send(const std::shared_ptr<Get>& get);
    void finish(const std::shared_ptr<Get>& get, identity::Resolver::Fetched fetched);
    void refuse(const std::shared_ptr<Get>& get, wire::ErrorKind kind, std::string message,
        std::string expected, std::string found);

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    http::ClientOptions m_options;
    std::set<std::shared_ptr<Get>> m_open; ///< each holds a timer that calls back
};

} // namespace discovery
