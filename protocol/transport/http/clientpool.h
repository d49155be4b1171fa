// SPDX-License-Identifier: Apache-2.0
// The client's connections that wait for another exchange, by where they lead to.
#pragma once

#include "protocol/transport/http/client.h"

#include <map>

namespace http {

class ClientConnection;

using transport::Origin;

class ClientPool final {
public:
    ClientPool(wire::Clock& clock, wire::Sink& sink, ClientOptions options);
    ~ClientPool();
    ClientPool(const ClientPool&) = delete;
    ClientPool& operator=(const ClientPool&) = delete;

    wire::Clock& clock() { return m_clock; }
    /// One that waits, if `reuse` and there is one; else a new one that is still to connect.
    std::shared_ptr<ClientConnection> take(const Origin& origin, bool reuse);
    /// Has one that waits, or will once it is connected.
    void prepare(const Origin& origin);
    /// Keeps it for a while.
    void put(const Origin& origin, std::shared_ptr<ClientConnection> connection);
    /// One of prepare() is connected, or can't be.
    void prepared(const Origin& origin, bool isConnected);
    /// It was closed while it waited.
    void forget(const Origin& origin, const ClientConnection* connection);
    void closeIdle();
    void setTls(const std::string& authority, tls::Options tls);

private:
    struct Waiting {
        std::shared_ptr<ClientConnection> connection;
        std::unique_ptr<wire::Timer> timer;
    };

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    ClientOptions m_options;
    std::map<Origin, std::vector<Waiting>> m_waiting;
    std::map<Origin, std::shared_ptr<ClientConnection>> m_connecting; ///< prepared, and not taken yet
};

} // namespace http
