// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/legacy.h"

#include "protocol/acmp/checks.h"
#include "protocol/binding/mcp/envelope.h"
#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

/// Revisions are dates.
bool namesOnlyOlder(const json::View& versions)
{
    for (const json::View version : versions.elements()) {
        if (version.textOrEmpty() >= kProtocolVersion)
            return false;
    }
    return versions.size() > 0;
}

} // namespace

bool mayBeLegacy(const rpc::Error& error)
{
    if (error.code == rpc::code::kUnsupportedProtocolVersion)
        return namesOnlyOlder(error.data["supported"]);
    const bool isOfMcp = error.code <= -32020 && error.code >= -32099;
    const bool isOfAcmp = error.code <= -33000 && error.code > -37000;
    return !isOfMcp && !isOfAcmp;
}

QByteArray initializeText(std::int64_t id, std::string_view clientName, std::string_view clientVersion)
{
    return envelope(id, kInitialize, [&](json::Writer& writer) {
        writer.beginObject();
        writer.key("protocolVersion").string(kLegacyVersion);
        writer.key("capabilities").beginObject().endObject();
        writer.key("clientInfo").beginObject();
        writer.key("name").string(clientName);
        writer.key("version").string(clientVersion);
        writer.endObject().endObject();
    });
}

QByteArray initializedText()
{
    return envelope(
        {}, "notifications/initialized", [](json::Writer& writer) { writer.beginObject().endObject(); });
}

std::expected<binding::Discovered, Error> readInitialize(const json::Raw& answer)
{
    const auto document = json::Document::parse(QByteArray::fromStdString(std::string(answer.text())));
    const json::View result = document ? document->root()["result"] : json::View();
    const json::View version = result["protocolVersion"];
    if (!version.isString()) {
        return std::unexpected(Error { ErrorKind::Protocol, "initialize was not answered as MCP wants it",
            "a protocolVersion", wire::excerpt(answer.text()), "/result/protocolVersion", false });
    }
    binding::Discovered found;
    found.isLegacy = true;
    found.versions = { *version.text() };
    found.serverName = result["serverInfo"]["name"].textOrEmpty();
    found.serverVersion = result["serverInfo"]["version"].textOrEmpty();
    for (const json::Member capability : result["capabilities"].members()) {
        if (const std::string name = capability.name(); name != "extensions" && name != "experimental")
            found.capabilities.push_back(name);
    }
    found.raw = answer;
    found.findings.push_back({ &acmp::rule("MCP-legacy"), "MCP " + std::string(kProtocolVersion),
        "MCP " + wire::excerpt(*version.text()), {} });
    return found;
}

} // namespace mcp
