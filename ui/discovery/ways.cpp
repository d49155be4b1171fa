// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/ways.h"

#include "protocol/buyer/entrytarget.h"
#include "protocol/discovery/servercard.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"
#include "protocol/transport/fd/commandline.h"
#include "ui/discovery/describe.h"

#include <array>

namespace discover {

using discovery::Entry;

namespace {

/// The card in the entry, if its server asks for something before it can be reached.
QByteArray askingCard(const Entry& entry)
{
    const std::string_view text = entry.data.text();
    const QByteArray card(text.data(), static_cast<qsizetype>(text.size()));
    const auto document = json::Document::parse(card);
    if (!document)
        return {};
    const discovery::ServerCard read = discovery::readServerCard(document->root());
    const discovery::CardRemote* const remote = read.streamableHttp();
    return remote && !discovery::questionsOf(*remote).empty() ? card : QByteArray();
}

} // namespace

Way wayOf(const Entry& entry)
{
    Way way { kindWord(entry.kind()), {} };
    way.endpoint.name = nameOf(entry);
    if (const auto target = buyer::targetOf(entry))
        way.endpoint.url = QString::fromStdString(*target);
    else
        way.reason = shown(target.error());
    if (entry.kind() == discovery::Kind::McpServerCard) {
        way.leadsToCard = discovery::isWebUrl(entry.url);
        if (entry.url.empty() && !entry.data.isEmpty())
            way.card = askingCard(entry);
    }
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
            if (Way way = wayOf(listed->entry); way.canConnect() && !isKnown(way))
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
