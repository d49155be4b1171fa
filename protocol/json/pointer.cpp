// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/pointer.h"

#include "protocol/json/document.h"
#include "protocol/json/text.h"

namespace json {

namespace {

void appendStep(std::string& pointer, std::string_view name)
{
    pointer += '/';
    for (const char c : name) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
}

std::string nameOf(const Document& document, const Token& key)
{
    const std::string_view inner = document.text().substr(key.offset + 1, key.length - 2);
    return (key.flags & kEscaped) == 0 ? std::string(inner) : unescape(inner);
}

} // namespace

std::string pointerWithin(const View& ancestor, const View& value)
{
    if (!ancestor || !value) {
        return {};
    }
    std::string pointer;
    const Document& document = *value.document();
    const std::vector<Token>& tokens = document.tape().tokens;
    // Downwards, always into the child that holds this token; a key's pointer is its value's.
    const std::uint32_t target = value.is(Kind::Key) ? value.tokenIndex() + 1 : value.tokenIndex();
    for (std::uint32_t container = ancestor.tokenIndex(); container != target;) {
        const bool inObject = tokens[container].kind == Kind::Object;
        std::size_t position = 0;
        std::uint32_t child = inObject ? container + 2 : container + 1;
        while (tokens[child].next <= target) {
            child = tokens[child].next + (inObject ? 1 : 0);
            ++position;
        }
        appendStep(pointer, inObject ? nameOf(document, tokens[child - 1]) : std::to_string(position));
        container = child;
    }
    return pointer;
}

} // namespace json
