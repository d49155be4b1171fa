// SPDX-License-Identifier: Apache-2.0
// GETs documents that anyone may publish: follows redirects as decision D24 has it, remembers what it got as
// long as Cache-Control lets it, and asks again by ETag or date (RFC 9111).
#pragma once

#include "protocol/discovery/documents.h"
#include "protocol/transport/http/client.h"

#include <QObject>

#include <map>
#include <memory>

namespace discovery {

struct FetchRequest {
    QUrl url;
    std::string accept;
    std::string token = {}; ///< bearer, for the origin of `url` alone; none if empty
    /// What an answer without a document means; nullptr: its status alone is told.
    wire::Error (*judge)(const http::ResponseHead&, const QByteArray& body, const QUrl&) = nullptr;
};

class Fetcher final : public QObject, public Documents {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Fetcher)

public:
    /// `clock` and `http` must outlive it. How much is read of a body is a limit of `http`.
    Fetcher(wire::Clock& clock, http::Client& http, QObject* parent = nullptr);
    ~Fetcher() override;

    QFuture<Outcome> get(const QUrl& url, const std::string& accept) override
    {
        return get(FetchRequest { url, accept });
    }
    QFuture<Outcome> get(FetchRequest request);
    /// From now on nothing is taken for fresh: everything is asked for again.
    void forgetFreshness();

private:
    struct Remembered {
        Fetched fetched;
        wire::Instant freshUntil;
        wire::Instant used;
    };
    struct Get;

    void send(const std::shared_ptr<Get>& get);
    void ended(const std::shared_ptr<Get>& get, const std::optional<wire::Error>& error);
    void redirected(const std::shared_ptr<Get>& get);
    void finish(const std::shared_ptr<Get>& get, Outcome outcome);
    void remember(const std::string& key, const Fetched& fetched);

    wire::Clock& m_clock;
    http::Client& m_http;
    std::map<std::string, Remembered> m_remembered; ///< by URL and what was accepted
};

} // namespace discovery
