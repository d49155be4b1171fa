// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/filter.h"

#include <QString>

#include <algorithm>

namespace discovery {

namespace {

bool has(const std::vector<std::string>& all, const std::string& one)
{
    return std::ranges::find(all, one) != all.end();
}

/// What the words are looked for in.
QString textOf(const Entry& entry)
{
    std::string text
        = entry.identifier + '\n' + entry.displayName + '\n' + entry.description + '\n' + entry.url;
    for (const auto* const list : { &entry.capabilities, &entry.tags, &entry.representativeQueries }) {
        for (const std::string& one : *list)
            text += '\n' + one;
    }
    return QString::fromStdString(text);
}

bool hasWords(const Entry& entry, const std::string& words)
{
    if (words.empty())
        return true;
    const QString text = textOf(entry);
    const QStringList each = QString::fromStdString(words).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(
        each, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

bool Filter::matches(const Entry& entry) const
{
    const AcmpTerms& acmp = entry.acmp;
    const auto isCheap = [&](const Price& price) {
        return (capability.empty() || price.capability == capability) && price.cu <= *maxPriceCu;
    };
    return (!onlyTrading || entry.trades()) && (!onlyFindings || !entry.findings.empty())
        && (capability.empty() || has(entry.capabilities, capability)) && (tier.empty() || acmp.tier == tier)
        && (proof.empty() || has(acmp.proofMethods, proof))
        && (!maxPriceCu || std::ranges::any_of(acmp.prices, isCheap))
        && (!maxLatencyMs || (acmp.latencyP99Ms && *acmp.latencyP99Ms <= *maxLatencyMs))
        && hasWords(entry, words);
}

} // namespace discovery
