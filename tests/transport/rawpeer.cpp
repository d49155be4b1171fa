// SPDX-License-Identifier: Apache-2.0
#include "rawpeer.h"

#include <sys/socket.h>

namespace {

// Where the request at the front of `bytes` ends; -1 if it is not whole.
qsizetype endOfRequest(const QByteArray& bytes)
{
    const qsizetype head = bytes.indexOf("\r\n\r\n");
    if (head < 0) {
        return -1;
    }
    const QByteArray fields = bytes.left(head).toLower();
    qsizetype end = head + 4;
    if (const qsizetype length = fields.indexOf("content-length: "); length >= 0) {
        end += fields.mid(length + 16).split('\r').first().toLongLong();
    } else if (fields.contains("transfer-encoding: chunked")) {
        const qsizetype last = bytes.indexOf("0\r\n\r\n", end);
        end = last < 0 ? bytes.size() + 1 : last + 5;
    }
    return end <= bytes.size() ? end : -1;
}

} // namespace

RawPeer::RawPeer(const QHostAddress& address, std::unique_ptr<QTcpServer> server)
    : m_server(std::move(server))
{
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &RawPeer::take);
    m_server->listen(address);
}

RawPeer& RawPeer::answer(const QByteArray& bytes)
{
    return then([bytes](QTcpSocket& socket) { socket.write(bytes); });
}

RawPeer& RawPeer::answerAndClose(const QByteArray& bytes)
{
    return then([bytes](QTcpSocket& socket) {
        socket.write(bytes);
        socket.disconnectFromHost();
    });
}

void RawPeer::reset(QTcpSocket& socket)
{
    const linger atOnce { .l_onoff = 1, .l_linger = 0 };
    setsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    socket.abort();
}

RawPeer& RawPeer::then(Step step)
{
    m_script.push_back(std::move(step));
    return *this;
}

void RawPeer::write(std::size_t connection, const QByteArray& bytes)
{
    at(connection).sent += bytes;
    at(connection).socket->write(bytes);
    at(connection).socket->flush();
}

void RawPeer::pause(std::size_t connection, bool paused)
{
    at(connection).paused = paused;
    at(connection).socket->setReadBufferSize(paused ? 1 : 0);
    read(connection);
}

void RawPeer::take()
{
    while (QTcpSocket* const socket = m_server->nextPendingConnection()) {
        const std::size_t index = m_connections.size();
        Connection connection;
        connection.socket = socket;
        m_connections.push_back(connection);
        connect(socket, &QTcpSocket::readyRead, this, [this, index] { read(index); });
        connect(socket, &QTcpSocket::disconnected, this, [this, index] { at(index).gone = true; });
    }
}

void RawPeer::read(std::size_t index)
{
    Connection& c = at(index);
    if (c.paused) {
        return;
    }
    c.received += c.socket->readAll();
    for (;;) {
        const qsizetype end = endOfRequest(c.received.mid(c.read));
        if (end < 0 || m_script.empty()) {
            return;
        }
        c.read += end;
        const Step step = std::exchange(m_script.front(), {});
        m_script.pop_front();
        step(*c.socket);
    }
}
