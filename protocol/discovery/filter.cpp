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

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Whatever the case.
bool contains(std::string_view text, std::string_view word)
{
    if (isAscii(text) && isAscii(word)) {
        const auto isSame = [](char a, char b) {
            return a == b || ((a ^ b) == 0x20 && ((a | 0x20) >= 'a' && (a | 0x20) <= 'z'));
        };
        return !std::ranges::search(text, word, isSame).empty();
    }
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .contains(QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())), Qt::CaseInsensitive);
}

bool hasWord(const Entry& entry, std::string_view word)
{
    const auto has = [word](const std::string& text) { return contains(text, word); };
    return has(entry.identifier) || has(entry.displayName) || has(entry.description) || has(entry.url)
        || std::ranges::any_of(entry.capabilities, has) || std::ranges::any_of(entry.tags, has)
        || std::ranges::any_of(entry.representativeQueries, has);
}

bool hasWords(const Entry& entry, std::string_view words)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (end > 0 && !hasWord(entry, words.substr(0, end)))
            return false;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return true;
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
