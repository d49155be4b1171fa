// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/writer.h"

#include "protocol/json/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace json {

namespace {

template <typename Number>
void appendNumber(std::string& out, Number number)
{
    std::array<char, 32> buffer {};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    out.append(buffer.data(), result.ptr);
}

} // namespace

void Writer::separate()
{
    if (m_comma) {
        m_out += ',';
    }
    m_comma = true;
}

Writer& Writer::beginObject()
{
    separate();
    m_out += '{';
    m_comma = false;
    return *this;
}

Writer& Writer::endObject()
{
    m_out += '}';
    m_comma = true;
    return *this;
}

Writer& Writer::beginArray()
{
    separate();
    m_out += '[';
    m_comma = false;
    return *this;
}

Writer& Writer::endArray()
{
    m_out += ']';
    m_comma = true;
    return *this;
}

Writer& Writer::key(std::string_view name)
{
    string(name);
    m_out += ':';
    m_comma = false;
    return *this;
}

Writer& Writer::string(std::string_view text)
{
    separate();
    appendQuoted(m_out, text);
    return *this;
}

Writer& Writer::integer(std::int64_t number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

Writer& Writer::number(const Decimal& number)
{
    return raw(number.text());
}

Writer& Writer::real(double number)
{
    Q_ASSERT(std::isfinite(number));
    separate();
    appendNumber(m_out, number);
    return *this;
}

Writer& Writer::boolean(bool value)
{
    return raw(value ? std::string_view("true") : std::string_view("false"));
}

Writer& Writer::null()
{
    return raw(std::string_view("null"));
}

Writer& Writer::raw(const Raw& value)
{
    return raw(value.isEmpty() ? std::string_view("null") : value.text());
}

Writer& Writer::raw(std::string_view json)
{
    separate();
    m_out += json;
    return *this;
}

void Writer::clear()
{
    m_out.clear();
    m_comma = false;
}

} // namespace json
