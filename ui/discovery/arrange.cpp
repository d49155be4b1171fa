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
        if (!m_numbers[a].isThere || !m_numbers[b].isThere)
            return m_numbers[a].isThere && !m_numbers[b].isThere;
        if (!m_bases.empty() && m_bases[a] != m_bases[b])
            return m_bases[a] < m_bases[b];
        return m_isDescending ? m_numbers[b] < m_numbers[a] : m_numbers[a] < m_numbers[b];
    }

private:
    /// Exact, by the nearest double where that tells.
    struct Number {
        bool isThere = false;
        double nearest = 0;
        const json::Decimal* exact = nullptr; ///< nullptr: `nearest` is

        bool operator<(const Number& other) const
        {
            if (nearest != other.nearest || !exact || !other.exact)
                return nearest < other.nearest;
            return *exact < *other.exact;
        }
    };
    static Number numberOf(const Row& row, const Wish& wish);
    static Number exactly(const json::Decimal* decimal)
    {
        return decimal ? Number { true, decimal->toDouble(), decimal } : Number();
    }

    bool m_isDescending = false;
    bool m_isNumeric = false;
    std::vector<Number> m_numbers;
    std::vector<QString> m_texts;
    std::vector<std::string_view> m_bases; ///< prices of different bases don't compare
};

Keys::Keys(const std::vector<Row>& rows, const Wish& wish)
    : m_isDescending(wish.isDescending)
    , m_isNumeric(wish.column == Price || wish.column == Latency || wish.column == Availability
          || wish.column == Findings || wish.column == Age || wish.column == Relevance)
{
    for (const Row& row : rows) {
        if (m_isNumeric)
            m_numbers.push_back(numberOf(row, wish));
        else
            m_texts.push_back(cellOf(row, wish.column, {}, 0).toCaseFolded());
        if (wish.column == Price)
            m_bases.push_back(
                row->acmp.priceBasis ? std::string_view(*row->acmp.priceBasis) : std::string_view());
    }
}

Keys::Number Keys::numberOf(const Row& row, const Wish& wish)
{
    const auto exactlyOf
        = [](const std::optional<json::Decimal>& decimal) { return exactly(decimal ? &*decimal : nullptr); };
    switch (wish.column) {
    case Price:
        return exactly(priceOf(*row, wish.filter.capability));
    case Latency:
        return exactlyOf(row->acmp.latencyP99Ms);
    case Availability:
        return exactlyOf(row->acmp.availability);
    case Findings:
        return { true, static_cast<double>(row->findings.size()) };
    case Relevance:
        return { row.entry->relevance.has_value(), static_cast<double>(row.entry->relevance.value_or(0)) };
    case Age:
        // The youngest first.
        return { row.entry->dateMs != 0, -static_cast<double>(row.entry->dateMs) };
    default:
        return {};
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

/// What makes several entries one provider, without copies.
struct Group {
    std::string_view publisher, name;
    bool operator==(const Group&) const = default;
};
struct GroupHash {
    std::size_t operator()(const Group& group) const
    {
        const std::hash<std::string_view> hash;
        return hash(group.publisher) * 31 + hash(group.name);
    }
};

/// The bindings of one provider below each other, where its first one stands.
std::vector<Row> grouped(std::vector<Row> rows, const std::vector<std::size_t>& order)
{
    constexpr std::size_t kNone = SIZE_MAX;
    std::unordered_map<Group, std::size_t, GroupHash> lasts; ///< of each the last row so far
    std::vector<std::size_t> next(rows.size(), kNone);
    std::vector<bool> follows(rows.size());
    lasts.reserve(rows.size());
    for (const std::size_t i : order) {
        const auto& urn = rows[i]->urn;
        if (!urn)
            continue;
        const auto [last, isFirst] = lasts.try_emplace({ urn->publisher, urn->name }, i);
        if (isFirst)
            continue;
        follows[i] = true;
        next[last->second] = i;
        last->second = i;
    }
    std::vector<Row> out;
    out.reserve(rows.size());
    for (const std::size_t first : order) {
        if (follows[first])
            continue;
        for (std::size_t i = first; i != kNone; i = next[i]) {
            out.push_back(std::move(rows[i]));
            out.back().follows = i != first;
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
        all.reserve(m_counts.size());
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
            if (wish.wantsFacets)
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
    if (wish.wantsFacets)
        arranged.facets
            = Facets { counters.capabilities.most(), counters.tiers.most(), counters.proofs.most() };
    return arranged;
}

} // namespace discover
