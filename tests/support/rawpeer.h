// SPDX-License-Identifier: Apache-2.0
// A TCP server for tests that answers each connection's bytes with bytes a test chose.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>
#include <map>
#include <vector>

namespace support {

class RawPeer final : public QObject {
    Q_DISABLE_COPY_MOVE(RawPeer)

public:
    /// Called with each complete HTTP request (head and Content-Length body) as bytes, and the socket to
    /// answer on.
    using Answer = std::function<void(const QByteArray& request, QTcpSocket& socket)>;

    explicit RawPeer(Answer answer)
        : m_answer(std::move(answer))
    {
        m_server.listen(QHostAddress::LocalHost);
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = m_server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(*socket); });
            connect(socket, &QTcpSocket::disconnected, this, [this] { ++disconnected; });
        });
    }

    QUrl url(const QString& path = QStringLiteral("/mcp")) const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_server.serverPort()).arg(path));
    }

    std::vector<QByteArray> requests;
    int disconnected = 0;

private:
    void read(QTcpSocket& socket)
    {
        QByteArray& pending = m_pending[&socket];
        pending += socket.readAll();
        for (;;) {
            const auto end = pending.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            const QByteArray head = pending.left(end).toLower();
            const auto field = head.indexOf("content-length:");
            const qsizetype length = field < 0
                ? 0
                : head.mid(field + 15, head.indexOf('\r', field) - field - 15).trimmed().toInt();
            if (pending.size() < end + 4 + length)
                return;
            const QByteArray request = pending.left(end + 4 + length);
            pending.remove(0, request.size());
            requests.push_back(request);
            m_answer(request, socket);
        }
    }

    QTcpServer m_server;
    Answer m_answer;
    std::map<QTcpSocket*, QByteArray> m_pending;
};

/// A whole HTTP answer.
inline QByteArray answer(
    const QByteArray& body, const QByteArray& type = "application/json", const QByteArray& status = "200 OK")
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

/// The head of an event stream without length: it ends with the connection.
inline QByteArray streamHead()
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
}

inline QByteArray event(const QByteArray& json)
{
    return "event: message\ndata: " + json + "\n\n";
}

} // namespace support
