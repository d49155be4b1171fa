// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/arrange.h"

#include "ui/discovery/describe.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace discover {

using discovery::Entry;

namespace {

constexpr std::size_t kAtOnce = 256; // between two looks at whether to go on

bool isListedBy(const stack::ListedEntry& entry, int source)
{
    return source < 0 || entry.source == source
        || std::ranges::find(entry.alsoIn, source) != entry.alsoIn.end();
}

/// How rows compare: numbers by value, all else by what is shown. What says nothing comes last.
class Keys final {
public:
    Keys(const std::vector<Row>& rows, const Wish& wish);

    bool less(std::size_t a, std::size_t b) const
    {
        if (!m_isNumeric) {
            if (m_texts[a].isEmpty() || m_texts[b].isEmpty())
                return !m_texts[a].isEmpty() && m_texts[b].isEmpty();
            return m_isDescending ? m_texts[b] < m_texts[a] : m_texts[a] < m_texts[b];
        }
        if (!m_numbers[a] || !m_numbers[b])
            return m_numbers[a] && !m_numbers[b];
        if (!m_bases.empty() && m_bases[a] != m_bases[b])
            return m_bases[a] < m_bases[b];
        return m_isDescending ? *m_numbers[b] < *m_numbers[a] : *m_numbers[a] < *m_numbers[b];
    }

private:
    void addNumber(const Row& row, const Wish& wish);

    bool m_isDescending = false;
    bool m_isNumeric = false;
    std::vector<std::optional<json::Decimal>> m_numbers;
    std::vector<QString> m_texts;
    std::vector<std::string> m_bases; ///< prices of different bases don't compare
};

json::Decimal decimal(std::int64_t number)
{
    return json::Decimal::parse(std::to_string(number)).value_or(json::Decimal());
}

Keys::Keys(const std::vector<Row>& rows, const Wish& wish)
    : m_isDescending(wish.isDescending)
    , m_isNumeric(wish.column == Price || wish.column == Latency || wish.column == Availability
          || wish.column == Findings || wish.column == Age)
{
    for (const Row& row : rows) {
        if (m_isNumeric)
            addNumber(row, wish);
        else
            m_texts.push_back(cellOf(row, wish.column, {}, 0).toCaseFolded());
        if (wish.column == Price)
            m_bases.push_back(row->acmp.priceBasis.value_or(std::string()));
    }
}

void Keys::addNumber(const Row& row, const Wish& wish)
{
    std::optional<json::Decimal>& number = m_numbers.emplace_back();
    switch (wish.column) {
    case Price:
        if (const json::Decimal* price = priceOf(*row, wish.filter.capability))
            number = *price;
        break;
    case Latency:
        number = row->acmp.latencyP99Ms;
        break;
    case Availability:
        number = row->acmp.availability;
        break;
    case Findings:
        number = decimal(static_cast<std::int64_t>(row->findings.size()));
        break;
    case Age:
        // The youngest first.
        if (row.entry->dateMs != 0)
            number = decimal(-row.entry->dateMs);
        break;
    default:
        break;
    }
}

std::vector<std::size_t> sorted(const std::vector<Row>& rows, const Wish& wish)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    if (wish.column < 0)
        return order;
    const Keys keys(rows, wish);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return keys.less(a, b); });
    return order;
}

/// The bindings of one provider below each other, where its first one stands.
std::vector<Row> grouped(std::vector<Row> rows, const std::vector<std::size_t>& order)
{
    std::unordered_map<std::string, std::vector<std::size_t>> groups;
    std::vector<std::string> names(rows.size());
    for (const std::size_t i : order) {
        names[i] = groupOf(*rows[i]);
        if (!names[i].empty())
            groups[names[i]].push_back(i);
    }
    std::vector<Row> out;
    out.reserve(rows.size());
    for (const std::size_t i : order) {
        if (names[i].empty()) {
            out.push_back(std::move(rows[i]));
            continue;
        }
        // Taken by its first member.
        bool follows = false;
        for (const std::size_t member : std::exchange(groups[names[i]], {})) {
            out.push_back(std::move(rows[member]));
            out.back().follows = std::exchange(follows, true);
        }
    }
    return out;
}

class Counter final {
public:
    void add(const std::string& value)
    {
        if (!value.empty())
            ++m_counts[value];
    }
    QStringList most() const
    {
        std::vector<std::pair<std::size_t, std::string>> all;
        for (const auto& [value, count] : m_counts)
            all.emplace_back(count, value);
        const auto end = all.begin() + std::min<std::ptrdiff_t>(std::ssize(all), Facets::kMost);
        std::partial_sort(all.begin(), end, all.end(), std::greater<>());
        QStringList values;
        for (auto one = all.begin(); one != end; ++one)
            values += QString::fromStdString(one->second);
        values.sort(Qt::CaseInsensitive);
        return values;
    }

private:
    std::unordered_map<std::string, std::size_t> m_counts;
};

struct Counters {
    Counter capabilities, tiers, proofs;

    void add(const Entry& entry)
    {
        for (const std::string& capability : entry.capabilities)
            capabilities.add(capability);
        if (entry.acmp.tier)
            tiers.add(*entry.acmp.tier);
        for (const std::string& proof : entry.acmp.proofMethods)
            proofs.add(proof);
    }
};

void count(Arranged& arranged, const Wish& wish)
{
    std::unordered_set<std::string> bases;
    for (const Row& row : arranged.rows) {
        arranged.trading += row->trades() ? 1U : 0U;
        if (priceOf(*row, wish.filter.capability))
            bases.insert(row->acmp.priceBasis.value_or(std::string()));
    }
    arranged.bases.assign(bases.begin(), bases.end());
}

} // namespace

std::string groupOf(const Entry& entry)
{
    return entry.urn ? entry.urn->publisher + '\n' + entry.urn->name : std::string();
}

const json::Decimal* priceOf(const Entry& entry, const std::string& capability)
{
    if (!capability.empty())
        return entry.priceOf(capability);
    const auto& prices = entry.acmp.prices;
    const auto lowest = std::ranges::min_element(prices, {}, &discovery::Price::cu);
    return lowest == prices.end() ? nullptr : &lowest->cu;
}

std::optional<Arranged> arrange(const States& states, const Wish& wish, const std::function<bool()>& isStale)
{
    Arranged arranged;
    Counters counters;
    std::size_t looked = 0;
    for (const auto& state : states) {
        const bool isInScope = wish.scope.browse == stack::BrowseId::None || wish.scope.browse == state->id;
        for (const auto& entry : *state->entries) {
            if (++looked % kAtOnce == 0 && isStale())
                return std::nullopt;
            counters.add(entry->entry);
            if (!isInScope || !isListedBy(*entry, wish.scope.source))
                continue;
            ++arranged.total;
            if (wish.filter.matches(entry->entry))
                arranged.rows.push_back({ entry, state });
        }
    }
    const std::vector<std::size_t> order = sorted(arranged.rows, wish);
    arranged.rows = grouped(std::move(arranged.rows), order);
    count(arranged, wish);
    arranged.facets = { counters.capabilities.most(), counters.tiers.most(), counters.proofs.most() };
    return arranged;
}

} // namespace discover
