// SPDX-License-Identifier: Apache-2.0
// One negotiation as a fold over what was sent and received (Layer 6 §2): the request, its offer or refusal,
// the accept, its ack, and what is wrong with any of it. Owns no timer and no socket.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/acmp/incoming.h"
#include "protocol/session/findinglist.h"

#include <optional>

namespace session {

/// A moment on both clocks.
struct Moment {
    wire::Instant at;
    std::int64_t unixMs = 0;
};

/// How far the provider's wall clock is ahead of ours, as far as the messages tell (decision D14).
struct ClockSkew {
    enum class Source : std::uint8_t {
        CreatedMs, ///< of the offer's signature
        Window, ///< valid_until_ms − offer_valid_ms, as steady as in earlier rounds
        HttpDate, ///< to the second
    };
    std::int64_t ms = 0;
    std::int64_t uncertaintyMs = 0;
    Source source = Source::CreatedMs;
    bool operator==(const ClockSkew&) const = default;
};

/// What the offer itself does not hold.
struct SkewHints {
    std::optional<std::int64_t> earlierWindowMs; ///< windowSkewMs() of an earlier round with this provider
    std::optional<std::int64_t> httpDateUnixMs;
};

class OfferTrack final {
public:
    enum class State : std::uint8_t {
        Asked,
        Offered,
        Refused, ///< error() says why
        Failed, ///< no answer, or none that could be understood
        AcceptSent,
        Acked,
        AcceptRefused, ///< acceptError() says why
        AcceptFailed,
    };

    explicit OfferTrack(acmp::OfferRequest request);

    // --- the fold ---
    void sent(const Moment& at) { m_sent = at; }
    void received(const acmp::Incoming& message, const acmp::Origin& origin, std::int64_t unixMs);
    void acceptSent(acmp::Accept accept, const Moment& at);
    void acceptAnswered(const acmp::Incoming& message, const acmp::Origin& origin, std::int64_t unixMs);
    /// No answer will come, to the request or, once that is sent, to the accept.
    void failed(wire::Instant at);

    // --- what is known ---
    State state() const { return m_state; }
    const acmp::OfferRequest& request() const { return m_request; }
    const std::optional<acmp::Offer>& offer() const { return m_offer; }
    const std::optional<acmp::TaskError>& error() const { return m_error; }
    const std::optional<acmp::Accept>& accept() const { return m_accept; }
    const std::optional<acmp::Ack>& ack() const { return m_ack; }
    const std::optional<acmp::TaskError>& acceptError() const { return m_acceptError; }
    const std::optional<Moment>& sentAt() const { return m_sent; }
    const std::optional<Moment>& answeredAt() const { return m_answered; }
    std::optional<wire::nanoseconds> roundTrip() const;
    std::optional<wire::nanoseconds> acceptRoundTrip() const;
    const FindingList& findings() const { return m_findings; }

    std::optional<ClockSkew> clockSkew(const SkewHints& hints = {}) const;
    /// The skew if the provider took offer_valid_ms as asked: only as good as its agreement with other
    /// rounds.
    std::optional<std::int64_t> windowSkewMs() const;

private:
    std::int64_t halfWayUnixMs() const;
    std::int64_t halfRoundTripMs() const;

    acmp::OfferRequest m_request;
    State m_state = State::Asked;
    std::optional<Moment> m_sent, m_answered, m_acceptSent, m_acceptAnswered;
    std::optional<acmp::Offer> m_offer;
    std::optional<acmp::TaskError> m_error;
    std::optional<acmp::Accept> m_accept;
    std::optional<acmp::Ack> m_ack;
    std::optional<acmp::TaskError> m_acceptError;
    FindingList m_findings;
};

std::string_view toString(OfferTrack::State state); ///< "asked", "offered", …

} // namespace session
