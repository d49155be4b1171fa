// SPDX-License-Identifier: Apache-2.0
// What is spent at a target that a workspace names counts against that workspace's budget, and goes into its
// ledger. On the I/O thread.
#pragma once

#include "app/acmpctl/desk.h"

namespace acmpctl {

/// As a ledger names a provider: its DID, else its address.
std::string payeeOf(const buyer::Connection& connection, const std::string& url);

/// The account of one task.
class Account final {
public:
    /// `guard` null: nobody's money. It must outlive the account. `deal`: that the task runs under.
    Account(workspace::SpendGuard* guard, std::string payee, std::optional<acmp::Offer> deal)
        : m_guard(guard)
        , m_payee(std::move(payee))
        , m_deal(std::move(deal))
    {
    }
    ~Account();
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    /// Keeps room for what the task may cost; a deal has been counted already. An error: it must not run.
    std::expected<void, wire::Error> open(const acmp::Invoke& request, std::int64_t nowUnixMs);
    /// What it did cost.
    void bill(const acmp::Invoke& request, const json::Decimal& costCu, std::int64_t nowUnixMs);

private:
    workspace::SpendGuard* m_guard;
    std::string m_payee;
    std::optional<acmp::Offer> m_deal;
    std::optional<workspace::SpendGuard::Hold> m_hold;
};

/// A ledger that could not be read or written.
void complainOfLedger(Output& output, const workspace::SpendGuard* guard);

} // namespace acmpctl
