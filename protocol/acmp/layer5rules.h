// SPDX-License-Identifier: Apache-2.0
// The rules of Layer 5: ARD's of manifests and entries, and those of ACMP's terms in them. Private to
// rules.cpp.
#pragma once

#include "protocol/acmp/rules.h"

#include <array>

namespace acmp::table {

using enum Level;

// clang-format off
inline constexpr auto kDiscoveryRules = std::to_array<Rule>({
    { "ARD-4.1-context", Warning, "ARD §4.1", "What a @context defines can be used; other contexts than ARD's are not fetched." },
    { "ARD-4.2-field", Error, "ARD §4.2", "The members of an entry are of their types." },
    { "ARD-4.2-identifier", Error, "ARD §4.2.1", "identifier is there: urn:air:PUBLISHER:…:NAME." },
    { "ARD-4.2-required", Error, "ARD §4.2", "identifier, displayName and type are there." },
    { "ARD-4.2-queries", Warning, "ARD §4.2", "An entry has two to five representativeQueries." },
    { "ARD-4.2-publisher", Warning, "ARD §4.2.1", "PUBLISHER of an identifier is a public domain name." },
    { "ARD-3.3-type", Note, "ARD §3.3", "type is a media type that consumers know." },
    { "ARD-4.3-url-data", Error, "ARD §4.3", "An entry has either url or data." },
    { "ARD-4.3-url", Error, "ARD §4.3", "url is an absolute http or https URL." },
    { "ARD-4.3-data", Error, "ARD §4.3", "data is an object." },
    { "ARD-4.5-identity", Error, "ARD §4.5", "A trustManifest has an identity." },
    { "ARD-4.5.1-binding", Error, "ARD §4.5.1", "The identity of the trustManifest is the publisher's." },
    { "ARD-4.5.1-unverifiable", Note, "ARD §4.5.1", "The identity of the trustManifest names a host." },
    { "ARD-4.6-metadata", Error, "ARD §4.2", "The values of metadata are strings, numbers, booleans or null." },
    { "ARD-C-id", Error, "ARD Appendix C", "@id, where there is one, is the identifier." },
    { "ARD-5.1-entries", Error, "ARD §5.1", "A manifest is an object with an array of entries." },
    { "ARD-5.1-collections", Warning, "ARD §5.1", "A manifest has no collections: those of an older draft are not read." },
    { "ARD-5.1-context", Warning, "ARD §4.1", "@context belongs to each entry, not to the manifest." },
    { "ARD-5.1-duplicate", Warning, "ARD §5.1", "An identifier stands once in a manifest." },
    { "ARD-5.3-answer", Error, "ARD §5.3", "The members of a registry's answer are of their types." },
    { "ARD-5.3-page", Warning, "ARD §5.3.2", "A page has no more than was asked for, and its pageToken is another one." },
    { "ARD-5.3.2-score", Error, "ARD §5.3.2", "A result has a score, an integer from 0 to 100." },
    { "ARD-5.3.2-source", Error, "ARD §5.3.2", "A result names its registry: an absolute http or https URL." },
    { "ARD-5.4-referral", Error, "ARD §5.4", "A referral is of type application/ai-registry+json and has the URL of a registry." },
    { "AIC-media-type", Note, "AI Catalog", "An ARD entry says type where an AI Catalog says mediaType." },
    { "AIC-spec-version", Warning, "AI Catalog", "An AI Catalog says its specVersion." },
    { "MCP-card-field", Error, "MCP Server Card", "The members of a server card are there, and of their types." },
    { "MCP-card-schema", Warning, "MCP Server Card", "$schema names version 1 of the server card." },
    { "MCP-card-description", Warning, "MCP Server Card", "The description of a server card has at most 100 characters." },
    { "MCP-card-variable", Error, "MCP Server Card", "Each variable of an address or a header is described." },
    { "L5-namespace", Note, "Layer 5 \"The ACMP namespace\"", "A name that begins with acmp: is of ACMP's namespace." },
    { "L5-price-json", Warning, "Layer 5 \"The ACMP namespace\"", "acmp:price_cu_indicative is declared @json; else other consumers lose the map." },
    { "L5-term", Error, "Layer 5 \"What ACMP adds\"", "The terms of ACMP are of their types." },
    { "L5-tier", Warning, "Layer 5 \"What ACMP adds\"", "tier is S, A or B." },
    { "L5-availability", Error, "Layer 5 \"What ACMP adds\"", "availability is between 0 and 1." },
    { "L5-proof", Warning, "Layer 5 \"What ACMP adds\"", "Proof methods are those of Layer 3." },
    { "L5-endpoint", Error, "Layer 5 \"What ACMP adds\"", "negotiation_endpoint is an absolute http or https URL." },
    { "L5-price-basis", Warning, "Layer 5 \"The ACMP namespace\"", "Prices name the reference task that they are for." },
    { "L5-price-capability", Note, "Layer 5 \"The ACMP namespace\"", "Each price is for a capability that the entry lists." },
    { "L5-capability-price", Note, "Layer 5 \"The ACMP namespace\"", "Each capability has an indicative price." },
    { "L5-card-type", Note, "Layer 5 \"The entry describes the card\"", "An entry that trades describes an MCP server card or an A2A agent card." },
    { "L5-capability-object", Note, "Layer 5 \"Why the ACMP terms cannot live in the card\"", "The capability object is declared by the provider itself, not by an entry (decision D26)." },
});
// clang-format on

} // namespace acmp::table
