// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/spending.h"

namespace acmpctl {

using wire::Error;
using wire::ErrorKind;
using workspace::Spending;

namespace {

bool isLimited(const workspace::Budget& budget)
{
    return budget.all || budget.perProvider || budget.perDay;
}

} // namespace

std::string payeeOf(const buyer::Connection& connection, const std::string& url)
{
    return connection.capability() && connection.capability()->did ? *connection.capability()->did : url;
}

Account::~Account()
{
    if (m_hold)
        m_guard->release(*m_hold);
}

std::expected<void, Error> Account::open(const acmp::Invoke& request, std::int64_t nowUnixMs)
{
    if (!m_guard || m_deal)
        return {};
    if (!request.maxPriceCu && isLimited(m_guard->budget())) {
        return std::unexpected(
            Error { ErrorKind::Usage, "the workspace has a budget, and this task could cost anything",
                "--max-price, or --offer with a policy", "no ceiling", {}, false });
    }
    Spending most;
    most.unixMs = nowUnixMs;
    most.kind = Spending::Kind::Direct;
    most.provider = m_payee;
    most.capability = request.capability;
    most.cu = request.maxPriceCu.value_or(json::Decimal());
    const auto held = m_guard->hold(most);
    if (!held)
        return std::unexpected(Error { ErrorKind::Refused, held.error(), {}, {}, "--max-price", false });
    m_hold = *held;
    return {};
}

void Account::bill(const acmp::Invoke& request, const json::Decimal& costCu, std::int64_t nowUnixMs)
{
    if (!m_guard)
        return;
    if (m_hold)
        m_guard->release(*m_hold);
    m_hold.reset();
    m_guard->add({ nowUnixMs, m_deal ? Spending::Kind::Billed : Spending::Kind::Direct, m_payee,
        request.capability, costCu, m_deal ? m_deal->offerId : std::string(), request.taskId,
        request.escrowId.value_or(std::string()) });
}

void complainOfLedger(Output& output, const workspace::SpendGuard* guard)
{
    if (guard && guard->problem())
        output.complain(guard->problem()->toString());
}

} // namespace acmpctl
