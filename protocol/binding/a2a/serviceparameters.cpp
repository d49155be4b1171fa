// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/serviceparameters.h"

#include "protocol/a2a/names.h"
#include "protocol/binding/a2a/routes.h"

#include <algorithm>

namespace a2a {

bool listsExtension(const http::Fields& fields)
{
    for (const http::Field& field : fields) {
        if (!http::equalsIgnoringCase(field.name, header::kExtensions))
            continue;
        for (std::string_view rest = field.value; !rest.empty();) {
            const auto comma = rest.find(',');
            std::string_view uri = rest.substr(0, comma);
            uri.remove_prefix(std::min(uri.find_first_not_of(" \t"), uri.size()));
            uri = uri.substr(0, uri.find_last_not_of(" \t") + 1);
            if (uri == kExtensionUri)
                return true;
            rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
        }
    }
    return false;
}

std::string_view queryOf(std::string_view target)
{
    const auto mark = target.find('?');
    return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

std::string askedVersion(const http::RequestHead& head)
{
    if (const auto version = head.fields.find(header::kVersion))
        return std::string(*version);
    for (std::string_view rest = queryOf(head.target); !rest.empty();) {
        const auto end = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        const auto equals = std::min(pair.find('='), pair.size());
        if (http::equalsIgnoringCase(pair.substr(0, equals), header::kVersion))
            return percentDecoded(pair.substr(std::min(equals + 1, pair.size())));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return {};
}

} // namespace a2a
