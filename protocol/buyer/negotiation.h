// SPDX-License-Identifier: Apache-2.0
// One round with many providers (Layer 6 §5): asks all at once, and takes the best offer while it lasts, by
// itself (decision D15a) or when told to. Accepting is binding: nothing is ever accepted twice, and an accept
// whose answer was lost is asked for again until it is known.
#pragma once

#include "protocol/buyer/choice.h"
#include "protocol/buyer/connection.h"

#include <map>

namespace buyer {

/// Who is asked.
struct Participant {
    std::string name; ///< for people
    Connection* connection = nullptr; ///< must outlive the round
    std::string tier = {}; ///< as its entry says; empty: not known
    std::optional<std::int64_t> earlierWindowMs = {}; ///< Quote::windowSkewMs of the round before (D14)
};

/// What became of one participant.
struct Bid {
    enum class State : std::uint8_t {
        Asked,
        Offered,
        Refused,
        Limited, ///< asked too often (decision D32): no word on price
        Failed,
    };
    enum class Taking : std::uint8_t {
        No,
        Sent,
        Taken,
        Denied, ///< by the provider
        Unsure, ///< it may have been accepted: no answer came, however often it was asked for
    };

    State state = State::Asked;
    wire::Instant askedAt;
    std::optional<Quote> quote; ///< once answered
    std::optional<wire::Instant>
        expiresAt; ///< of an offer: on our clock, shifted by the skew if that is known
    bool isLate = false; ///< answered after the decision
    Trust trust = Trust::Unsigned;
    std::string trustReason; ///< why, once it was looked at
    std::optional<std::string> whyNot; ///< what keeps it from being taken without asking
    double score = 0; ///< 0 to 100, among the offers that may be taken; 0 for others

    Taking taking = Taking::No;
    bool isRequoting = false; ///< its terms are asked for again: until they come nothing is accepted
    unsigned accepts = 0; ///< sent
    std::optional<Acceptance> acceptance; ///< the last
    std::string note; ///< on what came of taking or of quoting anew, for people

    const acmp::Offer* offer() const;
};

/// What the policy chose.
struct Decision {
    enum class Cause : std::uint8_t {
        AllAnswered,
        Deadline,
        Unbeatable, ///< none that is still to come can be better
        Expiring, ///< the best one would not have lasted
    };
    Cause cause = Cause::AllAnswered;
    wire::Instant at;
    std::optional<std::size_t> chosen; ///< nullopt: no offer may be taken
    std::size_t admissible = 0; ///< how many could have been taken
    std::string why; ///< a sentence
};
std::string_view toString(Decision::Cause cause);

struct RoundOptions {
    acmp::OfferRequest request;
    std::optional<Policy> accepts = {}; ///< takes the best by itself; else only when told to
    Constraints constraints = {};
    Weights weights = {};
    std::optional<std::string> escrowId = {};
    /// For the decision. Absent: 60 % of the window asked for, at most 2 s.
    std::optional<wire::nanoseconds> deadline = {};
    wire::nanoseconds quoteTimeout = wire::milliseconds(30'000); ///< then the participant has failed
    wire::nanoseconds acceptTimeout = wire::milliseconds(5'000); ///< then it is asked again
    /// Looks at an offer's signature; the connection does where this is empty.
    std::function<std::pair<Trust, std::string>(std::size_t participant, const Quote&)> verify = {};
    /// Why an offer may not be paid for, a sentence; asked before each accept. Without it any may.
    std::function<std::optional<std::string>(std::size_t participant, const acmp::Offer&)> refuses = {};
};

class Negotiation final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Negotiation)

public:
    /// `clock` must outlive it.
    Negotiation(wire::Clock& clock, std::vector<Participant> participants, RoundOptions options,
        QObject* parent = nullptr);
    ~Negotiation() override;

    /// Asks all. Once only.
    void start();
    /// Takes an offer as it stands, expired or not: the provider decides. False, with a note, if there is
    /// none, if it is taken already, or if the budget refuses it.
    bool accept(std::size_t bid);
    /// Asks for the same terms again and takes them at once unless they are worse than those shown (D15b).
    void requoteAndAccept(std::size_t bid);

    const std::vector<Bid>& bids() const { return m_bids; }
    const std::vector<Participant>& participants() const { return m_participants; }
    const RoundOptions& options() const { return m_options; }
    const std::optional<Decision>& decision() const { return m_decision; }
    std::optional<wire::Instant> deadline() const { return m_deadline; }
    /// The choice is made, where there is a policy, and it is known what came of it; else all have answered.
    bool isConcluded() const;
    /// Nothing is out any more, neither a request nor an accept.
    bool isSettled() const;

Q_SIGNALS:
    void changed(std::size_t bid);
    void decided();
    void settled(); ///< once, when isSettled() for the first time

private:
    QuoteOptions quoteOptions(std::size_t bid) const;
    void answered(std::size_t bid, Quote quote);
    void take(Bid& bid, std::size_t index, Quote quote);
    void requoted(std::size_t bid, Quote quote, const acmp::Offer& shown);
    void rescore();
    void look(std::size_t bid);
    void lookAtOneMore();
    Candidate candidateOf(std::size_t bid) const;
    wire::nanoseconds leftOf(const Bid& bid) const;
    std::vector<std::size_t> admissible(bool mustArrive) const;
    std::vector<std::size_t> ranking(const std::vector<std::size_t>& indices) const;
    std::vector<std::size_t> choices() const;
    void consider();
    void decide(Decision::Cause cause);
    bool sendAccept(std::size_t bid);
    void send(std::size_t bid);
    void acceptAnswered(std::size_t bid, Acceptance acceptance);
    void conclude(std::size_t bid, Bid::Taking taking, std::string note = {});
    void settleIfDone();

    wire::Clock& m_clock;
    std::vector<Participant> m_participants;
    RoundOptions m_options;
    std::vector<Bid> m_bids;
    std::optional<wire::Instant> m_deadline;
    std::optional<Decision> m_decision;
    std::size_t m_unanswered = 0;
    std::size_t m_out = 0; ///< requests and accepts under way
    std::unique_ptr<wire::Timer> m_deadlineTimer, m_expiryTimer, m_lookTimer;
    std::map<std::size_t, std::unique_ptr<wire::Timer>> m_again; ///< accepts that wait to be sent again
    std::optional<std::size_t> m_leader; ///< whose expiry m_expiryTimer waits for
    bool m_isSettled = false;
};

} // namespace buyer
