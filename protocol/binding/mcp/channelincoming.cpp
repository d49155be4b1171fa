// SPDX-License-Identifier: Apache-2.0
// ChannelClient, second part: whose is a message that came.
#include "protocol/binding/mcp/channelclient.h"

#include "protocol/acmp/checks.h"
#include "protocol/acmp/codec.h"
#include "protocol/binding/mcp/call.h"
#include "protocol/rpc/codes.h"

#include <ranges>

namespace mcp {

void ChannelClient::report(std::string_view rule, std::string expected, std::string found,
    wire::RecordNo record, std::string pointer)
{
    acmp::Finding finding { &acmp::rule(rule), std::move(expected), std::move(found),
        { record, std::move(pointer), 0 } };
    acmp::locate(
        std::span(&finding, 1), m_document); // what has a pointer is of the message that is being taken
    Q_EMIT this->found(finding);
}

void ChannelClient::take(const transport::Payload& payload)
{
    if (payload.view().find_first_not_of(" \t\r\n") == std::string_view::npos)
        return; // an empty line says nothing
    if (!m_document.reset(payload.bytes, payload.offset, payload.length)) {
        // A banner or a log line on stdout: the session goes on (decision D22).
        report("JSON-invalid", m_document.error().expected, wire::excerpt(payload.view()), payload.record);
        return;
    }
    const rpc::Message message = rpc::read(m_document.root());
    if (const auto* answer = std::get_if<rpc::Result>(&message)) {
        takeAnswer(answer->id, payload, message);
    } else if (const auto* failure = std::get_if<rpc::Error>(&message)) {
        takeAnswer(failure->id, payload, message);
    } else if (const auto* note = std::get_if<rpc::Notification>(&message)) {
        takeNotification(*note, payload, message);
    } else if (const auto* request = std::get_if<rpc::Request>(&message)) {
        if (m_isInSession)
            return refuseRequest(
                *request); // such a server may ask; it was told that there is nothing to ask for
        report("MCP-server-request", "no request from the server (MCP 2026-07-28)",
            wire::excerpt(request->method), payload.record, "/method");
        giveUnclaimed({ request->method, {} }, payload, false);
        refuseRequest(*request);
    } else if (const auto* odd = std::get_if<rpc::Malformed>(&message)) {
        report(odd->isBatch ? "MCP-batch" : "RPC-malformed", odd->expected, odd->what, payload.record,
            odd->pointer);
        giveUnclaimed({ {}, {} }, payload, false);
    }
}

void ChannelClient::takeAnswer(
    const std::optional<rpc::Id>& id, const transport::Payload& payload, const rpc::Message& message)
{
    const auto open = id ? m_open.find(*id) : m_open.end();
    if (open != m_open.end()) {
        RpcExchange* const exchange = open->second.exchange;
        const QPointer<RpcExchange> lives(exchange);
        exchange->take(payload, m_document, message);
        if (lives && exchange->isAnswered()) {
            close(*id, true);
            exchange->carrierEnded(std::nullopt);
        }
        return;
    }
    const auto closed = id ? std::ranges::find(m_closed, *id, &Closed::id) : m_closed.end();
    const bool late = closed != m_closed.end();
    if (!late) {
        report("MCP-id-mismatch", "the id of an open request", id ? rpc::toString(*id) : std::string("no id"),
            payload.record, "/id");
    } else if (closed->isAnswered) {
        report("RPC-second-answer", "one answer", "another", payload.record, "/id");
    }
    const bool isError = std::holds_alternative<rpc::Error>(message);
    giveUnclaimed({ isError ? "error" : "result", {} }, payload, late);
}

void ChannelClient::takeNotification(
    const rpc::Notification& note, const transport::Payload& payload, const rpc::Message& message)
{
    const json::View taskId = note.params["task_id"];
    for (const auto& [id, open] : m_open | std::views::reverse) {
        if (!open.taskId.empty() && taskId.equals(open.taskId)) {
            open.exchange->take(payload, m_document, message);
            return;
        }
    }
    const bool late = std::ranges::any_of(m_closed | std::views::reverse,
        [&](const Closed& closed) { return !closed.taskId.empty() && taskId.equals(closed.taskId); });
    if (m_isInSession && note.method.starts_with("notifications/"))
        return;
    if (!late) {
        report("MCP-notification-unmatched", "the task_id of an open request",
            taskId ? wire::excerpt(taskId.lexeme()) : std::string("none"), payload.record, "/params/task_id");
    }
    giveUnclaimed({ note.method, {} }, payload, late);
}

void ChannelClient::giveUnclaimed(const acmp::Other& whole, const transport::Payload& payload, bool late)
{
    const json::Raw raw(payload.bytes, payload.offset, payload.length);
    const acmp::Origin origin { payload.record, m_clock.now(), raw, late, false };
    const json::View params = m_document.root()["params"];
    if (whole.method == acmp::method::kStreamChunk) {
        if (auto chunk = acmp::decode<acmp::StreamChunk>(params))
            return Q_EMIT unclaimed(std::move(*chunk), origin);
    } else if (whole.method == acmp::method::kHeartbeat) {
        if (auto heartbeat = acmp::decode<acmp::Heartbeat>(params))
            return Q_EMIT unclaimed(std::move(*heartbeat), origin);
    }
    Q_EMIT unclaimed(acmp::Other { whole.method, raw }, origin);
}

void ChannelClient::refuseRequest(const rpc::Request& request)
{
    if (!m_channel)
        return;
    m_channel->send(errorText(
        request.id, rpc::code::kMethodNotFound, "this client takes no requests: " + request.method));
}

} // namespace mcp
