// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/meta.h"

#include "protocol/acmp/codec.h"
#include "protocol/json/writer.h"

#include <QByteArray>

#include <algorithm>

namespace mcp {

namespace {

void writeInfo(json::Writer& writer, std::string_view key, std::string_view name, std::string_view version)
{
    writer.key(key).beginObject();
    writer.key("name").string(name);
    writer.key("version").string(version);
    writer.endObject();
}

// streamable-http §Value Encoding.
constexpr std::string_view kBegin = "=?base64?";
constexpr std::string_view kEnd = "?=";

bool isEncoded(std::string_view value)
{
    return value.size() >= kBegin.size() + kEnd.size() && value.starts_with(kBegin) && value.ends_with(kEnd);
}

} // namespace

json::Raw clientMeta(std::string_view clientName, std::string_view clientVersion,
    const acmp::Capability& declaration, std::string_view traceparent)
{
    json::Writer writer;
    writer.beginObject();
    writer.key(meta::kProtocolVersionKey).string(kProtocolVersion);
    writeInfo(writer, meta::kClientInfoKey, clientName, clientVersion);
    writer.key(meta::kClientCapabilitiesKey).beginObject();
    writer.key("extensions").beginObject();
    writer.key(acmp::kExtensionId);
    acmp::encode(writer, declaration);
    writer.endObject().endObject();
    if (!traceparent.empty())
        writer.key("traceparent").string(traceparent);
    writer.endObject();
    return json::Raw(writer.toBytes());
}

json::Raw serverMeta(std::string_view serverName, std::string_view serverVersion)
{
    json::Writer writer;
    writer.beginObject();
    writeInfo(writer, meta::kServerInfoKey, serverName, serverVersion);
    writer.endObject();
    return json::Raw(writer.toBytes());
}

std::string_view nameParameterOf(std::string_view method)
{
    if (method == "tools/call" || method == "prompts/get")
        return "name";
    return method == "resources/read" ? "uri" : std::string_view();
}

std::string encodeHeaderValue(std::string_view text)
{
    const bool isPlain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; })
        && !text.starts_with(' ') && !text.ends_with(' ');
    if (isPlain && !isEncoded(text))
        return std::string(text);
    std::string value(kBegin);
    value += QByteArray(text.data(), static_cast<qsizetype>(text.size())).toBase64().toStdString();
    value += kEnd;
    return value;
}

std::optional<std::string> decodeHeaderValue(std::string_view value)
{
    if (!isEncoded(value))
        return std::string(value);
    value = value.substr(kBegin.size(), value.size() - kBegin.size() - kEnd.size());
    if (value.size() % 4 != 0)
        return std::nullopt; // its padding is missing, which Qt would forgive
    const auto decoded
        = QByteArray::fromBase64Encoding(QByteArray(value.data(), static_cast<qsizetype>(value.size())),
            QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return std::nullopt;
    return decoded.decoded.toStdString();
}

} // namespace mcp
