// SPDX-License-Identifier: Apache-2.0
// quote --from-discover: whom a manifest, a catalog or a domain lists.
#include "app/acmpctl/resolving.h"
#include "app/acmpctl/round.h"

#include "protocol/buyer/entrytarget.h"
#include "protocol/discovery/counted.h"

#include <set>

namespace acmpctl {

using discovery::Entry;
using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::size_t kMostAsked = 256;

/// nullopt, which is told, if it can't be asked.
std::optional<Asked> askedOf(Desk& desk, const Entry& entry)
{
    const auto target = buyer::targetOf(entry);
    const auto negotiates = buyer::negotiationTargetOf(entry);
    if (!target || !negotiates) {
        desk.output().tell("not asked: " + wire::excerpt(entry.identifier) + ": "
            + (target ? negotiates.error() : target.error()));
        return std::nullopt;
    }
    return Asked { .target = *target,
        .provider = entry.displayName.empty() ? entry.identifier : wire::excerpt(entry.displayName),
        .negotiates = *negotiates,
        .tier = entry.acmp.tier.value_or(std::string()),
        .isListed = true };
}

/// One of each publisher and name: the others are the same provider by another binding.
std::vector<Asked> askedOf(Desk& desk, const discovery::Resolver& resolver, const std::string& capability)
{
    std::vector<Asked> all;
    std::set<std::pair<std::string, std::string>> seen;
    const discovery::Filter filter { .words = {},
        .capability = capability,
        .tier = {},
        .proof = {},
        .maxPriceCu = {},
        .maxLatencyMs = {},
        .onlyTrading = true };
    for (const discovery::Listed& listed : resolver.entries()) {
        const Entry& entry = listed.entry;
        if (!filter.matches(entry))
            continue;
        if (all.size() == kMostAsked) {
            desk.output().tell("only the first " + std::to_string(kMostAsked) + " are asked");
            break;
        }
        if (entry.urn && !seen.emplace(entry.urn->publisher, entry.urn->name).second)
            continue;
        if (auto asked = askedOf(desk, entry))
            all.push_back(std::move(*asked));
    }
    return all;
}

} // namespace

std::expected<std::vector<Asked>, Error> listed(Flow& flow, Desk& desk, const QuoteArguments& arguments)
{
    DiscoverArguments where;
    where.what = arguments.listedAt;
    where.timeoutMs = arguments.timeoutMs;
    auto resolved = resolve(flow, desk, where);
    if (!resolved)
        return std::unexpected(resolved.error());
    return flow.onIo([&]() -> std::expected<std::vector<Asked>, Error> {
        const discovery::Resolver& resolver = resolved->listing->resolver;
        std::vector<Asked> all = askedOf(desk, resolver, arguments.request.capability);
        const std::size_t entries = resolver.entries().size();
        std::optional<Error> failure = resolved->unfinished;
        for (const discovery::Step& step : resolver.steps()) {
            if (entries == 0 && !failure)
                failure = step.error;
        }
        resolved->listing.reset();
        if (!all.empty())
            return all;
        if (failure)
            return std::unexpected(std::move(*failure));
        return std::unexpected(Error { ErrorKind::Refused, "nobody who sells this is listed there",
            "an entry with terms of ACMP and the capability " + wire::excerpt(arguments.request.capability),
            discovery::counted(entries, "other entry", "other entries"), arguments.listedAt, false });
    });
}

} // namespace acmpctl
