// SPDX-License-Identifier: Apache-2.0
// One value within a Document, as it stands there. Cheap to copy; valid while its document lives and is not
// reset. Asking a value for what it is not gives nullopt or an invalid view, never an error.
#pragma once

#include "protocol/json/decimal.h"
#include "protocol/json/raw.h"
#include "protocol/json/scanner.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace json {

class Document;

class View final {
public:
    class Members;
    class Elements;

    /// Invalid: no value.
    View() = default;

    bool isValid() const { return m_document != nullptr; }
    explicit operator bool() const { return isValid(); }
    /// Only of a valid view.
    Kind kind() const;
    bool is(Kind kind) const { return isValid() && this->kind() == kind; }
    bool isObject() const { return is(Kind::Object); }
    bool isArray() const { return is(Kind::Array); }
    bool isString() const { return is(Kind::String); }
    bool isNumber() const { return is(Kind::Number); }
    bool isNull() const { return is(Kind::Null); }
    std::uint8_t flags() const;

    /// The bytes of the value as received, quotes and brackets included; empty if invalid.
    std::string_view lexeme() const;
    /// Of its first byte, from the start of the document's text.
    std::size_t offset() const;
    /// RFC 6901.
    std::string pointer() const;

    /// Member of an object (the last of that name), by its unescaped name.
    View operator[](std::string_view key) const;
    /// Element of an array.
    View operator[](std::size_t index) const;
    /// Members or elements; 0 for anything else.
    std::size_t size() const;
    Members members() const;
    Elements elements() const;

    /// A string's characters (WTF-8, see text.h).
    std::optional<std::string> text() const;
    /// The same, empty for what is no string.
    std::string textOrEmpty() const { return text().value_or(std::string()); }
    /// True if the value is a string with just these characters; allocates only if it is escaped.
    bool equals(std::string_view text) const;
    std::optional<bool> boolean() const;
    /// A number whose value is an integer of 64 bits, however written (5, 5.0, 5e0).
    std::optional<std::int64_t> toInt64() const;
    std::optional<double> toDouble() const;
    std::optional<Decimal> decimal() const;
    Raw raw() const;

    const Document* document() const { return m_document; }
    std::uint32_t tokenIndex() const { return m_index; }

private:
    friend class Document;
    View(const Document* document, std::uint32_t index)
        : m_document(document)
        , m_index(index)
    {
    }
    const Token& token() const;

    const Document* m_document = nullptr;
    std::uint32_t m_index = 0;
};

/// A member of an object.
struct Member {
    View key; ///< a token of kind Key; name() unescapes it
    View value;
    std::string name() const;
};

/// Ranges for `for (const json::Member member : view.members())` and `for (const json::View value :
/// view.elements())`; empty for a value of another kind.
class View::Members final {
public:
    class Iterator;
    Iterator begin() const;
    Iterator end() const;

private:
    friend class View;
    const Document* m_document = nullptr;
    std::uint32_t m_begin = 0;
    std::uint32_t m_end = 0;
};

class View::Elements final {
public:
    class Iterator;
    Iterator begin() const;
    Iterator end() const;

private:
    friend class View;
    const Document* m_document = nullptr;
    std::uint32_t m_begin = 0;
    std::uint32_t m_end = 0;
};

class View::Members::Iterator final {
public:
    Member operator*() const { return { View(m_document, m_index), View(m_document, m_index + 1) }; }
    Iterator& operator++();
    bool operator==(const Iterator&) const = default;

private:
    friend class Members;
    const Document* m_document = nullptr;
    std::uint32_t m_index = 0; // of the key
};

class View::Elements::Iterator final {
public:
    View operator*() const { return { m_document, m_index }; }
    Iterator& operator++();
    bool operator==(const Iterator&) const = default;

private:
    friend class Elements;
    const Document* m_document = nullptr;
    std::uint32_t m_index = 0;
};

} // namespace json
