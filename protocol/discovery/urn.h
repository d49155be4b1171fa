// SPDX-License-Identifier: Apache-2.0
// Identifiers of ARD entries (ARD §4.2.1, Appendix C), and whom a trust manifest names (ARD §4.5.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace discovery {

/// urn:air:PUBLISHER[:SPACE]:NAME. Compared as it stands: case counts.
struct AirUrn {
    std::string publisher; ///< a domain name
    std::string space; ///< may hold colons; empty if there is none
    std::string name;
    bool operator==(const AirUrn&) const = default;

    static std::optional<AirUrn> parse(std::string_view text);
};

/// The host, in lower case, that an identity names: of spiffe://HOST/…, did:web:HOST[:…], https://HOST/….
/// nullopt for any other.
std::optional<std::string> hostOfIdentity(std::string_view identity);

enum class PublisherBinding : std::uint8_t {
    None, ///< no identity is given
    Same,
    Subdomain, ///< of the publisher's
    Other, ///< the entry claims a publisher that its identity is not of
    Unverifiable ///< the identity names no host, or the identifier no publisher
};
PublisherBinding bindingOf(const std::optional<AirUrn>& urn, std::string_view identity);
std::string_view toString(PublisherBinding binding);

} // namespace discovery
