// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/rounds.h"

#include "ui/stack/frame.h"

namespace stack {

Rounds::Rounds(Board& board, wire::Clock& clock, Accounts accounts, Connect connect)
    : m_board(board)
    , m_clock(clock)
    , m_accounts(accounts)
    , m_connect(std::move(connect))
{
}

void Rounds::start(RoundId id)
{
    RoundState begun = *m_board.round(id);
    begun.startedUnixMs = m_clock.unixMs();
    std::vector<Round::Lease> leases;
    for (const Contender& contender : begun.call->contenders)
        leases.push_back(m_connect(contender.access));
    auto& round = m_rounds[id];
    round = std::make_unique<Round>(std::move(begun), std::move(leases), m_clock, m_accounts, m_windows);
    QObject::connect(round.get(), &Round::changed, this, [this, id] { markDirty(id); });
    round->start();
    markDirty(id);
}

Round* Rounds::find(RoundId id) const
{
    const auto found = m_rounds.find(id);
    return found == m_rounds.end() ? nullptr : found->second.get();
}

void Rounds::accept(RoundId id, std::size_t bid)
{
    if (Round* const round = find(id))
        round->accept(bid);
}

void Rounds::requoteAndAccept(RoundId id, std::size_t bid)
{
    if (Round* const round = find(id))
        round->requoteAndAccept(bid);
}

void Rounds::forget(RoundId id)
{
    m_rounds.erase(id);
    m_dirty.erase(id);
    m_board.removeRound(id);
}

void Rounds::markDirty(RoundId id)
{
    m_dirty.insert(id);
    if (!m_publishTimer)
        m_publishTimer = m_clock.startTimer(kFrame, [this] { publish(); });
}

void Rounds::publish()
{
    m_publishTimer.reset();
    for (const RoundId id : std::exchange(m_dirty, {})) {
        if (Round* const round = find(id)) {
            m_board.set(round->state());
            Q_EMIT changed(id);
        }
    }
}

} // namespace stack
