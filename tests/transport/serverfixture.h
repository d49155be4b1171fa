// SPDX-License-Identifier: Apache-2.0
// A server on a clock that stands still, what it records, and a client that is nothing but a socket.
#pragma once

#include "recordingsink.h"

#include "protocol/transport/http/server.h"
#include "protocol/wire/manualclock.h"

#include <QPointer>
#include <QTcpSocket>
#include <QTest>

inline const QByteArray kDate = "Date: Thu, 02 Jul 2026 18:45:00 GMT\r\n";
inline const QByteArray kGet = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

/// Connects, writes bytes, keeps what comes.
class RawClient final : public QObject {
public:
    explicit RawClient(const http::Server& server)
    {
        connect(&socket, &QTcpSocket::readyRead, this,
            [this] { received += paused ? QByteArray() : socket.readAll(); });
        connect(&socket, &QTcpSocket::disconnected, this, [this] { closed = true; });
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), server.port());
    }
    RawClient& write(const QByteArray& bytes)
    {
        sent += bytes;
        socket.write(bytes);
        return *this;
    }

    QByteArray received;
    QByteArray sent;
    bool paused = false;
    bool closed = false;
    /// Goes first: it writes into the others as it closes.
    QTcpSocket socket;
};

class ServerFixture : public QObject {
protected:
    void start(http::ServerOptions options = {})
    {
        stop();
        m_sink = std::make_unique<RecordingSink>();
        m_waiting.clear();
        m_answer = nullptr;
        m_server = std::make_unique<http::Server>(m_clock, *m_sink, options);
        connect(m_server.get(), &http::Server::requestReceived, this, [this](http::ServerExchange* exchange) {
            if (m_waiting.empty()) {
                m_first = exchange;
            }
            m_waiting.emplace_back(exchange);
            if (m_answer) {
                m_answer(*exchange);
            }
        });
        QVERIFY(m_server->listen(QHostAddress::LocalHost, 0));
    }
    void stop() { m_server.reset(); }

    /// A first request came and is not yet answered.
    bool take() const { return !m_waiting.empty() && m_waiting.front(); }
    http::ServerExchange& taken() { return *m_first; }

    wire::ManualClock m_clock;
    std::unique_ptr<RecordingSink> m_sink;
    std::unique_ptr<http::Server> m_server;
    std::vector<QPointer<http::ServerExchange>> m_waiting;
    http::ServerExchange* m_first = nullptr;
    std::function<void(http::ServerExchange&)> m_answer;
};
