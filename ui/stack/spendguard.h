// SPDX-License-Identifier: GPL-3.0-or-later
// Guards what the open workspace spends: whatever would go over its budget is refused before it is sent, by
// hand or by policy, and what was accepted or billed goes into its ledger. Of any thread: an amount that is
// on its way counts as spent for all others.
#pragma once

#include "protocol/workspace/ledgerfile.h"

#include <map>
#include <memory>
#include <mutex>

namespace stack {

class SpendGuard final {
public:
    enum class Hold : std::uint64_t { };

    /// From now on counts there. A ledger that can't be read is an error, and nothing may be spent.
    /// `carriedFrom`: a ledger that is copied there first, unless another is there, which is an error too.
    std::expected<void, wire::Error> open(
        const QString& ledgerFile, const workspace::Budget& budget, const QString& carriedFrom = {});
    void setBudget(const workspace::Budget& budget);

    /// Keeps the room for what is about to be committed to; else why it may not be, a sentence.
    std::expected<Hold, std::string> hold(const workspace::Spending& spending);
    /// It is owed, or may be.
    void commit(Hold hold);
    void release(Hold hold);
    /// What a result says that it costs.
    void add(const workspace::Spending& spending);

    /// Never null.
    std::shared_ptr<const workspace::Ledger> ledger() const;
    /// Grows with each change of ledger or budget.
    std::uint64_t version() const;
    /// Why the ledger can't be read or written.
    std::optional<wire::Error> problem() const;

private:
    void write(const workspace::Spending& spending);

    mutable std::mutex m_mutex;
    workspace::Budget m_budget;
    std::optional<workspace::LedgerFile> m_file; ///< nullopt before open()
    std::map<Hold, workspace::Spending> m_held;
    std::optional<wire::Error> m_problem;
    bool m_isUnreadable = false;
    std::uint64_t m_lastHold = 0, m_version = 0;
};

} // namespace stack
