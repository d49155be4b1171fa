// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/account.h"

namespace workspace {

using wire::Error;
using wire::ErrorKind;

std::expected<void, Error> Account::open(const acmp::Invoke& request, std::int64_t nowUnixMs)
{
    if (!m_guard || !m_offerId.empty() || m_isBilled)
        return {};
    close();
    if (!request.maxPriceCu) {
        if (!m_guard->budget().isLimited())
            return {};
        return std::unexpected(
            Error { ErrorKind::Usage, "the workspace has a budget, and this task could cost anything",
                "a ceiling (max_price_cu), or a deal to run it under", "no ceiling", "max_price_cu", false });
    }
    Spending most;
    most.unixMs = nowUnixMs;
    most.kind = Spending::Kind::Direct;
    most.provider = m_payee;
    most.capability = request.capability;
    most.cu = *request.maxPriceCu;
    most.taskId = request.taskId;
    const auto held = m_guard->hold(most, request.timeoutOrDefault() + SpendGuard::kHeldForOthers);
    if (!held)
        return std::unexpected(Error { ErrorKind::Refused, held.error(), {}, {}, "max_price_cu", false });
    m_hold = *held;
    return {};
}

void Account::bill(const acmp::Invoke& request, const json::Decimal& costCu, std::int64_t nowUnixMs)
{
    if (!m_guard || m_isBilled)
        return;
    m_isBilled = true;
    const Spending spent { nowUnixMs, m_offerId.empty() ? Spending::Kind::Direct : Spending::Kind::Billed,
        m_payee, request.capability, costCu, m_offerId, request.taskId,
        request.escrowId.value_or(std::string()) };
    if (const auto hold = std::exchange(m_hold, std::nullopt))
        m_guard->commit(*hold, spent);
    else
        m_guard->add(spent);
}

void Account::close()
{
    if (const auto hold = std::exchange(m_hold, std::nullopt))
        m_guard->release(*hold);
}

} // namespace workspace
