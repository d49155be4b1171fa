// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/ledger.h"

#include "protocol/json/document.h"
#include "protocol/json/writer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace workspace {

using json::Decimal;
using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::int64_t kDayMs = std::int64_t { 24 } * 60 * 60 * 1000;
constexpr std::array kKinds { Spending::Kind::Committed, Spending::Kind::Billed, Spending::Kind::Direct,
    Spending::Kind::Held, Spending::Kind::Released };

std::int64_t dayOf(std::int64_t unixMs)
{
    return unixMs >= 0 ? unixMs / kDayMs : (unixMs - kDayMs + 1) / kDayMs;
}

/// An amount too long to be added counts as it is: the sum is then no less than it.
void addTo(Decimal& sum, const Decimal& cu)
{
    sum = Decimal::sum(sum, cu).value_or(std::max(sum, cu));
}

template <class Key>
Decimal at(const std::map<Key, Decimal>& sums, const Key& key)
{
    const auto found = sums.find(key);
    return found == sums.end() ? Decimal() : found->second;
}

std::optional<std::string> over(const std::optional<Decimal>& limit, const Decimal& spent,
    const Decimal& held, const Decimal& cu, const std::string& whose)
{
    if (!limit)
        return std::nullopt;
    const auto taken = Decimal::sum(spent, held);
    const auto sum = taken ? Decimal::sum(*taken, cu) : std::nullopt;
    if (sum && *sum <= *limit)
        return std::nullopt;
    std::string why = "the budget" + whose + " is " + wire::excerpt(limit->text(), 40) + " CU, of which "
        + wire::excerpt(spent.text(), 40) + " are spent";
    if (held > Decimal())
        why += " and " + wire::excerpt(held.text(), 40) + " on their way";
    return why + "; this is " + wire::excerpt(cu.text(), 40);
}

std::string csvField(const std::string& text)
{
    constexpr std::string_view kFormula = "=+-@\t\r";
    std::string out = !text.empty() && kFormula.find(text.front()) != std::string_view::npos ? "'" : "";
    out += text;
    if (out.find_first_of(",\"\r\n") == std::string::npos)
        return out;
    std::string quoted = "\"";
    for (const char c : out)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted += '"';
}

/// ISO 8601, UTC. Days since 1970 by the civil calendar.
std::string timeOf(std::int64_t unixMs)
{
    const std::chrono::sys_time<std::chrono::milliseconds> time { std::chrono::milliseconds(unixMs) };
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 64> text {};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return { text.data(), static_cast<std::size_t>(length) };
}

} // namespace

std::string_view toString(Spending::Kind kind)
{
    switch (kind) {
    case Spending::Kind::Committed:
        return "committed";
    case Spending::Kind::Billed:
        return "billed";
    case Spending::Kind::Direct:
        return "direct";
    case Spending::Kind::Held:
        return "held";
    case Spending::Kind::Released:
        return "released";
    }
    return "";
}

void Ledger::add(Spending spending)
{
    if (spending.kind == Spending::Kind::Held) {
        m_held.insert_or_assign(spending.hold, std::move(spending));
        return;
    }
    m_held.erase(spending.hold);
    if (spending.kind == Spending::Kind::Released)
        return;
    if (spending.kind == Spending::Kind::Billed) {
        addTo(m_billed, spending.cu);
    } else {
        addTo(m_all, spending.cu);
        addTo(m_byProvider[spending.provider], spending.cu);
        addTo(m_byDay[dayOf(spending.unixMs)], spending.cu);
    }
    m_entries.push_back(std::move(spending));
}

Decimal Ledger::spentAt(const std::string& provider) const
{
    return at(m_byProvider, provider);
}

Decimal Ledger::spentOn(std::int64_t unixMs) const
{
    return at(m_byDay, dayOf(unixMs));
}

std::optional<std::string> Ledger::refusal(
    const Budget& budget, const std::string& provider, const Decimal& cu, std::int64_t unixMs) const
{
    Decimal held, heldThere;
    for (const auto& [hold, on] : m_held) {
        if (on.untilUnixMs < unixMs)
            continue;
        addTo(held, on.cu);
        if (on.provider == provider)
            addTo(heldThere, on.cu);
    }
    if (auto why = over(budget.all, m_all, held, cu, " of this workspace"))
        return why;
    if (auto why = over(budget.perProvider, spentAt(provider), heldThere, cu, " of this provider"))
        return why;
    return over(budget.perDay, spentOn(unixMs), held, cu, " of this day");
}

std::string Ledger::toCsv() const
{
    std::string out = "time,kind,provider,capability,cu,offer_id,task_id,escrow_id\r\n";
    for (const Spending& entry : m_entries) {
        out += timeOf(entry.unixMs) + ',' + std::string(toString(entry.kind)) + ',';
        out += csvField(entry.provider) + ',' + csvField(entry.capability) + ',' + entry.cu.text() + ',';
        out += csvField(entry.offerId) + ',' + csvField(entry.taskId) + ',' + csvField(entry.escrowId);
        out += "\r\n";
    }
    return out;
}

std::string toLine(const Spending& spending)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("unix_ms").integer(spending.unixMs);
    writer.key("kind").string(toString(spending.kind));
    writer.key("provider").string(spending.provider);
    writer.key("capability").string(spending.capability);
    writer.key("cu").number(spending.cu);
    const auto add = [&](std::string_view name, const std::string& text) {
        if (!text.empty())
            writer.key(name).string(text);
    };
    add("offer_id", spending.offerId);
    add("task_id", spending.taskId);
    add("escrow_id", spending.escrowId);
    add("hold", spending.hold);
    if (spending.kind == Spending::Kind::Held)
        writer.key("until_unix_ms").integer(spending.untilUnixMs);
    writer.endObject();
    return writer.text();
}

std::expected<Spending, Error> readLine(std::string_view line)
{
    const auto wrong = [&](std::string expected) {
        return std::unexpected(Error { ErrorKind::Usage, "a line of the ledger can't be understood",
            std::move(expected), wire::excerpt(line), {}, false });
    };
    const auto document = json::Document::parse(QByteArray(line.data(), static_cast<qsizetype>(line.size())));
    if (!document || !document->root().isObject())
        return wrong("a JSON object");
    const json::View root = document->root();
    const auto time = root["unix_ms"].toInt64();
    const auto cu = root["cu"].decimal();
    if (!time || !cu || cu->isNegative())
        return wrong("unix_ms, and cu of at least 0");
    const auto text = [&](std::string_view name) { return root[name].textOrEmpty(); };
    Spending out { *time, {}, text("provider"), text("capability"), *cu, text("offer_id"), text("task_id"),
        text("escrow_id"), text("hold"), root["until_unix_ms"].toInt64().value_or(0) };
    const auto kind
        = std::ranges::find(kKinds, text("kind"), [](Spending::Kind one) { return toString(one); });
    if (kind == kKinds.end())
        return wrong("kind committed, billed, direct, held or released");
    out.kind = *kind;
    const bool isOfHold = out.kind == Spending::Kind::Held || out.kind == Spending::Kind::Released;
    if (isOfHold && out.hold.empty())
        return wrong("the hold that is meant");
    return out;
}

} // namespace workspace
