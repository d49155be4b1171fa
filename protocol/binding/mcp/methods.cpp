// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/methods.h"

#include "protocol/binding/mcp/meta.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/codes.h"
#include "protocol/wire/error.h"

namespace mcp {

namespace {

Fault missingMeta(std::string_view what)
{
    return { 400, rpc::code::kInvalidParams, "params._meta is missing " + std::string(what), {} };
}

} // namespace

Methods::Methods(QObject* parent)
    : QObject(parent)
{
    onNotification(std::string(kCancelled),
        [this](const json::View& params, const std::string& caller) { cancelled(params, caller); });
}

void Methods::onRequest(std::string method, RequestHandler handler, Mirror mirror)
{
    m_requests.insert_or_assign(std::move(method), Method { std::move(handler), std::move(mirror) });
}

void Methods::onNotification(std::string method, NotificationHandler handler)
{
    m_notifications.insert_or_assign(std::move(method), std::move(handler));
}

std::optional<Fault> Methods::refuse(const rpc::Request& message) const
{
    if (!rpc::isRegular(message.id)) {
        return Fault { 400, rpc::code::kInvalidRequest,
            "id: expected a string or an integer, found " + rpc::toString(message.id), {} };
    }
    if (!m_requests.contains(message.method)) {
        return Fault { 404, rpc::code::kMethodNotFound,
            "no such method here: " + wire::excerpt(message.method), {} };
    }
    return std::nullopt;
}

std::vector<MirroredHeader> Methods::mirrored(const rpc::Request& message) const
{
    const auto method = m_requests.find(message.method);
    if (method == m_requests.end() || !method->second.mirror)
        return {};
    return method->second.mirror(message.params);
}

void Methods::request(const rpc::Request& message, Call& call, const std::string& caller)
{
    const auto key = std::pair(caller, message.id);
    m_open[key] = &call;
    connect(&call, &Call::closed, this, [this, key, opened = &call] {
        if (const auto open = m_open.find(key); open != m_open.end() && open->second == opened)
            m_open.erase(open);
    });
    Q_EMIT received(message.method);
    m_requests.find(message.method)->second.handle(call, message.params, caller);
}

void Methods::notification(const rpc::Notification& message, const std::string& caller)
{
    if (const auto handler = m_notifications.find(message.method); handler != m_notifications.end()) {
        Q_EMIT received(message.method);
        handler->second(message.params, caller);
    }
}

void Methods::cancelled(const json::View& params, const std::string& caller)
{
    const json::View requestId = params["requestId"];
    if (!requestId)
        return;
    const auto open = m_open.find(std::pair(caller, rpc::readId(requestId)));
    if (open != m_open.end())
        Q_EMIT open->second->cancelled();
}

Fault headerMismatch(std::string_view name, std::string_view expected, std::optional<std::string_view> found)
{
    std::string message(name);
    message.append(": expected ").append(expected).append(", found ");
    message.append(found ? wire::excerpt(*found) : std::string("no such header"));
    return { 400, rpc::code::kHeaderMismatch, std::move(message), {} };
}

std::optional<Fault> checkMeta(
    const rpc::Request& message, std::optional<std::string_view> version, bool lenient)
{
    const json::View meta = message.params["_meta"];
    if (!meta.isObject() && !lenient)
        return missingMeta("(an object)");
    const json::View inMeta = meta[meta::kProtocolVersionKey];
    if (!inMeta.isString() && !lenient)
        return missingMeta(meta::kProtocolVersionKey);
    if (!meta[meta::kClientCapabilitiesKey].isObject() && !lenient)
        return missingMeta(meta::kClientCapabilitiesKey);
    const std::string asked = inMeta.text().value_or(std::string(version.value_or(kProtocolVersion)));
    if (version && *version != asked)
        return headerMismatch(header::kProtocolVersion, asked, version);
    if (asked == kProtocolVersion)
        return std::nullopt;
    return Fault { 400, rpc::code::kUnsupportedProtocolVersion, "Unsupported protocol version",
        [asked](json::Writer& writer) {
            writer.beginObject();
            writer.key("supported").beginArray().string(kProtocolVersion).endArray();
            writer.key("requested").string(asked);
            writer.endObject();
        } };
}

Fault faultOf(const rpc::Message& message)
{
    Fault fault { 400, rpc::code::kInvalidRequest, "expected a JSON-RPC request or notification", {} };
    if (const auto* odd = std::get_if<rpc::Malformed>(&message)) {
        fault.message = "expected " + odd->expected + ", found " + odd->what + " at byte "
            + std::to_string(odd->offset);
    }
    return fault;
}

} // namespace mcp
