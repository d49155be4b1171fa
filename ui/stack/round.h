// SPDX-License-Identifier: GPL-3.0-or-later
// One round on the I/O thread: connects to all, then drives a buyer::Negotiation and tells what the window
// sees of it. Internal to stack/.
#pragma once

#include "protocol/workspace/spendguard.h"
#include "ui/stack/dealbook.h"
#include "ui/stack/roundstate.h"

namespace stack {

/// Where an accept leaves its trace. Both must outlive who has it.
struct Accounts {
    workspace::SpendGuard& guard;
    DealBook& deals;
};

class Round final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Round)

public:
    /// Held as long as it is needed.
    using Lease = std::expected<std::shared_ptr<buyer::Connection>, wire::Error>;
    /// Where a contender's clock stood in earlier rounds (decision D14), by its address.
    using Windows = std::map<std::string, std::int64_t>;

    /// One lease a contender. `clock` and `windows` must outlive it.
    Round(
        RoundState begun, std::vector<Lease> leases, wire::Clock& clock, Accounts accounts, Windows& windows);
    /// An accept that is on its way may bind us: it counts as one that does.
    ~Round() override;

    void start();
    void accept(std::size_t bid);
    void requoteAndAccept(std::size_t bid);

    std::shared_ptr<const RoundState> state();

Q_SIGNALS:
    void changed();

private:
    using Discovery = std::expected<binding::Discovered, wire::Error>;

    void opened(std::size_t contender, const Discovery& found);
    void fail(std::size_t contender, wire::Error error);
    void lookUp(std::size_t contender);
    void askIfAllAreOpen();
    void ask();
    void bidChanged(std::size_t place);
    std::optional<std::string> hold(std::size_t place, const acmp::Offer& offer);
    void settleHold(std::size_t place);
    void keep(std::size_t place, bool isUnsure);
    void noteConclusion();
    void takeBid(std::size_t place);
    std::optional<std::size_t> placeOf(std::size_t contender) const;

    RoundState m_state;
    std::vector<Lease> m_leases;
    wire::Clock& m_clock;
    Accounts m_accounts;
    Windows& m_windows;
    std::vector<bool> m_isOpen; ///< has said what it is, or failed
    std::size_t m_lookUps = 0; ///< of DIDs, under way
    std::unique_ptr<wire::Timer> m_openTimer;
    std::unique_ptr<buyer::Negotiation> m_negotiation; ///< null while connecting
    std::vector<std::size_t> m_contenders; ///< of each of its places
    workspace::Holds m_holds; ///< by place: accepts on their way
    std::vector<bool> m_isDirty; ///< by place
};

} // namespace stack
