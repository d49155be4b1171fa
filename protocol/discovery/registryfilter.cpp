// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/registryfilter.h"

#include <algorithm>

namespace discovery {

namespace {

/// Without the words, which the registry understands in its own way, and without what it applied itself to
/// terms that its answer left out.
Filter rest(Filter filter, const Entry& entry, const std::vector<Constraint>& applied)
{
    filter.words.clear();
    const auto isApplied = [&](const char* path, const std::string& value) {
        return std::ranges::find(applied, Constraint { path, { value } }) != applied.end();
    };
    if (entry.capabilities.empty() && isApplied("capabilities", filter.capability))
        filter.capability.clear();
    if (!entry.acmp.tier && isApplied("acmp:tier", filter.tier))
        filter.tier.clear();
    if (entry.acmp.proofMethods.empty() && isApplied("acmp:proof_methods", filter.proof))
        filter.proof.clear();
    return filter;
}

bool isSilentOn(const Entry& entry, const Filter& filter)
{
    const AcmpTerms& acmp = entry.acmp;
    return (!filter.capability.empty() && entry.capabilities.empty()) || (!filter.tier.empty() && !acmp.tier)
        || (!filter.proof.empty() && acmp.proofMethods.empty()) || (filter.maxPriceCu && acmp.prices.empty())
        || (filter.maxLatencyMs && !acmp.latencyP99Ms) || (filter.onlyTrading && !entry.trades());
}

} // namespace

bool isSilent(const Entry& entry, const Filter& filter, const std::vector<Constraint>& applied)
{
    return isSilentOn(entry, rest(filter, entry, applied));
}

void applyFilter(SearchPage& page, const Filter& filter, const std::vector<Constraint>& applied)
{
    page.leftOut += std::erase_if(page.hits, [&](const Hit& hit) {
        const Filter left = rest(filter, hit.entry, applied);
        if (left.matches(hit.entry))
            return false;
        page.undecided += !hit.isWhole && isSilentOn(hit.entry, left) ? 1U : 0U;
        return true;
    });
}

} // namespace discovery
