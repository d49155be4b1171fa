// SPDX-License-Identifier: Apache-2.0
#include "relayproxy.h"

#include <QHostAddress>

#include <memory>

RelayProxy::RelayProxy(Kind kind, quint16 target)
    : m_kind(kind)
    , m_target(target)
{
    connect(&m_server, &QTcpServer::pendingConnectionAvailable, this, [this] {
        const auto client = std::make_shared<Client>();
        client->socket = m_server.nextPendingConnection();
        connect(client->socket, &QTcpSocket::readyRead, this, [this, client] { read(*client); });
    });
    m_server.listen(QHostAddress::LocalHost);
}

void RelayProxy::read(Client& client)
{
    constexpr int kTunnel = 9;
    if (client.stage == kTunnel) {
        return;
    }
    const QByteArray bytes = client.socket->readAll();
    received += bytes;
    client.bytes += bytes;
    if (!answer.isEmpty()) {
        refuse(client, answer);
    } else if (m_kind == Kind::Http) {
        readHttp(client);
    } else {
        readSocks(client);
    }
}

void RelayProxy::refuse(Client& client, const QByteArray& bytes)
{
    client.bytes.clear();
    client.socket->write(bytes);
    if (closesAfterAnswer) {
        client.socket->disconnectFromHost();
    }
}

void RelayProxy::readHttp(Client& client)
{
    if (!client.bytes.endsWith("\r\n\r\n")) {
        return;
    }
    const QByteArray both = user + ':' + password;
    const QByteArray wanted = "\r\nProxy-Authorization: Basic " + both.toBase64() + "\r\n";
    if (!user.isEmpty() && !client.bytes.contains(wanted)) {
        refuse(client,
            "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"lab\"\r\n"
            "Content-Length: 5\r\n\r\nlogin");
        return;
    }
    if (!client.bytes.startsWith("CONNECT ")) {
        refuse(client, "HTTP/1.1 405 Method Not Allowed\r\n\r\n");
        return;
    }
    connectTo(
        client, client.bytes.split(' ').value(1), "HTTP/1.1 200 Connection established\r\nVia: lab\r\n\r\n");
}

void RelayProxy::readSocks(Client& client)
{
    QByteArray& bytes = client.bytes;
    if (client.stage == 0 && bytes.size() >= 2 && bytes.size() >= 2 + bytes[1]) {
        const char method = user.isEmpty() ? 0 : 2;
        const bool isOffered = bytes.mid(2, bytes[1]).contains(method);
        bytes.remove(0, 2 + bytes[1]);
        client.socket->write(QByteArray("\x05") + (isOffered ? method : '\xff'));
        client.stage = method == 0 ? 2 : 1;
    }
    if (client.stage == 1 && bytes.size() >= 3 + user.size() + password.size()) {
        const QByteArray wanted = QByteArray(1, 1) + static_cast<char>(user.size()) + user
            + static_cast<char>(password.size()) + password;
        const bool isRight = bytes == wanted;
        bytes.clear();
        client.socket->write(QByteArray(1, 1) + (isRight ? '\0' : '\1'));
        client.stage = 2;
    }
    if (client.stage == 2 && bytes.size() > 5) {
        // 5, CONNECT, 0, name
        const QByteArray head("\x05\x01\x00\x03", 4);
        if (!bytes.startsWith(head) || bytes.size() < 7 + bytes[4]) {
            return;
        }
        const QByteArray host = bytes.mid(5, bytes[4]);
        const auto high = static_cast<quint8>(bytes[5 + bytes[4]]);
        const auto low = static_cast<quint8>(bytes[6 + bytes[4]]);
        connectTo(client, host + ':' + QByteArray::number(high * 256 + low),
            QByteArray("\x05\x00\x00\x01\x7f\x00\x00\x01\x12\x34", 10));
    }
}

void RelayProxy::connectTo(Client& client, const QByteArray& target, const QByteArray& success)
{
    asked += target;
    client.bytes.clear();
    client.stage = 9;
    QTcpSocket* const near = client.socket;
    auto* const far = new QTcpSocket(near);
    connect(far, &QTcpSocket::connected, this, [this, near, far, success] {
        ++tunnels;
        near->write(success);
        connect(near, &QTcpSocket::readyRead, far, [near, far] { far->write(near->readAll()); });
        far->write(near->readAll());
    });
    connect(far, &QTcpSocket::readyRead, near, [near, far] { near->write(far->readAll()); });
    connect(far, &QTcpSocket::disconnected, near, &QTcpSocket::disconnectFromHost);
    connect(near, &QTcpSocket::disconnected, far, &QTcpSocket::disconnectFromHost);
    connect(far, &QTcpSocket::errorOccurred, near, [this, near, far] {
        if (far->state() == QAbstractSocket::UnconnectedState && near->bytesToWrite() == 0 && tunnels == 0) {
            near->write(m_kind == Kind::Http ? QByteArray("HTTP/1.1 502 Bad Gateway\r\n\r\n")
                                             : QByteArray("\x05\x05\x00\x01\0\0\0\0\0\0", 10));
            near->disconnectFromHost();
        }
    });
    far->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
}
