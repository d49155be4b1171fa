// SPDX-License-Identifier: Apache-2.0
// An A2A agent for tests: answers each operation with what a test wrote, over either of A2A's bindings.
#pragma once

#include "tests/support/rawpeer.h"

#include <optional>

class ScriptedAgent final {
public:
    /// A refusal in A2A's words.
    struct Error {
        int code = 0;
        QByteArray reason, message;
    };
    /// What one operation is answered with.
    struct Answer {
        QList<QByteArray> events {}; ///< A2A objects, without JSON-RPC around them
        bool isStream = false;
        bool staysOpen = false; ///< of a stream
        QByteArray whole {}; ///< instead of all that: the bytes of the HTTP answer
        std::optional<Error> error {}; ///< after the events
    };

    explicit ScriptedAgent(bool isRest)
        : m_isRest(isRest)
        , m_peer([this](const QByteArray& request, QTcpSocket& socket) { answer(request, socket); })
    {
    }

    QUrl url() const { return m_peer.url(QString()); }
    QUrl interfaceUrl() const { return m_peer.url(QStringLiteral("/a2a")); }
    bool isRest() const { return m_isRest; }

    /// "SendMessage", "GetTask" …: each call takes the next answer, the last one stays.
    void on(const QByteArray& operation, const Answer& answer) { m_answers[operation].append(answer); }
    QList<QByteArray> requestsOf(const QByteArray& operation) const { return m_seen.value(operation); }
    QList<QByteArray> operations() const { return m_order; }

    QByteArray card; ///< empty: one that declares ACMP, streaming and this peer's binding
    QByteArray tenant;
    bool streams = true;
    int cardRequests = 0;

    QByteArray ownCard() const
    {
        return R"({"name":"peer","description":"d","version":"7","supportedInterfaces":[{"url":")"
            + interfaceUrl().toEncoded() + R"(","protocolBinding":")" + (m_isRest ? "HTTP+JSON" : "JSONRPC")
            + R"(","protocolVersion":"1.0")"
            + (tenant.isEmpty() ? QByteArray() : QByteArray(R"(,"tenant":")" + tenant + '"'))
            + R"(}],"capabilities":{"streaming":)" + (streams ? "true" : "false")
            + R"(,"extensions":[{"uri":"https://a2agora.org/acmp/v0.1","params":{"version":"0.1.0","role":"provider",)"
              R"("accepts":["acmp/invoke","acmp/cancel","acmp/offerRequest","acmp/accept"],"emits":["acmp/streamChunk"],)"
              R"("features":{"output_streaming":true,"input_streaming":false}}}]},)"
              R"("defaultInputModes":["application/acmp+json"],"defaultOutputModes":["application/acmp+json"],)"
              R"("skills":[{"id":"x","name":"x","description":"d","tags":["x"]}]})";
    }

private:
    QByteArray operationOf(const QByteArray& request) const
    {
        const QByteArray line = request.left(request.indexOf('\r'));
        if (!m_isRest) {
            const auto at = request.indexOf("\"method\":\"") + 10;
            return request.mid(at, request.indexOf('"', at) - at);
        }
        if (line.contains("message:send"))
            return "SendMessage";
        if (line.contains("message:stream"))
            return "SendStreamingMessage";
        if (line.contains(":cancel "))
            return "CancelTask";
        return line.contains(":subscribe ") ? "SubscribeToTask" : "GetTask";
    }

    static QByteArray idOf(const QByteArray& request)
    {
        const auto at = request.indexOf("\"id\":") + 5;
        return request.mid(at, request.indexOf(',', at) - at);
    }

    QByteArray wrapped(const QByteArray& object, const QByteArray& id, const char* member = "result") const
    {
        return m_isRest ? object : R"({"jsonrpc":"2.0","id":)" + id + ",\"" + member + "\":" + object + '}';
    }

    void answer(const QByteArray& request, QTcpSocket& socket)
    {
        if (request.startsWith("GET") && request.contains("agent-card.json")) {
            ++cardRequests;
            socket.write(support::answer(card.isEmpty() ? ownCard() : card));
            return;
        }
        const QByteArray operation = operationOf(request);
        m_seen[operation].append(request);
        m_order.append(operation);
        QList<Answer>& answers = m_answers[operation];
        if (answers.isEmpty()) {
            socket.write(support::answer("unexpected " + operation, "text/plain", "500 Unexpected"));
            return;
        }
        const Answer given = answers.size() > 1 ? answers.takeFirst() : answers.first();
        write(given, idOf(request), socket);
    }

    void write(const Answer& given, const QByteArray& id, QTcpSocket& socket) const
    {
        if (!given.whole.isEmpty()) {
            socket.write(given.whole);
            socket.disconnectFromHost();
        } else if (given.isStream) {
            socket.write(support::streamHead());
            for (const QByteArray& event : given.events)
                socket.write("data: " + wrapped(event, id) + "\n\n");
            if (given.error)
                socket.write("event: error\ndata: " + wrapped(errorBody(*given.error), id, "error") + "\n\n");
            if (!given.staysOpen)
                socket.disconnectFromHost();
        } else if (given.error) {
            socket.write(support::answer(wrapped(errorBody(*given.error), id, "error"), "application/json",
                m_isRest ? "400 Bad Request" : "200 OK"));
        } else {
            socket.write(support::answer(wrapped(given.events.value(0), id)));
        }
    }

    QByteArray errorBody(const Error& error) const
    {
        if (!m_isRest)
            return R"({"code":)" + QByteArray::number(error.code) + R"(,"message":")" + error.message + "\"}";
        return R"({"error":{"code":400,"message":")" + error.message
            + R"(","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":")" + error.reason
            + R"(","domain":"a2a-protocol.org"}]}})";
    }

    const bool m_isRest;
    support::RawPeer m_peer;
    QMap<QByteArray, QList<Answer>> m_answers;
    QMap<QByteArray, QList<QByteArray>> m_seen;
    QList<QByteArray> m_order;
};
