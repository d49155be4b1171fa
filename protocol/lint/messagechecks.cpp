// SPDX-License-Identifier: Apache-2.0
#include "protocol/lint/messagechecks.h"

#include "protocol/wire/error.h"

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
        return out; // Sessions says what it is instead
    }
    if (!rpc::jsonrpcIsRight(root)) {
        const json::View version = root["jsonrpc"];
        add(out, "MCP-jsonrpc-version", "\"2.0\"", version ? wire::excerpt(version.lexeme()) : "nothing",
            "/jsonrpc", version ? version.offset() : root.offset());
    }
    if (const auto* request = std::get_if<rpc::Request>(&message)) {
        checkId(root, request->id, out);
        if (isMcp) {
            checkMeta(root, out);
        }
    } else if (const auto* result = std::get_if<rpc::Result>(&message)) {
        checkId(root, result->id, out);
        if (isMcp && result->result.isObject() && !result->result["resultType"]) {
            add(out, "MCP-result-type-missing", "resultType: \"complete\"", "nothing", "/result",
                result->result.offset());
        }
    }
    return out;
}

} // namespace lint
