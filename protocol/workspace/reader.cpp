// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/reader.h"

namespace workspace {

std::string Reader::whereOf(const json::View& value)
{
    const std::string pointer = value.pointer();
    return (pointer.empty() ? "" : pointer + ", ") + "byte " + std::to_string(value.offset());
}

void Reader::fail(const json::View& at, std::string expected, std::string found)
{
    if (m_error)
        return;
    if (found.empty())
        found = wire::excerpt(at.lexeme());
    m_error = wire::Error { wire::ErrorKind::Usage, "the workspace has a mistake", std::move(expected),
        std::move(found), whereOf(at), false };
}

void Reader::read(const json::View& value, QString& out)
{
    if (!value.isString())
        return fail(value, "a string");
    // Could not be written back as it was.
    if ((value.flags() & json::kLoneSurrogate) != 0)
        return fail(value, "a string of whole characters");
    out = QString::fromStdString(value.textOrEmpty());
}

void Reader::readName(const json::View& value, QString& out)
{
    if (value.equals(""))
        return fail(value, "a string that is not empty");
    read(value, out);
}

void Reader::read(const json::View& value, std::int64_t& out, std::int64_t least, std::int64_t most)
{
    const auto number = value.toInt64();
    if (!number || *number < least || *number > most)
        return fail(value, "an integer from " + std::to_string(least) + " to " + std::to_string(most));
    out = *number;
}

void Reader::read(const json::View& value, std::optional<json::Decimal>& out)
{
    out = value.decimal();
    if (!out || out->isNegative())
        fail(value, "an amount of at least 0");
}

} // namespace workspace
