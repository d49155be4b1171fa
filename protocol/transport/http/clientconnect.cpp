// SPDX-License-Identifier: Apache-2.0
// ClientConnection, first part: from an origin to a connection that can carry a request.
#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"

#include <QHostAddress>

namespace http {

namespace {

QSslConfiguration withHttp11(QSslConfiguration tls)
{
    if (tls.allowedNextProtocols().isEmpty()) {
        tls.setAllowedNextProtocols({ QByteArrayLiteral("http/1.1") });
    }
    return tls;
}

wire::Error unreachable(std::string message, std::string where)
{
    return { .kind = wire::ErrorKind::Unreachable,
        .message = std::move(message),
        .expected = {},
        .found = {},
        .where = std::move(where),
        .transient = true };
}

std::pair<std::string, std::uint16_t> mapped(const ClientOptions& options, const Origin& origin)
{
    auto found = options.hostMap.find(origin.host + ':' + std::to_string(origin.port));
    if (found == options.hostMap.end()) {
        found = options.hostMap.find(origin.host);
    }
    if (found == options.hostMap.end()) {
        return { origin.host, origin.port };
    }
    const auto& [address, port] = found->second;
    return { address, port == 0 ? origin.port : port };
}

} // namespace

ClientConnection::ClientConnection(
    ClientPool& pool, wire::Clock& clock, wire::Sink& sink, const ClientOptions& options, Origin origin)
    : m_pool(pool)
    , m_clock(clock)
    , m_options(options)
    , m_origin(std::move(origin))
    , m_slicer(sink, m_buffer)
    , m_answer(m_buffer, m_slicer, options.limits)
    , m_socket(m_origin.isTls ? new QSslSocket : new QTcpSocket)
    , m_tls(qobject_cast<QSslSocket*>(m_socket))
{
    constexpr qint64 kReadBuffer = qint64 { 512 } << 10;
    m_socket->setReadBufferSize(kReadBuffer);
    listenToSocket();
}

void ClientConnection::listenToSocket()
{
    connect(m_socket, &QTcpSocket::hostFound, this, &ClientConnection::onHostFound);
    connect(m_socket, &QTcpSocket::connected, this, &ClientConnection::onConnected);
    connect(m_socket, &QTcpSocket::readyRead, this, &ClientConnection::onReadyRead);
    connect(m_socket, &QTcpSocket::disconnected, this, &ClientConnection::onDisconnected);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &ClientConnection::onError);
    if (m_tls) {
        m_tls->setSslConfiguration(withHttp11(m_options.tls));
        connect(m_tls, &QSslSocket::encrypted, this, &ClientConnection::onEncrypted);
        connect(m_tls, &QSslSocket::sslErrors, this, &ClientConnection::onSslErrors);
    }
}

void ClientConnection::connectNow()
{
    m_state = State::Connecting;
    const auto [host, port] = mapped(m_options, m_origin);
    // Not every system's list of hosts has both, and a server may listen on one only.
    if (host == "localhost") {
        m_addresses = { { QStringLiteral("127.0.0.1"), port }, { QStringLiteral("::1"), port } };
    } else {
        m_addresses = { { QString::fromStdString(host), port } };
    }
    m_timer = m_clock.startTimer(m_options.connectTimeout, [this] { onConnectTimeout(); });
    connectToNext();
}

void ClientConnection::connectToNext()
{
    if (m_state != State::Connecting) {
        return;
    }
    const auto [host, port] = m_addresses.back();
    m_addresses.pop_back();
    if (m_tls) {
        m_tls->connectToHostEncrypted(host, port, QString::fromStdString(m_origin.host));
    } else {
        m_socket->connectToHost(host, port);
    }
}

void ClientConnection::onHostFound()
{
    if (m_exchange) {
        m_exchange->phases().resolved = m_clock.now();
    }
}

void ClientConnection::onConnected()
{
    const Busy<ClientConnection> busy(*this);
    if (m_state != State::Connecting) {
        return;
    }
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_end.watch(m_socket->socketDescriptor());
    const wire::Instant now = m_clock.now();
    QString peer = m_socket->peerAddress().toString();
    if (m_socket->peerAddress().protocol() == QAbstractSocket::IPv6Protocol) {
        peer = QLatin1Char('[') + peer + QLatin1Char(']');
    }
    m_slicer.open({ .role = wire::Role::Client,
                      .transport = m_tls ? "https" : "http",
                      .peer = peer.toStdString() + ':' + std::to_string(m_socket->peerPort()),
                      .target = (m_tls ? "https://" : "http://") + m_origin.authority() },
        now);
    m_exchange->phases().connected = now;
    m_exchange->connectionOpened(m_slicer.connection());
    if (m_tls) {
        m_state = State::Encrypting;
        return;
    }
    m_timer.reset();
    sendRequest();
}

void ClientConnection::onEncrypted()
{
    const Busy<ClientConnection> busy(*this);
    if (m_state != State::Encrypting) {
        return;
    }
    m_timer.reset();
    m_exchange->phases().encrypted = m_clock.now();
    sendRequest();
}

void ClientConnection::onSslErrors(const QList<QSslError>& errors)
{
    for (const QSslError& error : errors) {
        if (!m_tlsErrors.empty()) {
            m_tlsErrors += "; ";
        }
        m_tlsErrors += error.errorString().toStdString();
    }
}

void ClientConnection::onConnectTimeout()
{
    const Busy<ClientConnection> busy(*this);
    const std::string_view step = m_state == State::Encrypting ? "TLS handshake"
        : m_exchange && m_exchange->phases().resolved          ? "TCP connection"
                                                               : "name";
    fail(unreachable("no connection within " + std::to_string(m_options.connectTimeout.count())
            + " ms, waiting for the " + std::string(step),
        m_origin.authority()));
}

wire::Error ClientConnection::connectError(QAbstractSocket::SocketError error) const
{
    const std::string text = m_socket->errorString().toStdString();
    if (m_state == State::Encrypting || !m_tlsErrors.empty()
        || error == QAbstractSocket::SslHandshakeFailedError || error == QAbstractSocket::SslInternalError
        || error == QAbstractSocket::SslInvalidUserDataError) {
        return { .kind = wire::ErrorKind::Tls,
            .message = "the TLS handshake failed",
            .expected = {},
            .found = m_tlsErrors.empty() ? text : m_tlsErrors,
            .where = m_origin.authority() };
    }
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return unreachable("the host's name is not known", m_origin.authority());
    case QAbstractSocket::ConnectionRefusedError:
        return unreachable("the connection was refused", m_origin.authority());
    default:
        return unreachable("no connection: " + text, m_origin.authority());
    }
}

} // namespace http
