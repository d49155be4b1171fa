// SPDX-License-Identifier: Apache-2.0
// One round with many providers as it is printed. Lives on the I/O thread.
#pragma once

#include "app/acmpctl/verbs.h"

#include "protocol/buyer/negotiation.h"

namespace acmpctl {

/// A target of the round.
struct Asked {
    std::string target; ///< where it runs tasks
    std::string provider; ///< its provider_id, else the target
    std::string negotiates = {}; ///< where it quotes; empty: at the target
    std::string tier = {}; ///< as its entry says; empty: not known
    std::string url = {}; ///< that it quotes at
    workspace::SpendGuard* spending = nullptr; ///< whose money it is; null: no workspace's
    bool isListed = false; ///< found by discovery: our token is not for it (decision D17)
    buyer::Connection* connection = nullptr; ///< that it quotes on; null: it can't be asked
    std::optional<wire::Error> failure = {}; ///< why not; it is printed
};

class Round final : public QObject {
public:
    /// Tells `flow` when it is done.
    Round(Flow& flow, Desk& desk, const std::vector<Asked>& all, const QuoteArguments& arguments);

    void start() { m_round.start(); }
    bool isDone() const { return m_isDone; }
    /// Prints who has not answered, and what came of the choice.
    QuoteOutcome finish(const wire::Error& whyNoAnswer);

private:
    void changed(std::size_t bid);
    void print(std::size_t bid, const buyer::Quote& quote);
    void checkDone();
    buyer::RoundOptions optionsOf(const QuoteArguments& arguments);
    std::optional<std::string> hold(std::size_t bid, const acmp::Offer& offer);
    QuoteOutcome finishChoice();
    QuoteOutcome finishTaking(std::size_t bid);

    Flow& m_flow;
    Desk& m_desk;
    std::vector<Asked> m_asked; ///< one a participant
    std::unique_ptr<workspace::Holds> m_holds; ///< null: none of them is on a workspace's account
    buyer::Negotiation m_round;
    std::vector<bool> m_isPrinted;
    bool m_isDone = false;
};

/// The providers that are listed where `arguments` says, and sell what it asks for.
std::expected<std::vector<Asked>, wire::Error> listed(
    Flow& flow, Desk& desk, const QuoteArguments& arguments);

} // namespace acmpctl
