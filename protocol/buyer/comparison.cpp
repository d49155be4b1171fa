// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/comparison.h"

#include "protocol/buyer/claims.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <set>

namespace buyer {

using Verdict = Compared::Verdict;

namespace {

/// Entry, card and live, in that order.
using Sides = std::array<const Claims*, 3>;

/// One thing as one of them says it.
struct Said {
    std::string text; ///< empty: it does not
    std::set<std::string> values; ///< what is compared
};

Said said(const std::string& text)
{
    return text.empty() ? Said() : Said { text, { text } };
}

Said said(const std::optional<bool>& fact)
{
    return fact ? said(std::string(*fact ? "yes" : "no")) : Said();
}

Said said(const std::vector<std::string>& all)
{
    Said list;
    for (const std::string& one : all)
        list.text.append(list.text.empty() ? "" : ", ").append(one);
    list.values.insert(all.begin(), all.end());
    return list;
}

/// An empty list says that there is none.
Said said(const std::optional<std::vector<std::string>>& all)
{
    return !all ? Said() : all->empty() ? said(std::string("none")) : said(*all);
}

/// Two of one amount are the same however they are written.
Said said(const std::optional<json::Decimal>& amount, const std::optional<json::Decimal>& like)
{
    if (!amount)
        return {};
    return { amount->text(), { (like && *like == *amount ? *like : *amount).text() } };
}

std::string normalized(const std::string& url)
{
    return QUrl(QString::fromStdString(url))
        .adjusted(QUrl::StripTrailingSlash | QUrl::NormalizePathSegments | QUrl::RemoveFragment)
        .toString(QUrl::FullyEncoded)
        .toStdString();
}

Said saidUrls(const std::vector<std::string>& urls)
{
    Said list = said(urls);
    list.values.clear();
    for (const std::string& url : urls)
        list.values.insert(normalized(url));
    return list;
}

bool meet(const std::set<std::string>& a, const std::set<std::string>& b)
{
    return std::ranges::any_of(a, [&](const std::string& one) { return b.contains(one); });
}

enum class By : std::uint8_t {
    All, ///< they are the same if they have the same
    Any ///< … if they have one in common
};

Verdict verdictOf(const std::array<Said, 3>& sides, By by)
{
    std::vector<const Said*> saying;
    for (const Said& side : sides) {
        if (!side.text.empty())
            saying.push_back(&side);
    }
    if (saying.size() < 2)
        return Verdict::Unknown;
    const bool isSame = std::ranges::all_of(saying, [&](const Said* side) {
        const Said& last = *saying.back();
        return by == By::All ? side->values == last.values : meet(side->values, last.values);
    });
    return isSame ? Verdict::Same : Verdict::Differs;
}

class Table final {
public:
    explicit Table(const Sides& sides)
        : m_sides(sides)
    {
    }

    template <typename Say>
    void add(std::string what, Say say, By by = By::All)
    {
        const std::array<Said, 3> all { of(0, say), of(1, say), of(2, say) };
        m_rows.push_back({ std::move(what), all[0].text, all[1].text, all[2].text, verdictOf(all, by) });
    }
    /// Only where two say it.
    template <typename Say>
    void addTerm(std::string what, Say say)
    {
        add(std::move(what), say);
        if (m_rows.back().verdict == Verdict::Unknown)
            m_rows.pop_back();
    }
    void addEndpoint();
    std::vector<Compared> take() { return std::move(m_rows); }

private:
    template <typename Say>
    Said of(std::size_t side, Say say) const
    {
        return m_sides[side] ? say(*m_sides[side]) : Said();
    }

    Sides m_sides;
    std::vector<Compared> m_rows;
};

/// Where offers are asked for, which need not be where tasks run (decision D17).
void Table::addEndpoint()
{
    add("endpoint", [](const Claims& claims) { return saidUrls(claims.endpoints); }, By::Any);
    const Claims& entry = *m_sides[0];
    if (entry.negotiationEndpoint.empty())
        return;
    add(
        "negotiation endpoint",
        [&entry](const Claims& claims) {
            return &claims == &entry ? saidUrls({ claims.negotiationEndpoint }) : saidUrls(claims.endpoints);
        },
        By::Any);
}

std::optional<json::Decimal> priceOf(const Claims& claims, const std::string& capability)
{
    const auto found = claims.prices.find(capability);
    return found == claims.prices.end() ? std::nullopt : std::optional(found->second);
}

void addPrices(Table& table, const Sides& sides)
{
    std::set<std::string> capabilities;
    for (const Claims* const side : sides) {
        for (const auto& [capability, price] : side ? side->prices : decltype(side->prices)())
            capabilities.insert(capability);
    }
    for (const std::string& capability : capabilities) {
        std::optional<json::Decimal> first;
        table.addTerm("price of " + capability, [&](const Claims& claims) {
            const auto price = priceOf(claims, capability);
            first = first ? first : price;
            return said(price, first);
        });
    }
}

} // namespace

std::string_view toString(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Same:
        return "same";
    case Verdict::Differs:
        return "differs";
    case Verdict::Unknown:
        return "unknown";
    }
    Q_UNREACHABLE();
}

std::vector<Compared> compare(const discovery::Entry& entry, const json::View& card, const Live* live)
{
    const Claims ofEntry = claimsOf(entry);
    const Claims ofCard = claimsOf(card);
    const Claims ofLive = live ? claimsOf(*live) : Claims();
    const Sides sides { &ofEntry, card ? &ofCard : nullptr, live ? &ofLive : nullptr };
    Table table(sides);
    table.add("version", [](const Claims& claims) { return said(claims.version); });
    table.addEndpoint();
    table.add(
        "protocol version", [](const Claims& claims) { return said(claims.protocolVersions); }, By::Any);
    table.add("asks for a token", [](const Claims& claims) { return said(claims.asksForToken); });
    table.add("trades over ACMP", [](const Claims& claims) { return said(claims.trades); });
    table.add("ACMP version", [](const Claims& claims) { return said(claims.acmpVersion); });
    table.add("streams its output", [](const Claims& claims) { return said(claims.streams); });
    table.add("heartbeat interval, ms", [](const Claims& claims) { return said(claims.heartbeatMs); });
    table.add("capabilities", [](const Claims& claims) { return said(claims.capabilities); });
    table.add("proof methods", [](const Claims& claims) { return said(claims.proofs); });
    table.addTerm("tier", [](const Claims& claims) { return said(claims.tier); });
    std::optional<json::Decimal> first;
    table.addTerm("p99 latency, ms", [&first](const Claims& claims) {
        first = first ? first : claims.latencyMs;
        return said(claims.latencyMs, first);
    });
    addPrices(table, sides);
    return table.take();
}

} // namespace buyer
