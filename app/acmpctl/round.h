// SPDX-License-Identifier: Apache-2.0
// One round with many providers as it is printed. Lives on the I/O thread.
#pragma once

#include "app/acmpctl/verbs.h"

#include "protocol/buyer/negotiation.h"

namespace acmpctl {

/// A target of the round.
struct Asked {
    std::string target;
    std::string provider; ///< its provider_id, else the target
    buyer::Connection* connection = nullptr; ///< null: it can't be asked
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
    QuoteOutcome finishChoice();
    QuoteOutcome finishTaking(std::size_t bid);

    Flow& m_flow;
    Desk& m_desk;
    std::vector<std::string> m_targets; ///< one a participant
    buyer::Negotiation m_round;
    std::vector<bool> m_isPrinted;
    bool m_isDone = false;
};

} // namespace acmpctl
