// SPDX-License-Identifier: Apache-2.0
#include "protocol/rpc/id.h"

#include "protocol/json/writer.h"

namespace rpc {

Id readId(const json::View& value)
{
    if (std::optional<std::string> text = value.text())
        return std::move(*text);
    if (const std::optional<std::int64_t> number = value.toInt64())
        return *number;
    return OddId { std::string(value.lexeme()) };
}

void write(json::Writer& writer, const Id& id)
{
    if (const auto* number = std::get_if<std::int64_t>(&id))
        writer.integer(*number);
    else if (const auto* text = std::get_if<std::string>(&id))
        writer.string(*text);
    else if (const std::string& lexeme = std::get<OddId>(id).lexeme; !lexeme.empty())
        writer.raw(lexeme);
    else
        writer.null();
}

std::string toString(const Id& id)
{
    json::Writer writer;
    write(writer, id);
    return writer.text();
}

} // namespace rpc
