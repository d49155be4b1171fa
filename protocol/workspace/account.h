// SPDX-License-Identifier: Apache-2.0
// What one task may cost, and does, on a workspace's account.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/workspace/spendguard.h"

namespace workspace {

class Account final {
public:
    /// `guard` null: nobody's money. It must outlive the account. `payee`: as a ledger names a provider, its
    /// DID, else its address. `dealOfferId`: of the deal that the task runs under; empty: none.
    Account(SpendGuard* guard, std::string payee, std::string dealOfferId)
        : m_guard(guard)
        , m_payee(std::move(payee))
        , m_offerId(std::move(dealOfferId))
    {
    }
    ~Account() { close(); }
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    /// Keeps room for what the task may cost. A deal has been counted already, and so has a task that was
    /// billed: sent again it is not paid for twice. An error: it must not run.
    std::expected<void, wire::Error> open(const acmp::Invoke& request, std::int64_t nowUnixMs);
    /// What it did cost, once.
    void bill(const acmp::Invoke& request, const json::Decimal& costCu, std::int64_t nowUnixMs);
    /// It ended without a result.
    void close();

    /// Who it is may be known only once it has answered.
    void setPayee(std::string payee) { m_payee = std::move(payee); }

private:
    SpendGuard* m_guard;
    std::string m_payee;
    std::string m_offerId;
    std::optional<SpendGuard::Hold> m_hold;
    bool m_isBilled = false;
};

} // namespace workspace
