// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds on the I/O thread, and when the window hears of them. Internal to stack/.
#pragma once

#include "ui/stack/board.h"
#include "ui/stack/round.h"

#include <set>

namespace stack {

class Rounds final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Rounds)

public:
    using Connect = std::function<Round::Lease(const binding::Access&)>;

    /// All must outlive it.
    Rounds(Board& board, wire::Clock& clock, Accounts accounts, Connect connect);

    /// A state of it is on the board already.
    void start(RoundId id);
    void accept(RoundId id, std::size_t bid);
    void requoteAndAccept(RoundId id, std::size_t bid);
    void forget(RoundId id);

Q_SIGNALS:
    void changed(stack::RoundId round); ///< at most once a frame each

private:
    Round* find(RoundId id) const;
    void markDirty(RoundId id);
    void publish();

    Board& m_board;
    wire::Clock& m_clock;
    Accounts m_accounts;
    Connect m_connect;
    Round::Windows m_windows;
    std::map<RoundId, std::unique_ptr<Round>> m_rounds;
    std::set<RoundId> m_dirty;
    std::unique_ptr<wire::Timer> m_publishTimer;
};

} // namespace stack
