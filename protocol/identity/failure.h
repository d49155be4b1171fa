// SPDX-License-Identifier: Apache-2.0
// How this layer's readers say what is wrong with what they were given. Internal to identity/.
#pragma once

#include "protocol/wire/error.h"

#include <expected>
#include <string>

namespace identity {

inline std::unexpected<wire::Error> wrong(
    std::string message, std::string expected = {}, std::string_view found = {}, std::string where = {})
{
    return std::unexpected(wire::Error { .kind = wire::ErrorKind::Protocol,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = wire::excerpt(found),
        .where = std::move(where) });
}

} // namespace identity
