// SPDX-License-Identifier: Apache-2.0
// A record of channels that many requests share, written message by message, and the messages of its tests.
#pragma once

#include "protocol/session/sessions.h"

using session::Sessions;
using wire::Direction;

class Channels final {
public:
    Sessions::Folded sent(const QByteArray& message, std::uint32_t connection = 1)
    {
        return add(Direction::Sent, message, connection);
    }
    Sessions::Folded received(const QByteArray& message, std::uint32_t connection = 1)
    {
        return add(Direction::Received, message, connection);
    }
    Sessions::Folded add(Direction direction, const QByteArray& message, std::uint32_t connection)
    {
        const auto document = json::Document::parse(message);
        Q_ASSERT(document);
        session::MessageFacts facts;
        facts.connection = wire::ConnectionId { connection };
        facts.direction = direction;
        facts.kind = kind;
        facts.at = { now, 1'783'017'900'000 + now.sinceBoot.count() / 1'000'000 };
        facts.record = next++;
        facts.payload = message;
        now = now + wire::milliseconds(1);
        return sessions.add(facts, *document);
    }
    void open(wire::Role role = wire::Role::Client, std::uint32_t connection = 1)
    {
        sessions.opened(wire::ConnectionId { connection }, { role, "stdio", "agent (7)", "agent --acmp" });
    }
    const session::TaskTrack& track(std::size_t index) const { return *sessions.tasks()[index].track; }
    QByteArray end(std::size_t index) const
    {
        const std::string_view text = toString(track(index).ended());
        return { text.data(), static_cast<qsizetype>(text.size()) };
    }

    Sessions sessions;
    wire::SliceKind kind = wire::SliceKind::Line;
    wire::Instant now { wire::milliseconds(1) };
    wire::RecordNo next = 0;
};

inline QByteArray invoke(const QByteArray& task, const QByteArray& id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"acmp/invoke","params":{"task_id":")" + task
        + R"(","capability":"c","input":{"type":"text","data":"x"},"stream":true,"output_type":"text"}})";
}

inline QByteArray chunk(const QByteArray& task, int seq, bool final = false, const QByteArray& data = "d")
{
    return R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":")" + task + R"(","seq":)"
        + QByteArray::number(seq) + R"(,"chunk":{"type":"text","data":")" + data + R"("},"final":)"
        + (final ? "true" : "false") + "}}";
}

inline QByteArray result(const QByteArray& task, const QByteArray& id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"resultType":"complete","task_id":")" + task
        + R"(","output_streamed":true,"tokens_used":1,"cost_cu":0.1}})";
}

inline QByteArray cancelled(const QByteArray& requestId)
{
    return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + requestId + "}}";
}

inline QByteArray rulesOf(const std::vector<acmp::Finding>& findings)
{
    QByteArrayList out;
    for (const acmp::Finding& finding : findings) {
        out += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
    }
    return out.join(' ');
}

inline QByteArray rulesOf(const session::FindingList& findings)
{
    return rulesOf(findings.kept());
}
