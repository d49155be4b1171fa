// SPDX-License-Identifier: Apache-2.0
// What is asked of a registry, and what it answers (ARD §5.3, §5.4).
#pragma once

#include "protocol/discovery/filter.h"
#include "protocol/wire/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace discovery {

/// Whom a registry asks besides its own index (ARD §5.4).
enum class Federation : std::uint8_t {
    None,
    Referrals, ///< it names other registries
    Auto ///< it asks other registries itself
};
std::string_view toString(Federation federation); ///< as on the wire

/// A term has one of the values. "acmp:" is bound to ACMP's namespace.
struct Constraint {
    std::string path; ///< "type", "publisher", "metadata.region", "acmp:tier"
    std::vector<std::string> values;
    bool operator==(const Constraint&) const = default;
};

struct RegistryQuery {
    /// Its words are what is searched for, by meaning as the registry sees it. What a registry can filter by
    /// is sent (capability, tier, proof); what it did not apply is applied here.
    Filter filter = {};
    std::vector<Constraint> constraints = {}; ///< further ones: only the registry applies them
    Federation federation = Federation::Referrals;
    int pageSize = 20; ///< 1 to 100
    std::string pageToken = {}; ///< of the page before; empty: the first
};

struct Hit {
    Entry entry = {};
    std::optional<int> score = {}; ///< 0 to 100, of relevance alone: it says nothing of trust
    std::string source = {}; ///< base URL of the registry that has the whole entry
    bool isWhole = false; ///< the entry was retrieved there: it is no projection
};

struct SearchPage {
    std::vector<Hit> hits; ///< in the registry's order
    std::vector<Entry> referrals; ///< to other registries, each with a URL that can be asked
    std::string pageToken; ///< of the next page; empty: there is none
    std::size_t leftOut = 0; ///< results that the filter left out here
    std::size_t undecided
        = 0; ///< of these: results that do not say what the filter asks, nor could be retrieved
    /// The registry can't filter by terms of ACMP, in its own words: it was asked again without these, and
    /// they were applied here.
    std::optional<wire::Error> refusal;
    std::vector<acmp::Finding> findings; ///< about the answer, not about one entry
};

struct FacetQuery {
    std::string field; ///< like Constraint::path
    int limit = 20; ///< buckets
    int minCount = 1;
};
struct Bucket {
    std::string value;
    std::optional<std::int64_t> count;
};
struct Facet {
    std::string field = {};
    std::vector<Bucket> buckets = {};
    std::optional<std::int64_t> otherCount = {}; ///< entries beyond the limit
};
struct Facets {
    std::vector<Facet> facets;
    std::vector<acmp::Finding> findings;
};

struct ListQuery {
    std::string filter = {}; ///< ARD Appendix A, as it is sent
    std::string orderBy = {}; ///< "displayName", "updatedAt DESC"
    int pageSize = 100; ///< 1 to 100
    std::string pageToken = {};
};
struct ListPage {
    std::vector<Entry> entries;
    std::optional<std::int64_t> total;
    std::string pageToken; ///< of the next page; empty: there is none
    std::vector<acmp::Finding> findings;
};

} // namespace discovery
