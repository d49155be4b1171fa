// SPDX-License-Identifier: Apache-2.0
// A WebSocket server, what it records and what its channels tell, and a client that is nothing but a socket.
#pragma once

#include "heardchannel.h"
#include "recordingsink.h"

#include "protocol/transport/http/socketend.h"
#include "protocol/transport/websocket/server.h"
#include "protocol/wire/manualclock.h"
#include "protocol/wire/systemclock.h"

#include <QPointer>
#include <QTcpSocket>
#include <QTest>

/// Connects, writes bytes, keeps what comes.
class RawWsClient final : public QObject {
public:
    explicit RawWsClient(const ws::Server& server)
    {
        connect(&socket, &QTcpSocket::readyRead, this, [this] { take(); });
        connect(&socket, &QTcpSocket::disconnected, this, [this] { closed = true; });
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), server.port());
    }
    RawWsClient& write(const QByteArray& bytes)
    {
        sent += bytes;
        socket.write(bytes);
        return *this;
    }
    RawWsClient& handshake(const QByteArray& target = "/acmp", const QByteArray& fields = {})
    {
        return write("GET " + target
            + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            + fields + "\r\n");
    }
    static QByteArray frame(ws::Opcode opcode, const QByteArray& payload, bool isFinal = true)
    {
        std::string out;
        ws::appendFrame(out, opcode, payload.toStdString(), ws::MaskKey { 1, 2, 3, 4 }, isFinal);
        return QByteArray::fromStdString(out);
    }
    static QByteArray text(const QByteArray& payload) { return frame(ws::Opcode::Text, payload); }
    void pause(bool pause)
    {
        paused = pause;
        socket.setReadBufferSize(pause ? 1 : 0);
        take();
    }
    /// What came behind the head.
    QByteArray frames() const
    {
        const qsizetype head = received.indexOf("\r\n\r\n");
        return head < 0 ? QByteArray() : received.mid(head + 4);
    }

    QByteArray received;
    QByteArray sent;
    bool paused = false;
    bool closed = false;
    /// Goes first: it writes into the others as it closes.
    QTcpSocket socket;

private:
    void take() { received += paused ? QByteArray() : socket.readAll(); }
};

class WsServerFixture : public QObject {
protected:
    void start(ws::ServerOptions options = {}, wire::Clock* clock = nullptr)
    {
        stop();
        m_sink = std::make_unique<RecordingSink>();
        m_heard.reset();
        m_channel = nullptr;
        m_server = std::make_unique<ws::Server>(clock ? *clock : m_clock, *m_sink, std::move(options));
        connect(m_server.get(), &ws::Server::connected, this,
            [this](ws::ServerChannel* channel, const ws::Handshake& handshake) {
                m_channel = channel;
                m_handshake = handshake;
                m_heard = std::make_unique<HeardChannel>(channel);
                if (opens) {
                    channel->open();
                }
            });
        QVERIFY(m_server->listen());
    }
    void stop() { m_server.reset(); }

    wire::SystemClock m_clock;
    wire::ManualClock m_stopped;
    std::unique_ptr<RecordingSink> m_sink;
    std::unique_ptr<ws::Server> m_server;
    QPointer<ws::ServerChannel> m_channel; ///< the last
    ws::Handshake m_handshake;
    std::unique_ptr<HeardChannel> m_heard;
    bool opens = true;
};
