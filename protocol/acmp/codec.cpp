// SPDX-License-Identifier: Apache-2.0
#include "protocol/acmp/codec.h"

#include "protocol/acmp/tables.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"
#include "protocol/wire/error.h"

namespace acmp {

std::string FieldError::toString() const
{
    std::string all = pointer.empty() ? std::string("the whole") : pointer;
    all.append(": expected ").append(expected).append(", found ").append(found);
    all.append(" (byte ").append(std::to_string(offset)).append(", ").append(section).append(")");
    return all;
}

namespace codec {
namespace {

/// A list of a million wrong elements is one mistake, not a million.
constexpr std::size_t kMaxWrongElements = 16;
constexpr std::size_t kExcerptBytes = 80;

/// The name a key stands for; `unescaped` lends its memory where it is escaped in the text. Looks at the tape
/// itself: this is half of what reading a chunk costs.
std::string_view nameOf(const json::View& key, std::string& unescaped)
{
    const json::Document& document = *key.document();
    const json::Token& token = document.tape().tokens[key.tokenIndex()];
    const std::string_view inner(document.text().data() + token.offset + 1, token.length - 2);
    if (!(token.flags & json::kEscaped))
        return inner;
    unescaped = json::unescape(inner);
    return unescaped;
}

/// Index of the field of that name, or the number of fields. Peers mostly keep to the order of the
/// specification, so the look-up begins at `hint`.
template <class T>
std::size_t fieldIndex(std::string_view name, std::size_t hint)
{
    constexpr auto& fields = Table<T>::kFields;
    for (std::size_t n = 0; n < fields.size(); ++n) {
        const std::size_t i = hint + n < fields.size() ? hint + n : hint + n - fields.size();
        if (fields[i].name == name)
            return i;
    }
    return fields.size();
}

} // namespace

void Reader::addWrong(const json::View& value, std::string_view expected)
{
    if (value.isValid()) {
        m_errors.push_back({ value.pointer(), value.offset(), std::string(expected),
            wire::excerpt(value.lexeme(), kExcerptBytes), m_section });
    } else {
        m_errors.push_back({ {}, 0, std::string(expected), "nothing", m_section });
    }
}

void Reader::addMissing(const json::View& object, std::string_view name, std::string_view expected)
{
    m_errors.push_back({ object.pointer().append("/").append(name), object.offset(), std::string(expected),
        "nothing", m_section });
}

void readValue(const json::View& value, std::string& target, Reader& reader)
{
    if (std::optional<std::string> text = value.text())
        target = std::move(*text);
    else
        reader.addWrong(value, kExpected<std::string>);
}

void readValue(const json::View& value, std::int64_t& target, Reader& reader)
{
    if (const std::optional<std::int64_t> number = value.toInt64())
        target = *number;
    else
        reader.addWrong(value, kExpected<std::int64_t>);
}

void readValue(const json::View& value, bool& target, Reader& reader)
{
    if (const std::optional<bool> boolean = value.boolean())
        target = *boolean;
    else
        reader.addWrong(value, kExpected<bool>);
}

void readValue(const json::View& value, json::Decimal& target, Reader& reader)
{
    if (std::optional<json::Decimal> decimal = value.decimal())
        target = std::move(*decimal);
    else
        reader.addWrong(value, kExpected<json::Decimal>);
}

void readValue(const json::View& value, json::Raw& target, Reader&)
{
    target = value.raw();
}

void readValue(const json::View& value, std::vector<std::string>& target, Reader& reader)
{
    if (!value.isArray()) {
        reader.addWrong(value, kExpected<std::vector<std::string>>);
        return;
    }
    std::size_t wrong = 0;
    for (const json::View element : value.elements()) {
        if (std::optional<std::string> text = element.text())
            target.push_back(std::move(*text));
        else if (++wrong <= kMaxWrongElements)
            reader.addWrong(element, kExpected<std::string>);
    }
}

void writeValue(json::Writer& writer, const std::string& value)
{
    writer.string(value);
}

void writeValue(json::Writer& writer, std::int64_t value)
{
    writer.integer(value);
}

void writeValue(json::Writer& writer, bool value)
{
    writer.boolean(value);
}

void writeValue(json::Writer& writer, const json::Decimal& value)
{
    writer.number(value);
}

void writeValue(json::Writer& writer, const json::Raw& value)
{
    writer.raw(value);
}

void writeValue(json::Writer& writer, const std::vector<std::string>& value)
{
    writer.beginArray();
    for (const std::string& element : value)
        writer.string(element);
    writer.endArray();
}

template <class T>
void readMessage(const json::View& value, T& message, Reader& reader)
{
    if (!value.isObject()) {
        reader.addWrong(value, kExpected<T>);
        return;
    }
    constexpr auto& fields = Table<T>::kFields;
    // Of duplicate keys the last counts, so nothing is read before the walk is over.
    std::array<json::View, fields.size()> values;
    std::size_t hint = 0;
    std::string unescaped;
    for (const json::Member member : value.members()) {
        const std::size_t i = fieldIndex<T>(nameOf(member.key, unescaped), hint);
        if (i == fields.size()) {
            message.extra.emplace_back(member.name(), member.value.raw());
            continue;
        }
        values[i] = member.value;
        hint = i + 1;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (values[i].isValid())
            fields[i].read(values[i], message, reader);
        else if (fields[i].isRequired)
            reader.addMissing(value, fields[i].name, fields[i].expected);
    }
}

template <class T>
void writeMessage(json::Writer& writer, const T& message)
{
    writer.beginObject();
    for (const Field<T>& field : Table<T>::kFields)
        field.write(writer, field.name, message);
    for (const auto& [name, value] : message.extra)
        writer.key(name).raw(value);
    writer.endObject();
}

} // namespace codec

template <class T>
Decoded<T> decode(const json::View& value)
{
    Decoded<T> decoded;
    codec::Reader reader(codec::Table<T>::kSection);
    codec::readMessage(value, *decoded, reader);
    if (!reader.errors().empty())
        decoded = std::unexpected(std::move(reader.errors()));
    return decoded;
}

template <class T>
void encode(json::Writer& writer, const T& message)
{
    codec::writeMessage(writer, message);
}

template <class T>
QByteArray toJson(const T& message)
{
    json::Writer writer;
    encode(writer, message);
    return writer.toBytes();
}

namespace {

template <class Variant>
void encodeHeld(json::Writer& writer, const Variant& variant)
{
    std::visit([&](const auto& message) { codec::writeMessage(writer, message); }, variant);
}

} // namespace

void encode(json::Writer& writer, const Request& request)
{
    encodeHeld(writer, request);
}

void encode(json::Writer& writer, const BuyerNotification& notification)
{
    encodeHeld(writer, notification);
}

void encode(json::Writer& writer, const ProviderNotification& notification)
{
    encodeHeld(writer, notification);
}

void encode(json::Writer& writer, const Answer& answer)
{
    encodeHeld(writer, answer);
}

#define ACMP_CODEC_OF(Type)                                                                                  \
    template Decoded<Type> decode(const json::View&);                                                        \
    template void encode(json::Writer&, const Type&);                                                        \
    template QByteArray toJson(const Type&);

ACMP_CODEC_OF(Content)
ACMP_CODEC_OF(Invoke)
ACMP_CODEC_OF(Proof)
ACMP_CODEC_OF(TaskResult)
ACMP_CODEC_OF(TaskError)
ACMP_CODEC_OF(InputChunk)
ACMP_CODEC_OF(StreamChunk)
ACMP_CODEC_OF(Heartbeat)
ACMP_CODEC_OF(Cancel)
ACMP_CODEC_OF(OfferRequest)
ACMP_CODEC_OF(Offer)
ACMP_CODEC_OF(Accept)
ACMP_CODEC_OF(Ack)
ACMP_CODEC_OF(Capability)
#undef ACMP_CODEC_OF

template QByteArray toJson(const Request&);
template QByteArray toJson(const BuyerNotification&);
template QByteArray toJson(const ProviderNotification&);
template QByteArray toJson(const Answer&);

} // namespace acmp
