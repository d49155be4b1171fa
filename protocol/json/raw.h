// SPDX-License-Identifier: Apache-2.0
// A piece of JSON that travels byte-exact: shared bytes and a range in them. Headers that only carry JSON
// need no JSON library.
#pragma once

#include <QByteArray>

#include <optional>
#include <string>
#include <string_view>

namespace json {

class Raw final {
public:
    /// Nothing: not even null.
    Raw() = default;
    /// The whole of `bytes`, which must be one JSON value.
    explicit Raw(QByteArray bytes);
    Raw(QByteArray bytes, qsizetype offset, qsizetype length);
    /// The JSON string for `text`.
    static Raw string(std::string_view text);

    bool isEmpty() const { return m_length == 0; }
    std::string_view text() const
    {
        return { m_bytes.constData() + m_offset, static_cast<std::size_t>(m_length) };
    }
    /// The value as a string if it is one (WTF-8, see text.h); nullopt otherwise.
    std::optional<std::string> toText() const;
    bool isString() const { return !isEmpty() && text().front() == '"'; }

    /// The same bytes.
    friend bool operator==(const Raw& a, const Raw& b) { return a.text() == b.text(); }

private:
    QByteArray m_bytes;
    qsizetype m_offset = 0;
    qsizetype m_length = 0;
};

} // namespace json
