// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the table; the rest is in describedetails.cpp.
#include "ui/discovery/describe.h"
#include "ui/discovery/words.h"

#include "protocol/wire/error.h"

#include <QDateTime>

namespace discover {

using discovery::Entry;
using discovery::PublisherBinding;
using widgets::State;

namespace {

QString joined(const std::vector<std::string>& all)
{
    constexpr std::size_t kMost = 20; // more than a cell shows
    QStringList texts;
    for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i)
        texts += shown(all[i], 80);
    if (all.size() > kMost)
        texts += QStringLiteral("…");
    return texts.join(QStringLiteral(", "));
}

QString numberText(const std::optional<json::Decimal>& number)
{
    return number ? shown(number->text(), 40) : QString();
}

QString findingsText(const Entry& entry)
{
    std::size_t errors = 0;
    std::size_t warnings = 0;
    for (const acmp::Finding& finding : entry.findings) {
        errors += finding.rule->level == acmp::Level::Error ? 1 : 0;
        warnings += finding.rule->level == acmp::Level::Warning ? 1 : 0;
    }
    if (errors > 0)
        return errors == 1 ? Words::tr("1 error") : Words::tr("%L1 errors").arg(errors);
    if (warnings > 0)
        return warnings == 1 ? Words::tr("1 warning") : Words::tr("%L1 warnings").arg(warnings);
    if (entry.findings.empty())
        return Words::tr("none");
    return entry.findings.size() == 1 ? Words::tr("1 note")
                                      : Words::tr("%L1 notes").arg(entry.findings.size());
}

State worstOf(const Entry& entry)
{
    const auto worst = std::ranges::max_element(
        entry.findings, {}, [](const acmp::Finding& finding) { return finding.rule->level; });
    return worst == entry.findings.end() ? State::Good : widgets::stateOf(worst->rule->level);
}

QString listedBy(const Row& row)
{
    const auto& sources = row.of->sources;
    const auto index = static_cast<std::size_t>(row.entry->source);
    if (row.entry->source < 0 || index >= sources.size())
        return shown(row.of->what);
    const QString first = nameOf(sources[index]);
    const std::size_t others = row.entry->alsoIn.size();
    return others == 0 ? first : Words::tr("%1 and %L2 more").arg(first).arg(others);
}

QString ageCell(const Row& row, std::int64_t nowMs)
{
    const std::int64_t date = row.entry->dateMs;
    if (date == 0)
        return {};
    const QString age = date > nowMs ? Words::tr("in the future") : ageText(nowMs - date);
    return row.entry->isOwnDate ? age : Words::tr("%1, fetched").arg(age);
}

} // namespace

QString nameOf(const Entry& entry)
{
    if (!entry.displayName.empty())
        return shown(entry.displayName);
    return entry.identifier.empty() ? Words::tr("(no name)") : shown(entry.identifier);
}

QString kindWord(discovery::Kind kind)
{
    using discovery::Kind;
    switch (kind) {
    case Kind::McpServerCard:
        return QStringLiteral("MCP");
    case Kind::A2aAgentCard:
        return QStringLiteral("A2A");
    case Kind::Catalog:
        return Words::tr("catalog");
    case Kind::Registry:
        return Words::tr("registry");
    case Kind::Other:
        break;
    }
    return Words::tr("other");
}

QString priceText(const Entry& entry, const std::string& capability)
{
    const json::Decimal* const price = priceOf(entry, capability);
    if (!price)
        return {};
    QString text = shown(price->text(), 40);
    if (!capability.empty())
        return text;
    const auto highest = std::ranges::max_element(entry.acmp.prices, {}, &discovery::Price::cu);
    return highest->cu == *price ? text : text % QStringLiteral(" – ") % shown(highest->cu.text(), 40);
}

QString ageText(std::int64_t ms)
{
    constexpr std::int64_t kHour = 60, kDay = 24 * kHour;
    const std::int64_t minutes = ms / 60'000;
    if (minutes < 1)
        return Words::tr("now");
    if (minutes < kHour)
        return Words::tr("%1 min").arg(minutes);
    if (minutes < 2 * kDay)
        return Words::tr("%1 h").arg(minutes / kHour);
    const std::int64_t days = minutes / kDay;
    return days < 730 ? Words::tr("%1 d").arg(days) : Words::tr("%1 y").arg(days / 365);
}

QString cellOf(const Row& row, int column, const std::string& capability, std::int64_t nowMs)
{
    const Entry& entry = *row;
    const discovery::AcmpTerms& acmp = entry.acmp;
    switch (static_cast<Column>(column)) {
    case Name:
        return nameOf(entry);
    case Via:
        return kindWord(entry.kind());
    case Publisher:
        return entry.urn ? shown(entry.urn->publisher) : QString();
    case Identity:
        return verdictOf(entry.binding).word;
    case Capabilities:
        return joined(entry.capabilities);
    case Tier:
        return acmp.tier ? shown(*acmp.tier, 40) : QString();
    case Price:
        return priceText(entry, capability);
    case Latency:
        return numberText(acmp.latencyP99Ms);
    case Availability:
        return numberText(acmp.availability);
    case Proofs:
        return joined(acmp.proofMethods);
    case Findings:
        return findingsText(entry);
    case Age:
        return ageCell(row, nowMs);
    case Change:
        return verdictOf(row.entry->change).word;
    case Basis:
        return acmp.priceBasis ? shown(*acmp.priceBasis) : QString();
    case Negotiation:
        return acmp.negotiationEndpoint ? shown(*acmp.negotiationEndpoint) : QString();
    case ListedBy:
        return listedBy(row);
    case Relevance:
        return row.entry->relevance ? QString::number(*row.entry->relevance) : QString();
    case ColumnCount:
        break;
    }
    return {};
}

std::optional<State> stateOf(const Row& row, int column)
{
    switch (column) {
    case Identity:
        return verdictOf(row->binding).state;
    case Findings:
        return worstOf(*row);
    case Change:
        if (row.entry->change == stack::Change::None)
            return std::nullopt;
        return verdictOf(row.entry->change).state;
    default:
        return std::nullopt;
    }
}

QString more(const Row& row, int column)
{
    switch (column) {
    case Name:
        return shown(row->description.empty() ? row->identifier : row->description, 1000);
    case Via:
        return shown(row->type);
    case Identity:
        return shown(row->identity);
    case Capabilities:
        return joined(row->capabilities);
    case Price: {
        if (row->acmp.prices.empty())
            return {};
        const QString basis = row->acmp.priceBasis ? shown(*row->acmp.priceBasis)
                                                   : Words::tr("no basis, so it compares with none");
        return Words::tr("indicative, not binding; %1").arg(basis);
    }
    case Age:
        if (row.entry->dateMs == 0)
            return {};
        return (row.entry->isOwnDate ? Words::tr("updatedAt %1") : Words::tr("fetched %1"))
            .arg(QDateTime::fromMSecsSinceEpoch(row.entry->dateMs).toString(Qt::ISODate));
    default:
        return {};
    }
}

QString titleOf(int column)
{
    switch (static_cast<Column>(column)) {
    case Name:
        return Words::tr("Name");
    case Via:
        return Words::tr("Via");
    case Publisher:
        return Words::tr("Publisher");
    case Identity:
        return Words::tr("Identity");
    case Capabilities:
        return Words::tr("Capabilities");
    case Tier:
        return Words::tr("Tier");
    case Price:
        return Words::tr("Indicative, CU");
    case Latency:
        return Words::tr("p99, ms");
    case Availability:
        return Words::tr("Available");
    case Proofs:
        return Words::tr("Proofs");
    case Findings:
        return Words::tr("Findings");
    case Age:
        return Words::tr("Age");
    case Change:
        return Words::tr("Since last time");
    case Basis:
        return Words::tr("Price basis");
    case Negotiation:
        return Words::tr("Negotiates at");
    case ListedBy:
        return Words::tr("Listed by");
    case Relevance:
        return Words::tr("Relevance");
    case ColumnCount:
        break;
    }
    return {};
}

QString hintOf(int column)
{
    switch (column) {
    case Via:
        return Words::tr("What its card is: of an MCP server or of an A2A agent");
    case Identity:
        return Words::tr("Whether its trust manifest is of the publisher (ARD §4.5.1)");
    case Price:
        return Words::tr("Indicative price of the reference task in CU: not binding. Prices compare only "
                         "under the same price basis");
    case Latency:
        return Words::tr("Latency that 99 of 100 tasks keep, in ms, as the entry has it");
    case Availability:
        return Words::tr("Share of the time in which it answers, as the entry has it");
    case Age:
        return Words::tr("Since updatedAt, else since it was fetched");
    case Relevance:
        return Words::tr("0 to 100, as the registry that was searched ranks it: it says nothing of trust");
    default:
        return {};
    }
}

} // namespace discover
