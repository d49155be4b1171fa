// SPDX-License-Identifier: Apache-2.0
// What of an object a signature covers: its bytes in each form that a signer may have hashed (decision D12).
#pragma once

#include "protocol/json/view.h"
#include "protocol/wire/error.h"

#include <expected>
#include <string>

namespace identity {

/// What was hashed.
struct Payload {
    std::string bytes;
    std::string hash; ///< "sha256:<hex>" of them
    bool isJcs = true; ///< else the ASCII-escaped form of Python's json.dumps
    bool withoutSubstrate = false; ///< without resultType and _meta, which MCP adds to a result
    bool operator==(const Payload&) const = default;
};

/// The form of `object`, without its `sig`, whose hash is `payloadHash`; the JCS of all of it if there is
/// none. Fails for what has no canonical form.
std::expected<Payload, wire::Error> payloadOf(const json::View& object, std::string_view payloadHash);

/// The first number that a signature covers only as the double next to it, "/price_cu: 0.30000000000000001
/// counts as 0.3"; empty if there is none.
std::string inexactNumber(const json::View& value);

} // namespace identity
