// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/clientpool.h"

#include "protocol/transport/http/clientconnection.h"

#include <algorithm>

namespace http {

ClientPool::ClientPool(wire::Clock& clock, wire::Sink& sink, ClientOptions options)
    : m_clock(clock)
    , m_sink(sink)
    , m_options(std::move(options))
{
}

ClientPool::~ClientPool()
{
    closeIdle();
}

std::shared_ptr<ClientConnection> ClientPool::take(const Origin& origin, bool reuse)
{
    const auto found = reuse ? m_waiting.find(origin) : m_waiting.end();
    while (found != m_waiting.end() && !found->second.empty()) {
        // The one used last is the least likely to have been closed by the peer.
        auto connection = std::move(found->second.back().connection);
        found->second.pop_back();
        if (connection->isFresh()) {
            return connection;
        }
        connection->close("closed on this side: no longer usable");
    }
    if (const auto connecting = m_connecting.find(origin); connecting != m_connecting.end()) {
        auto connection = std::move(connecting->second);
        m_connecting.erase(connecting);
        return connection;
    }
    return std::make_shared<ClientConnection>(*this, m_clock, m_sink, m_options, origin);
}

void ClientPool::prepare(const Origin& origin)
{
    const auto waiting = m_waiting.find(origin);
    const bool isReady = waiting != m_waiting.end()
        && std::ranges::any_of(waiting->second, [](const Waiting& w) { return w.connection->isFresh(); });
    if (isReady || m_connecting.contains(origin)) {
        return;
    }
    auto connection = std::make_shared<ClientConnection>(*this, m_clock, m_sink, m_options, origin);
    m_connecting[origin] = connection;
    connection->prepare();
}

void ClientPool::prepared(const Origin& origin, bool isConnected)
{
    auto connection = m_connecting.extract(origin);
    if (isConnected && !connection.empty()) {
        put(origin, std::move(connection.mapped()));
    }
}

void ClientPool::put(const Origin& origin, std::shared_ptr<ClientConnection> connection)
{
    auto& waiting = m_waiting[origin];
    if (waiting.size() >= m_options.idlePerOrigin) {
        connection->close("closed on this side: enough idle connections");
        return;
    }
    ClientConnection* const key = connection.get();
    waiting.push_back({ std::move(connection), m_clock.startTimer(m_options.idleTimeout, [this, origin, key] {
                           const std::shared_ptr<ClientConnection> keep = key->shared_from_this();
                           forget(origin, key);
                           keep->close("closed on this side: idle");
                       }) });
}

void ClientPool::forget(const Origin& origin, const ClientConnection* connection)
{
    if (const auto found = m_waiting.find(origin); found != m_waiting.end()) {
        std::erase_if(
            found->second, [connection](const Waiting& w) { return w.connection.get() == connection; });
    }
}

void ClientPool::setTls(const std::string& authority, tls::Options tls)
{
    m_options.tlsFor[authority] = std::move(tls);
    closeIdle();
}

void ClientPool::closeIdle()
{
    for (auto& [origin, connection] : std::exchange(m_connecting, {})) {
        connection->close("closed on this side: idle");
    }
    for (auto& [origin, waiting] : std::exchange(m_waiting, {})) {
        for (const Waiting& w : waiting) {
            w.connection->close("closed on this side: idle");
        }
    }
}

} // namespace http
