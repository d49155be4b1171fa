// SPDX-License-Identifier: Apache-2.0
// The messages that a client sends, as text, with their _meta (decision D1). Internal to binding/mcp.
#pragma once

#include "protocol/acmp/codec.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/json/writer.h"

#include <algorithm>

namespace mcp {

/// {"jsonrpc":"2.0","id":…,"method":…,"params":…}; without an id a notification.
inline QByteArray envelope(std::optional<std::int64_t> id, std::string_view method, const auto& writeParams)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    if (id)
        writer.key("id").integer(*id);
    writer.key("method").string(method);
    writer.key("params");
    writeParams(writer);
    writer.endObject();
    return writer.toBytes();
}

/// The message with _meta added, unless whoever wrote it has put one there.
template <class Variant>
Variant withMeta(Variant message, const json::Raw& meta)
{
    std::visit(
        [&meta](auto& value) {
            const bool has = std::any_of(value.extra.begin(), value.extra.end(),
                [](const auto& member) { return member.first == "_meta"; });
            if (!has)
                value.extra.emplace_back("_meta", meta);
        },
        message);
    return message;
}

inline QByteArray requestText(std::int64_t id, const acmp::Request& request, const json::Raw& meta)
{
    const acmp::Request full = withMeta(request, meta);
    return envelope(
        id, acmp::methodOf(request), [&full](json::Writer& writer) { acmp::encode(writer, full); });
}

/// A request for a page of a list: the first one without a cursor. Without `meta` as MCP before 2026-07-28.
inline QByteArray pageText(
    std::int64_t id, std::string_view method, const std::string& cursor, const json::Raw& meta)
{
    return envelope(id, method, [&](json::Writer& writer) {
        writer.beginObject();
        if (!cursor.empty())
            writer.key("cursor").string(cursor);
        if (!meta.isEmpty())
            writer.key("_meta").raw(meta);
        writer.endObject();
    });
}

inline QByteArray callText(
    std::int64_t id, std::string_view method, const acmp::Extra& params, const json::Raw& meta)
{
    return envelope(id, method, [&](json::Writer& writer) {
        writer.beginObject();
        for (const auto& [name, value] : params)
            writer.key(name).raw(value);
        writer.key("_meta").raw(meta);
        writer.endObject();
    });
}

inline QByteArray discoverText(std::int64_t id, const json::Raw& meta)
{
    return envelope(id, kDiscover, [&meta](json::Writer& writer) {
        writer.beginObject();
        writer.key("_meta").raw(meta);
        writer.endObject();
    });
}

inline QByteArray notificationText(const acmp::BuyerNotification& notification, const json::Raw& meta)
{
    const acmp::BuyerNotification full = withMeta(notification, meta);
    return envelope(
        {}, acmp::methodOf(notification), [&full](json::Writer& writer) { acmp::encode(writer, full); });
}

} // namespace mcp
