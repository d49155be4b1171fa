// SPDX-License-Identifier: Apache-2.0
// A registry of entries (ARD §5.3, OpenAPI 0.5.0): search, explore, retrieve, list, and the other registries
// that it knows (§5.4). Where its requests come from is its owner's business. To anyone, unless its options
// say otherwise.
#pragma once

#include "protocol/engine/ratelimit.h"
#include "protocol/hosts/registry/registryanswers.h"
#include "protocol/transport/http/client.h"
#include "protocol/transport/http/server.h"

#include <QObject>

#include <memory>

namespace hosts {

class Federation;

class Registry final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Registry)

public:
    /// `clock` and `sink` must outlive it.
    Registry(wire::Clock& clock, wire::Sink& sink, RegistryOptions options, QObject* parent = nullptr);
    ~Registry() override;

    /// `url`: its base, which results name as their source. `entries`: JSON objects.
    void setEntries(std::string url, const std::vector<std::string>& entries);
    const std::string& url() const { return m_url; }
    /// `path`: below its base, from the slash on, without a query.
    void handle(http::ServerExchange* exchange, std::string_view path);

private:
    /// True: it was.
    bool refuses(http::ServerExchange* exchange);
    void search(http::ServerExchange* exchange);
    void explore(http::ServerExchange* exchange);
    void retrieve(http::ServerExchange* exchange, std::string_view segment);
    void list(http::ServerExchange* exchange);
    void answer(http::ServerExchange* exchange, const SearchQuestion& question,
        std::vector<RankedEntry> ranked) const;
    std::vector<RankedEntry> own(const SearchQuestion& question) const;

    RegistryOptions m_options;
    wire::Clock& m_clock;
    engine::RateLimit m_limit;
    std::string m_url;
    RegistryIndex m_index;
    std::unique_ptr<Federation> m_federation; ///< null: it knows no other registry
};

} // namespace hosts
