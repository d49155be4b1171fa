// SPDX-License-Identifier: Apache-2.0
// An entry of an ARD manifest or of its predecessor, an AI Catalog: typed where it is understood, and whole
// as received.
#pragma once

#include "protocol/discovery/terms.h"
#include "protocol/discovery/urn.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace discovery {

/// Projection: of a registry's answer, where any term but the identifier may be left out (ARD §5.3.2).
enum class Container : std::uint8_t { Ard, AiCatalog, Projection };

/// What an entry leads to, by its media type.
enum class Kind : std::uint8_t { Other, McpServerCard, A2aAgentCard, Catalog, Registry };
Kind kindOf(std::string_view mediaType);
std::string_view toString(Kind kind);

struct Entry {
    std::string identifier;
    std::optional<AirUrn> urn; ///< nullopt: the identifier is none
    std::string displayName;
    std::string type; ///< media type
    std::string url; ///< as received: not necessarily one that may be followed. Empty if there is none
    json::Raw data; ///< empty if there is none
    std::vector<std::string> capabilities, tags, representativeQueries;
    std::string description, version, updatedAt; ///< empty: absent
    std::string identity; ///< of the trustManifest
    PublisherBinding binding = PublisherBinding::None;
    AcmpTerms acmp;
    json::Raw raw;
    std::vector<acmp::Finding> findings; ///< pointers and offsets are of `raw`

    bool trades() const { return acmp.isThere; }
    Kind kind() const { return kindOf(type); }
    /// Its indicative price for a capability; nullptr if it says none.
    const json::Decimal* priceOf(std::string_view capability) const;
};

/// Whatever can be read of a value that stands where an entry should.
Entry readEntry(const json::View& value, Container container);
/// The members of an entry and what they stand for under its @context, for showing.
std::vector<Term> termsOf(const Entry& entry);

} // namespace discovery
