// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/spendguard.h"

#include "protocol/workspace/carry.h"

namespace workspace {

std::expected<void, wire::Error> SpendGuard::open(
    const QString& ledgerFile, const Budget& budget, const QString& carriedFrom)
{
    // Whatever is spent meanwhile comes into the one that is copied, or into the copy.
    const std::scoped_lock lock(m_mutex);
    const auto carried
        = carriedFrom.isEmpty() ? std::expected<void, wire::Error>() : carry(carriedFrom, ledgerFile);
    auto opened = carried ? LedgerFile::open(ledgerFile)
                          : std::expected<LedgerFile, wire::Error>(std::unexpected(carried.error()));
    ++m_version;
    m_budget = budget;
    m_isUnreadable = !opened;
    if (!opened) {
        m_file.reset();
        m_problem = opened.error();
        return std::unexpected(opened.error());
    }
    m_file = std::move(*opened);
    m_problem.reset();
    return {};
}

void SpendGuard::setBudget(const Budget& budget)
{
    const std::scoped_lock lock(m_mutex);
    m_budget = budget;
    ++m_version;
}

Budget SpendGuard::budget() const
{
    const std::scoped_lock lock(m_mutex);
    return m_budget;
}

std::expected<SpendGuard::Hold, std::string> SpendGuard::hold(
    Spending spending, std::chrono::milliseconds atMost)
{
    const std::scoped_lock lock(m_mutex);
    readAdded();
    if (m_isUnreadable)
        return std::unexpected("what was spent is not known: " + m_problem->toString());
    if (spending.cu.isNegative())
        return std::unexpected("its price is below 0: " + wire::excerpt(spending.cu.text(), 40) + " CU");
    spending.hold = m_ids.make("hold_");
    if (auto why = take(spending, atMost))
        return std::unexpected(std::move(*why));
    const Hold hold { ++m_lastHold };
    m_held.emplace(hold, std::move(spending));
    return hold;
}

/// In the ledger it counts for other programs too. Returns why it may not be spent.
std::optional<std::string> SpendGuard::take(Spending spending, std::chrono::milliseconds atMost)
{
    const auto refusal = [this, asked = spending](const Ledger& ledger) {
        return ledger.refusal(m_budget, asked.provider, asked.cu, asked.unixMs);
    };
    spending.kind = Spending::Kind::Held;
    spending.untilUnixMs = spending.unixMs + atMost.count();
    if (!m_file) {
        Ledger held;
        for (const auto& [hold, other] : m_held)
            held.add(other);
        return refusal(held);
    }
    if (auto why = refusal(m_file->ledger()))
        return why;
    LedgerFile::Outcome outcome = m_file->addUnless(refusal, spending);
    if (!outcome.written) {
        m_problem = std::move(outcome.written.error());
        if (!outcome.refused && m_budget.isLimited())
            return "others could not be told of it: " + m_problem->toString();
    }
    return std::move(outcome.refused);
}

void SpendGuard::commit(Hold hold)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto held = m_held.extract(hold))
        write(held.mapped());
}

void SpendGuard::commit(Hold hold, Spending instead)
{
    const std::scoped_lock lock(m_mutex);
    if (const auto held = m_held.extract(hold)) {
        instead.hold = held.mapped().hold;
        write(instead);
    }
}

void SpendGuard::release(Hold hold)
{
    const std::scoped_lock lock(m_mutex);
    auto held = m_held.extract(hold);
    if (!held)
        return;
    held.mapped().kind = Spending::Kind::Released;
    write(held.mapped());
}

void SpendGuard::add(const Spending& spending)
{
    const std::scoped_lock lock(m_mutex);
    write(spending);
}

void SpendGuard::write(const Spending& spending)
{
    if (!m_file)
        return;
    ++m_version;
    if (auto written = m_file->add(spending); !written)
        m_problem = std::move(written.error());
}

void SpendGuard::refresh()
{
    const std::scoped_lock lock(m_mutex);
    readAdded();
}

void SpendGuard::readAdded()
{
    if (!m_file)
        return;
    const auto read = m_file->refresh();
    if (m_isUnreadable != !read || read.value_or(false))
        ++m_version;
    if (!read)
        m_problem = read.error();
    else if (m_isUnreadable)
        m_problem.reset();
    m_isUnreadable = !read;
}

std::shared_ptr<const Ledger> SpendGuard::ledger() const
{
    const std::scoped_lock lock(m_mutex);
    return std::make_shared<const Ledger>(m_file ? m_file->ledger() : Ledger());
}

std::uint64_t SpendGuard::version() const
{
    const std::scoped_lock lock(m_mutex);
    return m_version;
}

std::optional<wire::Error> SpendGuard::problem() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problem;
}

Holds::~Holds()
{
    for (const auto& [place, hold] : m_holds)
        m_guard.commit(hold);
}

std::optional<std::string> Holds::hold(std::size_t place, const Spending& spending)
{
    auto held = m_guard.hold(spending);
    if (!held)
        return std::move(held.error());
    m_holds.insert_or_assign(place, *held);
    return std::nullopt;
}

bool Holds::settle(std::size_t place, bool isOwed)
{
    const auto held = m_holds.extract(place);
    if (!held)
        return false;
    if (isOwed)
        m_guard.commit(held.mapped());
    else
        m_guard.release(held.mapped());
    return true;
}

std::vector<std::size_t> Holds::places() const
{
    std::vector<std::size_t> places;
    places.reserve(m_holds.size());
    for (const auto& [place, hold] : m_holds)
        places.push_back(place);
    return places;
}

} // namespace workspace
