// SPDX-License-Identifier: Apache-2.0
// A scripted WebSocket server: answers each handshake as it should, then writes what it is told, and keeps
// every byte that comes.
#pragma once

#include "rawpeer.h"

#include "protocol/transport/websocket/frame.h"
#include "protocol/transport/websocket/handshake.h"

#include <QUrl>

class WsPeer final {
public:
    explicit WsPeer(std::unique_ptr<QTcpServer> server = std::make_unique<QTcpServer>())
        : raw(QHostAddress(QHostAddress::LocalHost), std::move(server))
    {
    }

    QUrl url(const QByteArray& scheme = "ws", const QByteArray& rest = "/acmp") const
    {
        return QUrl(QString::fromLatin1(scheme + "://localhost:" + QByteArray::number(raw.port()) + rest));
    }
    /// Says 101, and at once `more`.
    void accept(const QByteArray& more = {})
    {
        raw.then([this, more](QTcpSocket&) {
            const std::size_t last = raw.connections() - 1;
            const QByteArray request = raw.at(last).received;
            const qsizetype key = request.indexOf("Sec-WebSocket-Key: ") + 19;
            answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Accept: "
                + QByteArray::fromStdString(ws::acceptFor(request.mid(key, 24).toStdString())) + "\r\n\r\n";
            requestSize = request.size();
            raw.write(last, answer + more);
        });
    }
    void write(const QByteArray& bytes) { raw.write(0, bytes); }
    static QByteArray frame(ws::Opcode opcode, const QByteArray& payload, bool isFinal = true)
    {
        std::string out;
        ws::appendFrame(out, opcode, payload.toStdString(), {}, isFinal);
        return QByteArray::fromStdString(out);
    }
    static QByteArray text(const QByteArray& payload) { return frame(ws::Opcode::Text, payload); }
    static QByteArray close(const QByteArray& payload) { return frame(ws::Opcode::Close, payload); }
    QTcpSocket& socket() { return *raw.at(0).socket; }
    /// What came behind the handshake, as "text a|ping b|close …|", or why it can't be read.
    QByteArray read()
    {
        class Log final : public ws::FrameObserver {
        public:
            void dataHead(const ws::FrameHead&, http::ByteRange) override { }
            void textPiece(std::string_view piece, http::ByteRange, bool) override { text += piece; }
            bool messageEnd(std::uint64_t) override
            {
                all += "text " + QByteArray::fromStdString(std::exchange(text, {})) + '|';
                return true;
            }
            bool control(ws::Opcode opcode, std::string_view payload, http::ByteRange, bool) override
            {
                all += (opcode == ws::Opcode::Ping          ? "ping "
                               : opcode == ws::Opcode::Pong ? "pong "
                                                            : "close ")
                    + QByteArray(payload.data(), static_cast<qsizetype>(payload.size())) + '|';
                return true;
            }
            std::string text;
            QByteArray all;
        };
        Log log;
        ws::FrameParser parser(wire::Role::Server, log);
        const auto fed = parser.feed(raw.at(0).received.mid(requestSize).toStdString());
        return fed.refusal ? QByteArray::fromStdString(fed.refusal->error.toString()) : log.all;
    }

    RawPeer raw;
    QByteArray answer;
    qsizetype requestSize = 0;
};
