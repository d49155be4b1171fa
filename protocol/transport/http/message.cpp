// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/message.h"

namespace http {

std::optional<std::string_view> Fields::find(std::string_view name) const
{
    for (const Field& field : m_fields) {
        if (equalsIgnoringCase(field.name, name)) {
            return field.value;
        }
    }
    return std::nullopt;
}

std::size_t Fields::count(std::string_view name) const
{
    return static_cast<std::size_t>(std::count_if(m_fields.begin(), m_fields.end(),
        [name](const Field& field) { return equalsIgnoringCase(field.name, name); }));
}

std::string mediaType(std::string_view contentType)
{
    return wire::lower(wire::trimmed(contentType.substr(0, contentType.find(';'))));
}

} // namespace http
