// SPDX-License-Identifier: Apache-2.0
// Writes compact JSON, member by member, in the order it is told. For messages on the hot path; whatever is
// written seldom (files, settings) uses nlohmann_json.
#pragma once

#include "protocol/json/decimal.h"
#include "protocol/json/raw.h"

#include <QByteArray>

#include <cstdint>
#include <string>
#include <string_view>

namespace json {

class Writer final {
public:
    Writer& beginObject();
    Writer& endObject();
    Writer& beginArray();
    Writer& endArray();
    Writer& key(std::string_view name);

    Writer& string(std::string_view text); ///< UTF-8 or WTF-8
    Writer& integer(std::int64_t number);
    Writer& number(const Decimal& number); ///< as written
    Writer& real(double number); ///< shortest form that reads back; must be finite
    Writer& boolean(bool value);
    Writer& null();
    Writer& raw(const Raw& value); ///< byte for byte; an empty Raw writes null
    Writer& raw(std::string_view json); ///< must be one JSON value

    const std::string& text() const { return m_out; }
    QByteArray toBytes() const { return QByteArray(m_out.data(), static_cast<qsizetype>(m_out.size())); }
    /// Empties the writer and keeps its memory.
    void clear();

private:
    void separate();

    std::string m_out;
    bool m_comma = false;
};

} // namespace json
