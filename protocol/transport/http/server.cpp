// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/server.h"

#include "protocol/transport/http/serverconnection.h"

#include <QSslSocket>
#include <QTcpServer>

#include <map>
#include <utility>

namespace http {

class Server::Private final : public QTcpServer, public ServerShared {
public:
    Private(Server& server, wire::Clock& sharedClock, wire::Sink& sharedSink, ServerOptions serverOptions)
        : ServerShared(sharedClock, sharedSink, std::move(serverOptions))
        , m_server(server)
    {
        constexpr int kBacklog = 512;
        setListenBacklogSize(kBacklog);
    }

    void requestReceived(ServerExchange* exchange) override { Q_EMIT m_server.requestReceived(exchange); }
    void closed(ServerConnection* connection) override { m_connections.erase(connection); }

    void closeAll()
    {
        QTcpServer::close();
        while (!m_connections.empty()) {
            const std::shared_ptr<ServerConnection> connection = m_connections.begin()->second;
            connection->close("closed on this side: the server stops");
        }
    }

protected:
    void incomingConnection(qintptr handle) override
    {
        QTcpSocket* const socket = options.tls ? new QSslSocket : new QTcpSocket;
        if (!socket->setSocketDescriptor(handle) || m_connections.size() >= options.connections) {
            socket->abort();
            delete socket;
            return;
        }
        const auto connection = std::make_shared<ServerConnection>(*this, socket);
        m_connections.emplace(connection.get(), connection);
        connection->open();
    }

private:
    Server& m_server;
    std::map<ServerConnection*, std::shared_ptr<ServerConnection>> m_connections;
};

Server::Server(wire::Clock& clock, wire::Sink& sink, ServerOptions options, QObject* parent)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, clock, sink, std::move(options)))
{
}

Server::~Server()
{
    d->closeAll();
}

std::expected<void, wire::Error> Server::listen(const QHostAddress& address, std::uint16_t port)
{
    if (d->listen(address, port)) {
        return {};
    }
    return std::unexpected(wire::Error { .kind = wire::ErrorKind::Io,
        .message = "can't listen: " + d->errorString().toStdString(),
        .expected = {},
        .found = {},
        .where = address.toString().toStdString() + ':' + std::to_string(port) });
}

std::uint16_t Server::port() const
{
    return d->serverPort();
}

void Server::close()
{
    d->closeAll();
}

} // namespace http
