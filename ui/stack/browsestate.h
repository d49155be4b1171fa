// SPDX-License-Identifier: GPL-3.0-or-later
// Who is listed at an address, as the window sees it: immutable, published at most once a frame.
#pragma once

#include "protocol/discovery/filter.h"
#include "protocol/discovery/resolver.h"

#include <memory>
#include <vector>

namespace stack {

enum class BrowseId : std::uint32_t { None };

/// Since the address was read last.
enum class Change : std::uint8_t {
    None,
    New,
    Changed,
    Gone, ///< listed last time, and no more
    Unread, ///< listed last time; this time not everything could be read
};

struct ListedEntry {
    discovery::Entry entry;
    int source = 0; ///< of BrowseState::sources, the first that lists it; -1: none does now
    std::vector<int> alsoIn;
    Change change = Change::None;
    std::int64_t dateMs = 0; ///< Unix time of updatedAt, else at which it was fetched; 0: unknown
    bool isOwnDate = false; ///< it is updatedAt
    std::optional<int> relevance = {}; ///< 0 to 100, as the registry that was searched ranks it
};
using ListedEntries = std::vector<std::shared_ptr<const ListedEntry>>;

/// What a registry is asked (ARD §5.3).
struct RegistryQuestion {
    std::string registry; ///< its base URL
    discovery::Filter filter; ///< with the words; without them all are listed that it has
    std::string token = {}; ///< bearer, for its origin alone; none if empty
};

struct BrowseState {
    BrowseId id = BrowseId::None;
    std::string what; ///< as given
    bool isSearch = false; ///< of a registry: its sources are registries
    bool isReading = true;
    bool isStopped = false; ///< by the user, before its end
    unsigned round = 1; ///< how often it was read
    std::vector<discovery::Step> steps;
    std::vector<discovery::Source> sources;
    std::vector<int> withMore; ///< of the sources those that have another page
    /// Never null. While it is read again, those of the last time.
    std::shared_ptr<const ListedEntries> entries = std::make_shared<const ListedEntries>();
};

} // namespace stack
