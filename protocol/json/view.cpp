// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/view.h"

#include "protocol/json/document.h"
#include "protocol/json/number.h"
#include "protocol/json/pointer.h"
#include "protocol/json/text.h"

namespace json {

namespace {

bool stringEquals(std::string_view documentText, const Token& token, std::string_view text)
{
    const std::string_view inner = innerText(documentText, token);
    // An escape is longer than what it stands for.
    return (token.flags & kEscaped) == 0 ? inner == text
                                         : inner.size() > text.size() && unescape(inner) == text;
}

} // namespace

const Token& View::token() const
{
    return m_document->m_tape.tokens[m_index];
}

Kind View::kind() const
{
    Q_ASSERT(isValid());
    return token().kind;
}

std::uint8_t View::flags() const
{
    return isValid() ? token().flags : 0;
}

std::string_view View::lexeme() const
{
    if (!isValid()) {
        return {};
    }
    return m_document->text().substr(token().offset, token().length);
}

std::size_t View::offset() const
{
    return isValid() ? token().offset : 0;
}

std::string View::pointer() const
{
    return isValid() ? pointerWithin(m_document->root(), *this) : std::string();
}

View View::operator[](std::string_view key) const
{
    if (!isObject()) {
        return {};
    }
    const std::vector<Token>& tokens = m_document->m_tape.tokens;
    const std::string_view text = m_document->text();
    const bool unique = (m_document->flags() & kDuplicateKey) == 0;
    View found;
    for (std::uint32_t i = m_index + 1; i < token().next; i = tokens[i + 1].next) {
        if (stringEquals(text, tokens[i], key)) {
            found = View(m_document, i + 1);
            if (unique) {
                break;
            }
        }
    }
    return found;
}

View View::operator[](std::size_t index) const
{
    for (const View element : elements()) {
        if (index == 0) {
            return element;
        }
        --index;
    }
    return {};
}

std::size_t View::size() const
{
    if (!isArray() && !isObject()) {
        return 0;
    }
    const std::vector<Token>& tokens = m_document->m_tape.tokens;
    const std::uint32_t toValue = isObject() ? 1 : 0;
    std::size_t count = 0;
    for (std::uint32_t i = m_index + 1; i < token().next; i = tokens[i + toValue].next) {
        ++count;
    }
    return count;
}

View::Members View::members() const
{
    Members members;
    if (isObject()) {
        members.m_document = m_document;
        members.m_begin = m_index + 1;
        members.m_end = token().next;
    }
    return members;
}

View::Elements View::elements() const
{
    Elements elements;
    if (isArray()) {
        elements.m_document = m_document;
        elements.m_begin = m_index + 1;
        elements.m_end = token().next;
    }
    return elements;
}

std::optional<std::string> View::text() const
{
    if (!isString() && !is(Kind::Key)) {
        return std::nullopt;
    }
    const std::string_view inner = innerText(m_document->text(), token());
    return (token().flags & kEscaped) != 0 ? unescape(inner) : std::string(inner);
}

bool View::equals(std::string_view text) const
{
    return (isString() || is(Kind::Key)) && stringEquals(m_document->text(), token(), text);
}

std::optional<bool> View::boolean() const
{
    if (is(Kind::True)) {
        return true;
    }
    return is(Kind::False) ? std::optional(false) : std::nullopt;
}

std::optional<std::int64_t> View::toInt64() const
{
    return isNumber() ? json::toInt64(lexeme()) : std::nullopt;
}

std::optional<double> View::toDouble() const
{
    return isNumber() ? std::optional(json::toDouble(lexeme())) : std::nullopt;
}

std::optional<Decimal> View::decimal() const
{
    return isNumber() ? Decimal::parse(lexeme()) : std::nullopt;
}

Raw View::raw() const
{
    if (!isValid()) {
        return {};
    }
    return { m_document->m_bytes, m_document->m_offset + static_cast<qsizetype>(token().offset),
        static_cast<qsizetype>(token().length) };
}

std::string Member::name() const
{
    return key.textOrEmpty();
}

View::Members::Iterator View::Members::begin() const
{
    Iterator iterator;
    iterator.m_document = m_document;
    iterator.m_index = m_begin;
    return iterator;
}

View::Members::Iterator View::Members::end() const
{
    Iterator iterator;
    iterator.m_document = m_document;
    iterator.m_index = m_end;
    return iterator;
}

View::Members::Iterator& View::Members::Iterator::operator++()
{
    m_index = m_document->tape().tokens[m_index + 1].next;
    return *this;
}

View::Elements::Iterator View::Elements::begin() const
{
    Iterator iterator;
    iterator.m_document = m_document;
    iterator.m_index = m_begin;
    return iterator;
}

View::Elements::Iterator View::Elements::end() const
{
    Iterator iterator;
    iterator.m_document = m_document;
    iterator.m_index = m_end;
    return iterator;
}

View::Elements::Iterator& View::Elements::Iterator::operator++()
{
    m_index = m_document->tape().tokens[m_index].next;
    return *this;
}

} // namespace json
