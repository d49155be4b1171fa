// SPDX-License-Identifier: Apache-2.0
#include "protocol/lint/messagechecks.h"

#include "protocol/a2a/formcheck.h"
#include "protocol/wire/error.h"

#include <algorithm>

#include <array>

namespace lint {

namespace {

void add(acmp::Findings& out, std::string_view rule, std::string expected, std::string found,
    std::string pointer, std::size_t offset)
{
    out.push_back({ .rule = &acmp::rule(rule),
        .expected = std::move(expected),
        .found = std::move(found),
        .where = { .record = wire::kNoRecord, .pointer = std::move(pointer), .offset = offset } });
}

void checkId(const json::View& root, const rpc::Id& id, acmp::Findings& out)
{
    if (!rpc::isRegular(id)) {
        add(out, "MCP-id-odd", "a string or an integer", wire::excerpt(rpc::toString(id)), "/id",
            root["id"].isValid() ? root["id"].offset() : root.offset());
    }
}

void checkMeta(const json::View& root, acmp::Findings& out)
{
    constexpr std::array<std::string_view, 2> kRequired { "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities" };
    const json::View params = root["params"];
    const json::View meta = params["_meta"];
    for (const std::string_view name : kRequired) {
        if (!meta[name]) {
            const json::View& nearest = meta ? meta : params ? params : root;
            add(out, "MCP-meta-missing", std::string(name), "nothing", "/params/_meta", nearest.offset());
        }
    }
}

void addOnce(acmp::Findings& out, acmp::Findings more)
{
    for (acmp::Finding& finding : more) {
        const bool isKnown = std::ranges::any_of(
            out, [&finding](const acmp::Finding& known) { return known.rule == finding.rule; });
        if (!isKnown) {
            out.push_back(std::move(finding));
        }
    }
}

/// False if it is none of A2A. `value`: a result, or the whole of what is no JSON-RPC message.
bool checkA2aAnswer(const json::View& value, acmp::Findings& out)
{
    const a2a::Event event = a2a::readEvent(value);
    if (event.kind == a2a::EventKind::None) {
        return false;
    }
    addOnce(out, a2a::checkForm(value, event));
    for (const a2a::Carried& carried : a2a::carriedBy(event)) {
        addOnce(out, a2a::checkPart(carried));
    }
    return true;
}

bool checkA2aRequest(std::string_view method, const json::View& params, acmp::Findings& out)
{
    if (method == a2a::method::kSendMessage || method == a2a::method::kSendStreamingMessage) {
        addOnce(out, a2a::checkRequestForm(params));
        return true;
    }
    return method == a2a::method::kGetTask || method == a2a::method::kCancelTask
        || method == a2a::method::kSubscribeToTask || method == a2a::method::kListTasks;
}

} // namespace

acmp::Finding notJson(const json::ScanError& error, std::string_view text)
{
    return { .rule = &acmp::rule("JSON-invalid"),
        .expected = error.expected,
        .found = error.found + ", in " + wire::excerpt(text),
        .where = { .record = wire::kNoRecord, .pointer = "", .offset = error.offset } };
}

bool isNoise(wire::SliceKind kind, std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    return kind == wire::SliceKind::Line && (first == text.npos || text[first] != '{');
}

acmp::Finding noise(std::string_view text)
{
    return { .rule = &acmp::rule("STDIO-noise"),
        .expected = "a JSON-RPC message",
        .found = text.empty() ? "an empty line" : wire::excerpt(text),
        .where = {} };
}

acmp::Findings checkSubstrate(const json::Document& document, wire::SliceKind kind)
{
    const bool isMcp = kind != wire::SliceKind::Frame;
    const json::View root = document.root();
    acmp::Findings out;
    if (document.flags() != 0) {
        out = acmp::checkJson(root);
    }
    const rpc::Message message = rpc::read(root);
    if (std::holds_alternative<rpc::Malformed>(message)) {
        const bool isHttp = kind == wire::SliceKind::HttpBody || kind == wire::SliceKind::SseEvent;
        if (isHttp && a2a::readRole(root["message"]["role"]) == a2a::Role::User) {
            addOnce(out, a2a::checkRequestForm(root));
        } else if (isHttp) {
            checkA2aAnswer(root, out);
        }
        return out; // Sessions says what it is instead
    }
    if (!rpc::jsonrpcIsRight(root)) {
        const json::View version = root["jsonrpc"];
        add(out, "MCP-jsonrpc-version", "\"2.0\"", version ? wire::excerpt(version.lexeme()) : "nothing",
            "/jsonrpc", version ? version.offset() : root.offset());
    }
    if (const auto* request = std::get_if<rpc::Request>(&message)) {
        checkId(root, request->id, out);
        if (isMcp && !checkA2aRequest(request->method, request->params, out)) {
            checkMeta(root, out);
        }
    } else if (const auto* result = std::get_if<rpc::Result>(&message)) {
        checkId(root, result->id, out);
        const bool isOfMcp = isMcp && !checkA2aAnswer(result->result, out);
        if (isOfMcp && result->result.isObject() && !result->result["resultType"]) {
            add(out, "MCP-result-type-missing", "resultType: \"complete\"", "nothing", "/result",
                result->result.offset());
        }
    }
    return out;
}

} // namespace lint
