// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/raw.h"

#include "protocol/json/text.h"

namespace json {

Raw::Raw(QByteArray bytes)
    : m_bytes(std::move(bytes))
    , m_length(m_bytes.size())
{
}

Raw::Raw(QByteArray bytes, qsizetype offset, qsizetype length)
    : m_bytes(std::move(bytes))
    , m_offset(offset)
    , m_length(length)
{
    Q_ASSERT(offset >= 0 && length >= 0 && length <= m_bytes.size() - offset);
}

Raw Raw::string(std::string_view text)
{
    std::string quoted;
    quoted.reserve(text.size() + 2);
    appendQuoted(quoted, text);
    return Raw(QByteArray(quoted.data(), static_cast<qsizetype>(quoted.size())));
}

std::optional<std::string> Raw::toText() const
{
    const std::string_view quoted = text();
    if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') {
        return std::nullopt;
    }
    return unescape(quoted.substr(1, quoted.size() - 2));
}

} // namespace json
