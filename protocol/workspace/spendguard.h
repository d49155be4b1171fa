// SPDX-License-Identifier: Apache-2.0
// Guards what a workspace spends: whatever would go over its budget is refused before it is sent, by hand or
// by policy, and what was accepted or billed goes into its ledger, which other programs may add to. Of any
// thread: an amount that is on its way counts as spent for all others, of this program and of those that
// share the ledger.
#pragma once

#include "protocol/wire/idsource.h"
#include "protocol/workspace/ledgerfile.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace workspace {

class SpendGuard final {
public:
    enum class Hold : std::uint64_t { };
    /// So long another program counts what is on its way, unless it is told more: this one may have crashed.
    static constexpr std::chrono::milliseconds kHeldForOthers = std::chrono::minutes(15);

    /// From now on counts there. A ledger that can't be read is an error, and nothing may be spent.
    /// `carriedFrom`: a ledger that is copied there first, unless another is there, which is an error too.
    std::expected<void, wire::Error> open(
        const QString& ledgerFile, const Budget& budget, const QString& carriedFrom = {});
    void setBudget(const Budget& budget);
    Budget budget() const;

    /// Keeps the room for what is about to be committed to, and what came of it is known within `atMost`;
    /// else why it may not be, a sentence.
    std::expected<Hold, std::string> hold(
        Spending spending, std::chrono::milliseconds atMost = kHeldForOthers);
    /// It is owed, or may be.
    void commit(Hold hold);
    /// This is owed in its place.
    void commit(Hold hold, Spending instead);
    void release(Hold hold);
    /// What a result says that it costs.
    void add(const Spending& spending);

    /// Looks for what other programs have added. hold() does so by itself.
    void refresh();
    /// Never null.
    std::shared_ptr<const Ledger> ledger() const;
    /// Grows with each change of ledger or budget.
    std::uint64_t version() const;
    /// Why the ledger can't be read or written.
    std::optional<wire::Error> problem() const;

private:
    void readAdded();
    void write(const Spending& spending);
    std::optional<std::string> take(Spending spending, std::chrono::milliseconds atMost);

    wire::SystemIdSource m_ids; ///< not injected: unique among all programs that share the ledger
    mutable std::mutex m_mutex;
    Budget m_budget;
    std::optional<LedgerFile> m_file; ///< nullopt before open()
    std::map<Hold, Spending> m_held; ///< not settled yet
    std::optional<wire::Error> m_problem;
    bool m_isUnreadable = false;
    std::uint64_t m_lastHold = 0, m_version = 0;
};

/// What a round has on its way, by the place of the offer that is accepted. What is left at the end may be
/// owed.
class Holds final {
public:
    /// `guard` must outlive it.
    explicit Holds(SpendGuard& guard)
        : m_guard(guard)
    {
    }
    ~Holds();
    Holds(const Holds&) = delete;
    Holds& operator=(const Holds&) = delete;

    /// Why it may not be spent, a sentence; nullopt: it may, and is held.
    std::optional<std::string> hold(std::size_t place, const Spending& spending);
    /// It is known what came of it. False: nothing is held there.
    bool settle(std::size_t place, bool isOwed);
    /// Where something is held.
    std::vector<std::size_t> places() const;

private:
    SpendGuard& m_guard;
    std::map<std::size_t, SpendGuard::Hold> m_holds;
};

} // namespace workspace
