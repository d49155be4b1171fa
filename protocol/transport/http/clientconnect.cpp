// SPDX-License-Identifier: Apache-2.0
// ClientConnection, first part: from an origin to a connection that can carry a request.
#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"

namespace http {

using transport::Connector;

ClientConnection::ClientConnection(
    ClientPool& pool, wire::Clock& clock, wire::Sink& sink, const ClientOptions& options, Origin origin)
    : m_pool(pool)
    , m_clock(clock)
    , m_options(options)
    , m_origin(std::move(origin))
    , m_slicer(sink, m_buffer)
    , m_answer(m_buffer, m_slicer, options.limits)
    , m_connector(std::make_unique<Connector>(clock, sink, options, m_origin))
    , m_route(m_connector->route())
{
    connect(m_connector.get(), &Connector::opened, this, &ClientConnection::onOpened);
    connect(m_connector.get(), &Connector::connected, this, &ClientConnection::onConnected);
    connect(m_connector.get(), &Connector::failed, this, &ClientConnection::onConnectFailed);
}

void ClientConnection::connectNow()
{
    m_state = State::Connecting;
    m_connector->start();
}

void ClientConnection::onOpened()
{
    m_slicer.open({ .role = wire::Role::Client,
                      .transport = m_origin.isTls ? "https" : "http",
                      .peer = m_route->peer + (m_route->proxy.proxy ? " (proxy)" : ""),
                      .target = (m_origin.isTls ? "https://" : "http://") + m_origin.authority() },
        m_clock.now());
    if (m_exchange) {
        m_exchange->connectionOpened(m_slicer.connection());
    }
}

void ClientConnection::onConnected()
{
    const Busy<ClientConnection> busy(*this);
    m_socket = m_connector->takeSocket();
    m_connector.reset();
    m_end.watch(m_socket->socketDescriptor());
    connect(m_socket, &QTcpSocket::readyRead, this, &ClientConnection::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ClientConnection::onDisconnected);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &ClientConnection::onError);
    if (auto* const tls = qobject_cast<QSslSocket*>(m_socket)) {
        connect(tls, &QSslSocket::alertReceived, this,
            [this](QSsl::AlertLevel, QSsl::AlertType alert) { onAlert(alert); });
    }
    if (!m_exchange) {
        m_state = State::Idle;
        m_pool.prepared(m_origin, true);
        return;
    }
    takePhases();
    sendRequest();
}

void ClientConnection::onConnectFailed(const wire::Error& error)
{
    const Busy<ClientConnection> busy(*this);
    if (!m_exchange) {
        close("not connected: " + error.message);
        m_pool.prepared(m_origin, false);
        return;
    }
    takePhases();
    fail(error);
}

void ClientConnection::takePhases()
{
    Phases& phases = m_exchange->phases();
    phases.resolved = m_route->resolved;
    phases.connected = m_route->connected;
    phases.tunnelled = m_route->tunnelled;
    phases.encrypted = m_route->encrypted;
}

} // namespace http
