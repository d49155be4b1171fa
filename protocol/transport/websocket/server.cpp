// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/server.h"

#include "protocol/transport/websocket/serverlink.h"

#include <QSslSocket>
#include <QTcpServer>
#include <QWebSocketServer>

#include <map>

namespace ws {

class Server::Private final : public QTcpServer, public ServerShared {
public:
    Private(Server& server, wire::Clock& sharedClock, wire::Sink& sharedSink, ServerOptions serverOptions)
        : ServerShared(sharedClock, sharedSink, std::move(serverOptions))
        , m_server(server)
        , m_qt(new QWebSocketServer(QStringLiteral("acmp-workbench"), QWebSocketServer::NonSecureMode))
    {
        constexpr int kBacklog = 512;
        setListenBacklogSize(kBacklog);
        m_qt->setMaxPendingConnections(static_cast<int>(options.connections));
        connect(m_qt, &QWebSocketServer::newConnection, this, [this] {
            while (QWebSocket* const socket = m_qt->nextPendingConnection()) {
                if (ServerLink* const link = std::exchange(m_answered, nullptr)) {
                    link->upgraded(socket);
                } else {
                    socket->deleteLater();
                }
            }
        });
    }

    // Perhaps from within one of its sockets.
    ~Private() override { m_qt->deleteLater(); }

    void upgrade(Facade* facade) override
    {
        facade->setParent(m_qt);
        m_qt->handleConnection(facade);
    }
    void answered(ServerLink* link) override { m_answered = link; }
    ServerChannel* makeChannel(ServerLink& link) override { return new ServerChannel(link, &m_server); }
    void connected(ServerChannel* channel, const Handshake& handshake) override
    {
        Q_EMIT m_server.connected(channel, handshake);
    }
    void ended(ServerLink* link) override
    {
        m_answered = m_answered == link ? nullptr : m_answered;
        m_links.erase(link);
    }

    void closeAll()
    {
        QTcpServer::close();
        while (!m_links.empty()) {
            const std::shared_ptr<ServerLink> link = m_links.begin()->second;
            link->stop("closed on this side: the server stops");
        }
    }

protected:
    void incomingConnection(qintptr handle) override
    {
        auto* const tls = options.tls ? new QSslSocket : nullptr;
        QTcpSocket* const socket = tls ? tls : new QTcpSocket;
        if (!socket->setSocketDescriptor(handle) || m_links.size() >= options.connections) {
            socket->abort();
            delete socket;
            return;
        }
        if (tls) {
            tls->setSslConfiguration(*options.tls);
            tls->startServerEncryption();
        }
        const auto link = std::make_shared<ServerLink>(*this, socket);
        m_links.emplace(link.get(), link);
        link->start();
    }

private:
    Server& m_server;
    QWebSocketServer* const m_qt;
    ServerLink* m_answered = nullptr; ///< has just been told 101: the next QWebSocket is its
    std::map<ServerLink*, std::shared_ptr<ServerLink>> m_links;
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

} // namespace ws
