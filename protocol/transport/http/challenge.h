// SPDX-License-Identifier: Apache-2.0
// What a server asks for before it answers: the challenges of WWW-Authenticate (RFC 9110 §11.6.1). Pure.
#pragma once

#include "protocol/transport/http/message.h"

namespace http {

struct Challenge {
    std::string scheme; ///< as written: "Bearer"
    std::string token68; ///< of schemes that give one value instead of parameters
    Fields parameters; ///< unquoted

    bool operator==(const Challenge&) const = default;
};

/// Of every field of that name, in order. What can't be read is left out.
std::vector<Challenge> readChallenges(const Fields& fields, std::string_view name = "WWW-Authenticate");

} // namespace http
