// SPDX-License-Identifier: Apache-2.0
// A provider whose answer to a task is bytes that a test chose. It answers server/discover rightly and takes
// every notification.
#pragma once

#include "tests/support/rawpeer.h"

#include <nlohmann/json.hpp>

namespace acmpctl {

class ProviderPeer final {
public:
    /// Answers a request that is not server/discover, given its message.
    using Answer = std::function<void(const nlohmann::json& message, QTcpSocket& socket)>;

    explicit ProviderPeer(Answer answer)
        : m_answer(std::move(answer))
        , m_peer([this](const QByteArray& request, QTcpSocket& socket) { handle(request, socket); })
    {
    }

    QString url() const { return m_peer.url().toString(); }
    /// What it was sent without an id.
    std::vector<nlohmann::json> notifications;
    std::function<void(const nlohmann::json& message)> whenNotified;

    nlohmann::json features { { "output_streaming", true }, { "input_streaming", false } };

private:
    void handle(const QByteArray& request, QTcpSocket& socket)
    {
        const auto body = request.mid(request.indexOf("\r\n\r\n") + 4);
        const auto message = nlohmann::json::parse(body.toStdString(), nullptr, false);
        if (!message.contains("id")) {
            socket.write("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
            notifications.push_back(message);
            if (whenNotified)
                whenNotified(message);
        } else if (message["method"] == "server/discover") {
            socket.write(support::answer(discovered(message)));
        } else {
            m_answer(message, socket);
        }
    }

    QByteArray discovered(const nlohmann::json& message) const
    {
        const nlohmann::json acmp { { "version", "0.1.0" }, { "role", "provider" },
            { "provider_id", "agent:peer:local" }, { "accepts", { "acmp/invoke", "acmp/cancel" } },
            { "emits", { "acmp/streamChunk", "acmp/heartbeat" } }, { "features", features } };
        const nlohmann::json result { { "resultType", "complete" }, { "supportedVersions", { "2026-07-28" } },
            { "capabilities", { { "extensions", { { "org.a2agora/acmp", acmp } } } } },
            { "_meta",
                { { "io.modelcontextprotocol/serverInfo", { { "name", "peer" }, { "version", "1" } } } } } };
        return QByteArray::fromStdString(
            nlohmann::json { { "jsonrpc", "2.0" }, { "id", message["id"] }, { "result", result } }.dump());
    }

    Answer m_answer;
    support::RawPeer m_peer;
};

/// The response to an invoke.
inline nlohmann::json resultOf(const nlohmann::json& invoke)
{
    return { { "jsonrpc", "2.0" }, { "id", invoke["id"] },
        { "result",
            { { "resultType", "complete" }, { "task_id", invoke["params"]["task_id"] },
                { "output", { { "type", "text" }, { "data", "Guten Tag." } } }, { "tokens_used", 1 },
                { "cost_cu", 0.001 } } } };
}

inline nlohmann::json errorOf(const nlohmann::json& invoke, int code)
{
    return { { "jsonrpc", "2.0" }, { "id", invoke["id"] },
        { "error",
            { { "code", code }, { "message", "no" },
                { "data", { { "task_id", invoke["params"]["task_id"] } } } } } };
}

inline nlohmann::json chunkOf(const nlohmann::json& invoke, int seq, bool final = false)
{
    return { { "jsonrpc", "2.0" }, { "method", "acmp/streamChunk" },
        { "params",
            { { "task_id", invoke["params"]["task_id"] }, { "seq", seq },
                { "chunk", { { "type", "text" }, { "data", "piece " + std::to_string(seq) } } },
                { "final", final } } } };
}

inline QByteArray eventOf(const nlohmann::json& message)
{
    return support::event(QByteArray::fromStdString(message.dump()));
}

inline QByteArray answerOf(const nlohmann::json& message)
{
    return support::answer(QByteArray::fromStdString(message.dump()));
}

} // namespace acmpctl
