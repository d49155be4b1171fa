// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/canonicalraw.h"

#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/json/text.h"

namespace engine {

std::optional<std::string> canonicalOf(const json::Raw& value)
{
    if (value.isString()) {
        if (!value.text().contains('\\')) {
            return std::string(value.text());
        }
        const std::string text = value.toText().value_or("");
        if (!json::isValidUtf8(text)) {
            return std::nullopt;
        }
        std::string canonical;
        json::appendQuoted(canonical, text);
        return canonical;
    }
    json::Document document;
    if (!document.borrow(value.text())) {
        return std::nullopt;
    }
    auto canonical = json::canonical(document.root());
    return canonical ? std::optional(std::move(*canonical)) : std::nullopt;
}

} // namespace engine
