// SPDX-License-Identifier: Apache-2.0
// An offer_id that carries its own terms: base64url(terms ‖ MAC). Quoting so needs no memory, and a forged id
// is none (Layer 6 §3, decision D31).
#pragma once

#include "protocol/json/decimal.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

struct Terms {
    std::uint64_t nonce = 0;
    std::uint32_t capability = 0; ///< index in the scenario
    bool hasProof = false; ///< result-hash
    json::Decimal priceCu;
    std::int64_t validUntilMs = 0;
    bool operator==(const Terms&) const = default;
};

class OfferIdCodec final {
public:
    using Key = std::array<unsigned char, 32>;
    explicit OfferIdCodec(const Key& key)
        : m_key(key)
    {
    }

    std::string encode(const Terms& terms) const;
    /// nullopt: not one of ours.
    std::optional<Terms> decode(std::string_view offerId) const;

private:
    using Mac = std::array<unsigned char, 16>;
    Mac macOf(std::string_view terms) const;

    Key m_key;
};

} // namespace engine
