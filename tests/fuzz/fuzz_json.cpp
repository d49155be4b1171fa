// SPDX-License-Identifier: Apache-2.0
// Any bytes: what the scanner says of them holds together, and what it accepts survives being read, written
// and made canonical.
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"
#include "protocol/json/writer.h"

#include <cmath>

namespace {

void require(bool truth)
{
    if (!truth) {
        __builtin_trap();
    }
}

void checkTape(const json::Document& document)
{
    const std::vector<json::Token>& tokens = document.tape().tokens;
    std::size_t last = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const json::Token& token = tokens[i];
        require(token.offset >= last && token.next > i && token.next <= tokens.size());
        require(token.offset + std::size_t { token.length } <= document.text().size());
        last = token.offset;
    }
}

void checkNumber(const json::View& view)
{
    const auto decimal = view.decimal();
    const double real = view.toDouble().value_or(std::nan(""));
    require(decimal && decimal->text() == view.lexeme() && *decimal == *decimal && !std::isnan(real));
    const auto integer = view.toInt64();
    require(!integer || *decimal == *json::Decimal::parse(std::to_string(*integer)));
    require((view.flags() & json::kFractional) != 0 || integer || std::abs(real) > 9e18);
    if (const auto doubled = json::Decimal::sum(*decimal, *decimal)) {
        require(*json::Decimal::product(*decimal, *json::Decimal::parse("2")) == *doubled);
        require(view.lexeme().front() == '-' ? *doubled <= *decimal : *doubled >= *decimal);
    }
    if (std::isfinite(real) && real != 0) {
        const json::Decimal printed = *json::Decimal::parse(json::canonicalNumber(real));
        require(printed.toDouble() == real);
    }
}

void checkString(const json::View& view)
{
    const std::string text = *view.text();
    require(view.equals(text) && !view.equals(text + 'x'));
    json::Writer writer;
    const auto again = json::Document::parse(writer.string(text).toBytes());
    require(again && again->root().text() == text);
    require(json::isValidUtf8(text) == ((view.flags() & json::kLoneSurrogate) == 0));
    for (std::size_t cut = 0; cut <= text.size() && cut < 40; ++cut) {
        std::string joined = text.substr(0, cut);
        json::appendJoiningSurrogates(joined, std::string_view(text).substr(cut));
        require(joined == text);
    }
}

void walk(const json::Document& document, const json::View& view)
{
    require(document.pointerAt(view.offset()) == view.pointer());
    if ((document.flags() & json::kDuplicateKey) == 0) {
        require(document.at(view.pointer()).tokenIndex() == view.tokenIndex());
    }
    std::size_t count = 0;
    for (const json::Member member : view.members()) {
        require((member.key.flags() & json::kDuplicateKey) != 0 || view[member.name()].isValid());
        checkString(member.key);
        walk(document, member.value);
        ++count;
    }
    for (const json::View element : view.elements()) {
        walk(document, element);
        ++count;
    }
    require(count == view.size());
    if (view.isNumber()) {
        checkNumber(view);
    } else if (view.isString()) {
        checkString(view);
    }
}

void checkCanonical(const json::Document& document)
{
    const auto first = json::canonical(document.root());
    if (!first) {
        constexpr int kReasons = json::kLoneSurrogate | json::kDuplicateKey | json::kOutOfRange;
        require((document.flags() & kReasons) != 0 && first.error().offset < document.text().size());
        return;
    }
    const auto again = json::Document::parse(QByteArray::fromStdString(*first));
    require(again.has_value() && json::canonical(again->root()) == *first);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const char* data, std::size_t size)
{
    json::Document document;
    const auto length = static_cast<qsizetype>(size);
    if (document.reset(QByteArray(data, length), 0, length)) {
        checkTape(document);
        walk(document, document.root());
        checkCanonical(document);
    } else {
        checkTape(document);
        require(document.error().offset <= size && !document.error().expected.empty());
        require((document.error().offset == size) == (document.error().found == "end of text"));
        require(!document.root().isValid());
    }
    return 0;
}
