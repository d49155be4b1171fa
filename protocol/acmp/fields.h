// SPDX-License-Identifier: Apache-2.0
// How one member of a message is read and written, and the one walk that does it for all of them. Private to
// codec.cpp; tables.h describes each message by it.
#pragma once

#include "protocol/acmp/codec.h"
#include "protocol/json/writer.h"

#include <array>
#include <type_traits>

namespace acmp::codec {

/// The members of a message in the specification's order; specialised in tables.h.
template <class T>
struct Table;

/// Collects what is wrong while a message is read.
class Reader final {
public:
    explicit Reader(std::string_view section)
        : m_section(section)
    {
    }
    void addWrong(const json::View& value, std::string_view expected);
    void addMissing(const json::View& object, std::string_view name, std::string_view expected);
    std::vector<FieldError>& errors() { return m_errors; }

private:
    std::string_view m_section; ///< of the outermost message: a chunk's {type, data} is part of that message
    std::vector<FieldError> m_errors;
};

template <class T>
struct Field {
    std::string_view name;
    std::string_view expected;
    bool isRequired;
    void (*read)(const json::View& value, T& message, Reader& reader);
    void (*write)(json::Writer& writer, std::string_view name, const T& message);
};

template <class V>
inline constexpr bool kIsOptional = false;
template <class V>
inline constexpr bool kIsOptional<std::optional<V>> = true;

template <class V>
struct ValueOf {
    using Type = V;
};
template <class V>
struct ValueOf<std::optional<V>> {
    using Type = V;
};

/// What a member of this type must be; any other type is a message of its own.
template <class V>
inline constexpr std::string_view kExpected = "an object";
template <>
inline constexpr std::string_view kExpected<std::string> = "a string";
template <>
inline constexpr std::string_view kExpected<std::int64_t> = "an integer";
template <>
inline constexpr std::string_view kExpected<bool> = "true or false";
template <>
inline constexpr std::string_view kExpected<json::Decimal> = "a number";
template <>
inline constexpr std::string_view kExpected<json::Raw> = "a value";
template <>
inline constexpr std::string_view kExpected<std::vector<std::string>> = "an array of strings";
template <>
inline constexpr std::string_view kExpected<Content> = "an object {type, data}";

void readValue(const json::View& value, std::string& target, Reader& reader);
void readValue(const json::View& value, std::int64_t& target, Reader& reader);
void readValue(const json::View& value, bool& target, Reader& reader);
void readValue(const json::View& value, json::Decimal& target, Reader& reader);
void readValue(const json::View& value, json::Raw& target, Reader& reader);
void readValue(const json::View& value, std::vector<std::string>& target, Reader& reader);

void writeValue(json::Writer& writer, const std::string& value);
void writeValue(json::Writer& writer, std::int64_t value);
void writeValue(json::Writer& writer, bool value);
void writeValue(json::Writer& writer, const json::Decimal& value);
void writeValue(json::Writer& writer, const json::Raw& value);
void writeValue(json::Writer& writer, const std::vector<std::string>& value);

template <class T>
void readMessage(const json::View& value, T& message, Reader& reader);
template <class T>
void writeMessage(json::Writer& writer, const T& message);

template <auto member, class T>
void readField(const json::View& value, T& message, Reader& reader)
{
    using Declared = std::remove_reference_t<decltype(message.*member)>;
    using Value = typename ValueOf<Declared>::Type;
    Value* target = nullptr;
    if constexpr (kIsOptional<Declared>) {
        if (value.isNull())
            return;
        target = &(message.*member).emplace();
    } else {
        target = &(message.*member);
    }
    if constexpr (requires { Table<Value>::kFields; })
        readMessage(value, *target, reader);
    else
        readValue(value, *target, reader);
}

template <auto member, class T>
void writeField(json::Writer& writer, std::string_view name, const T& message)
{
    using Declared = std::remove_cvref_t<decltype(message.*member)>;
    using Value = typename ValueOf<Declared>::Type;
    const auto write = [&](const Value& value) {
        writer.key(name);
        if constexpr (requires { Table<Value>::kFields; })
            writeMessage(writer, value);
        else
            writeValue(writer, value);
    };
    if constexpr (kIsOptional<Declared>) {
        if (message.*member)
            write(*(message.*member));
    } else {
        write(message.*member);
    }
}

template <class T, class V>
T ownerOf(V T::*);

/// The member `member` under its name on the wire; required unless it is a std::optional.
template <auto member>
consteval auto field(std::string_view name)
{
    using T = decltype(ownerOf(member));
    using Declared = std::remove_reference_t<decltype(std::declval<T&>().*member)>;
    using Value = typename ValueOf<Declared>::Type;
    return Field<T> { name, kExpected<Value>, !kIsOptional<Declared>, &readField<member, T>,
        &writeField<member, T> };
}

} // namespace acmp::codec
