// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/ways.h"

#include "protocol/buyer/entrytarget.h"
#include "protocol/transport/fd/commandline.h"
#include "ui/discovery/describe.h"

#include <array>

namespace discover {

using discovery::Entry;

Way wayOf(const Entry& entry)
{
    Way way { kindWord(entry.kind()), {} };
    way.endpoint.name = nameOf(entry);
    if (const auto target = buyer::targetOf(entry))
        way.endpoint.url = QString::fromStdString(*target);
    else
        way.reason = shown(target.error());
    return way;
}

std::vector<Way> waysOf(const States& states, const Entry& entry)
{
    std::vector<Way> ways { wayOf(entry) };
    const std::string group = groupOf(entry);
    const auto isKnown = [&](const Way& way) {
        return std::ranges::any_of(
            ways, [&](const Way& known) { return known.endpoint.url == way.endpoint.url; });
    };
    if (group.empty())
        return ways;
    for (const auto& state : states) {
        for (const auto& listed : *state->entries) {
            if (!listed->entry.urn || listed->entry.urn->name != entry.urn->name
                || groupOf(listed->entry) != group)
                continue;
            if (Way way = wayOf(listed->entry); way.reason.isEmpty() && !isKnown(way))
                ways.push_back(std::move(way));
        }
    }
    return ways;
}

std::vector<OfferCandidate> candidatesOf(const std::vector<Row>& rows)
{
    std::vector<OfferCandidate> candidates;
    for (const Row& row : rows) {
        Way way = wayOf(*row);
        if (!way.reason.isEmpty() || !row->trades())
            continue;
        const discovery::AcmpTerms& terms = row->acmp;
        candidates.push_back({ std::move(way.endpoint), row->identifier,
            buyer::negotiationTargetOf(*row).value_or(std::string()), row->capabilities,
            terms.tier.value_or(std::string()),
            terms.priceBasis ? terms.prices : std::vector<discovery::Price>() });
    }
    return candidates;
}

QString commandFor(const workspace::Endpoint& endpoint)
{
    const std::array<std::string, 3> words { "acmpctl", "inspect", endpoint.url.toStdString() };
    return QString::fromStdString(fd::joinCommand(words));
}

} // namespace discover
