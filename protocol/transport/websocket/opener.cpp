// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/opener.h"

namespace ws {

namespace {

std::pair<std::string, std::uint16_t> mapped(const http::ClientOptions& options, const http::Origin& origin)
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

wire::Error failure(wire::ErrorKind kind, std::string message, std::string found, std::string where)
{
    return { .kind = kind,
        .message = std::move(message),
        .expected = {},
        .found = std::move(found),
        .where = std::move(where),
        .transient = kind == wire::ErrorKind::Unreachable };
}

} // namespace

QTcpSocket* Opener::makeSocket(const http::Origin& origin, const http::ClientOptions& options)
{
    if (!origin.isTls) {
        return new QTcpSocket;
    }
    auto* const socket = new QSslSocket;
    QSslConfiguration tls = options.tls;
    if (tls.allowedNextProtocols().isEmpty()) {
        tls.setAllowedNextProtocols({ QByteArrayLiteral("http/1.1") });
    }
    socket->setSslConfiguration(tls);
    return socket;
}

Opener::Opener(
    QTcpSocket& socket, const http::ClientOptions& options, http::Origin origin, OpenerListener& listener)
    : m_socket(socket)
    , m_tls(qobject_cast<QSslSocket*>(&socket))
    , m_options(options)
    , m_origin(std::move(origin))
    , m_listener(listener)
{
    connect(&m_socket, &QTcpSocket::hostFound, this, [this] { m_step = std::max(m_step, Step::Tcp); });
    connect(&m_socket, &QTcpSocket::connected, this, &Opener::onConnected);
    connect(&m_socket, &QTcpSocket::errorOccurred, this, &Opener::onError);
    if (m_tls) {
        connect(m_tls, &QSslSocket::encrypted, this, [this] {
            m_step = Step::Done;
            m_listener.socketReady();
        });
        connect(m_tls, &QSslSocket::sslErrors, this, &Opener::onSslErrors);
    }
}

void Opener::start()
{
    const auto [host, port] = mapped(m_options, m_origin);
    // Not every system's list of hosts has both, and a server may listen on one only.
    if (host == "localhost") {
        m_addresses = { { QStringLiteral("127.0.0.1"), port }, { QStringLiteral("::1"), port } };
    } else {
        m_addresses = { { QString::fromStdString(host), port } };
    }
    connectToNext();
}

std::string_view Opener::step() const
{
    switch (m_step) {
    case Step::Name:
        return "name";
    case Step::Tcp:
        return "TCP connection";
    case Step::Tls:
        return "TLS handshake";
    case Step::Done:
        break;
    }
    return "WebSocket handshake";
}

void Opener::connectToNext()
{
    if (m_addresses.empty()) {
        return;
    }
    const auto [host, port] = m_addresses.back();
    m_addresses.pop_back();
    if (m_tls) {
        m_tls->connectToHostEncrypted(host, port, QString::fromStdString(m_origin.host));
    } else {
        m_socket.connectToHost(host, port);
    }
}

void Opener::onConnected()
{
    m_addresses.clear();
    m_socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (m_tls) {
        m_step = Step::Tls;
        m_listener.socketConnected();
        return;
    }
    m_step = Step::Done;
    m_listener.socketReady();
}

void Opener::onSslErrors(const QList<QSslError>& errors)
{
    for (const QSslError& error : errors) {
        if (!m_tlsErrors.empty()) {
            m_tlsErrors += "; ";
        }
        m_tlsErrors += error.errorString().toStdString();
    }
}

void Opener::onError(QAbstractSocket::SocketError error)
{
    if (m_step == Step::Done) {
        return;
    }
    if (!m_addresses.empty()) {
        QMetaObject::invokeMethod(this, [this] { connectToNext(); }, Qt::QueuedConnection);
        return;
    }
    m_listener.socketFailed(describe(error));
}

wire::Error Opener::describe(QAbstractSocket::SocketError error) const
{
    using enum wire::ErrorKind;
    const std::string text = m_socket.errorString().toStdString();
    const std::string where = m_origin.authority();
    if (m_step == Step::Tls || !m_tlsErrors.empty()) {
        return failure(Tls, "the TLS handshake failed", m_tlsErrors.empty() ? text : m_tlsErrors, where);
    }
    switch (error) {
    case QAbstractSocket::HostNotFoundError:
        return failure(Unreachable, "the host's name is not known", {}, where);
    case QAbstractSocket::ConnectionRefusedError:
        return failure(Unreachable, "the connection was refused", {}, where);
    default:
        return failure(Unreachable, "no connection: " + text, {}, where);
    }
}

} // namespace ws
