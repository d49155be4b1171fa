// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the entries are shown, and in which order. Pure; runs on a worker.
#pragma once

#include "protocol/discovery/filter.h"
#include "ui/stack/browsestate.h"

#include <QStringList>

#include <functional>

namespace discover {

enum Column {
    Name,
    Via, ///< what its card is: MCP, A2A …
    Publisher,
    Identity,
    Tier,
    Price,
    Latency,
    Findings,
    Capabilities,
    Proofs,
    Age,
    Availability,
    Change,
    Basis,
    Negotiation,
    ListedBy,
    Relevance,
    ColumnCount
};

struct Row {
    std::shared_ptr<const stack::ListedEntry> entry; ///< never null
    std::shared_ptr<const stack::BrowseState> of; ///< never null
    bool follows = false; ///< of the publisher and name of the row above: another binding of the same

    const discovery::Entry& operator*() const { return entry->entry; }
    const discovery::Entry* operator->() const { return &entry->entry; }
};

/// All, what was read of one address, or of one of its sources.
struct Scope {
    stack::BrowseId browse = stack::BrowseId::None;
    int source = -1;
    bool operator==(const Scope&) const = default;
};

struct Wish {
    discovery::Filter filter;
    Scope scope;
    int column = -1; ///< to sort by; -1: as they were listed
    bool wantsFacets = true;
    bool isDescending = false;
};

/// What there is to choose from, of all entries.
struct Facets {
    static constexpr qsizetype kMost = 200; ///< of each, the most frequent
    QStringList capabilities, tiers, proofs;
    bool operator==(const Facets&) const = default;
};

struct Arranged {
    std::vector<Row> rows;
    std::size_t total = 0; ///< in scope
    std::size_t trading = 0; ///< of the rows, over ACMP
    std::vector<std::string> bases; ///< of the prices in the rows; "": one without
    std::optional<Facets> facets; ///< where they were wanted
};

using States = std::vector<std::shared_ptr<const stack::BrowseState>>;
/// Nothing if `isStale` says so meanwhile.
std::optional<Arranged> arrange(const States& states, const Wish& wish, const std::function<bool()>& isStale);

/// What makes several entries one provider: publisher and name; empty for what has no such identifier.
std::string groupOf(const discovery::Entry& entry);
/// Its price for `capability`, or the lowest if that is empty. nullptr: it says none.
const json::Decimal* priceOf(const discovery::Entry& entry, const std::string& capability);

} // namespace discover
