// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/offertrack.h"

#include "protocol/session/folding.h"

#include "protocol/json/document.h"
#include "protocol/wire/error.h"

#include <cmath>

namespace session {

namespace {

constexpr std::int64_t kHttpDateMs = 1000;

std::int64_t wholeMs(wire::nanoseconds duration)
{
    return std::chrono::duration_cast<wire::milliseconds>(duration).count();
}

// An epoch time that arithmetic can be done with; peers may send anything.
std::optional<std::int64_t> asUnixMs(double ms)
{
    constexpr double kLargest = 9e15;
    return std::isfinite(ms) && std::abs(ms) < kLargest ? std::optional(static_cast<std::int64_t>(ms))
                                                        : std::nullopt;
}

std::optional<std::int64_t> createdMs(const acmp::Offer& offer)
{
    if (!offer.sig) {
        return std::nullopt;
    }
    json::Document document;
    document.borrow(offer.sig->text());
    const auto created = document.root()["created_ms"].toDouble();
    return created ? asUnixMs(*created) : std::nullopt;
}

} // namespace

std::string_view toString(OfferTrack::State state)
{
    switch (state) {
    case OfferTrack::State::Asked:
        return "asked";
    case OfferTrack::State::Offered:
        return "offered";
    case OfferTrack::State::Refused:
        return "refused";
    case OfferTrack::State::Failed:
        return "failed";
    case OfferTrack::State::AcceptSent:
        return "accept sent";
    case OfferTrack::State::Acked:
        return "accepted";
    case OfferTrack::State::AcceptRefused:
        return "accept refused";
    case OfferTrack::State::AcceptFailed:
        return "accept failed";
    }
    return "";
}

OfferTrack::OfferTrack(acmp::OfferRequest request)
    : m_request(std::move(request))
{
}

void OfferTrack::received(const acmp::Incoming& message, const acmp::Origin& origin, std::int64_t unixMs)
{
    if (origin.mirrored) {
        return;
    }
    if (m_state != State::Asked) {
        m_findings.breach("RPC-second-answer", "one answer to acmp/offerRequest", "another", origin);
        return;
    }
    m_answered = Moment { origin.at, unixMs };
    if (const auto* offer = std::get_if<acmp::Offer>(&message)) {
        m_offer = *offer;
        m_state = State::Offered;
        m_findings.add(acmp::check(*offer), "/result", origin);
        m_findings.add(acmp::check(*offer, m_request, unixMs), "/result", origin);
    } else if (const auto* error = std::get_if<acmp::TaskError>(&message)) {
        m_error = *error;
        m_state = State::Refused;
        m_findings.add(acmp::check(*error), "/error", origin);
    } else {
        m_state = State::Failed;
    }
}

void OfferTrack::acceptSent(acmp::Accept accept, const Moment& at)
{
    m_accept = std::move(accept);
    m_acceptSent = at;
    m_acceptAnswered.reset();
    m_state = State::AcceptSent;
}

void OfferTrack::acceptAnswered(
    const acmp::Incoming& message, const acmp::Origin& origin, std::int64_t unixMs)
{
    if (origin.mirrored) {
        return;
    }
    if (m_state != State::AcceptSent || !m_accept) {
        m_findings.breach("RPC-second-answer", "one answer to acmp/accept", "another", origin);
        return;
    }
    m_acceptAnswered = Moment { origin.at, unixMs };
    if (const auto* error = std::get_if<acmp::TaskError>(&message)) {
        m_acceptError = *error;
        m_state = State::AcceptRefused;
        m_findings.add(acmp::check(*error), "/error", origin);
        return;
    }
    const auto* ack = std::get_if<acmp::Ack>(&message);
    if (!ack) {
        m_state = State::AcceptFailed;
        return;
    }
    m_state = State::Acked;
    if (m_ack) {
        m_findings.breach("L6-2.2-accepted-twice", "-34003", "an ack", origin);
    }
    m_ack = *ack;
    if (!m_offer) {
        return;
    }
    m_findings.add(acmp::check(*ack, *m_accept, *m_offer), "/result", origin);
    // By the provider's clock, at the latest moment that it can have shown when the accept left.
    const auto skew = clockSkew();
    const auto until = asUnixMs(m_offer->validUntilMs.toDouble());
    if (skew && until && m_acceptSent && m_acceptSent->unixMs + skew->ms - skew->uncertaintyMs > *until) {
        m_findings.breach("L6-3-expired-accepted",
            "-34002 after " + wire::excerpt(m_offer->validUntilMs.text()), "an ack", origin);
    }
}

void OfferTrack::failed(wire::Instant at)
{
    if (m_state == State::Asked) {
        m_state = State::Failed;
        m_answered = Moment { at, m_sent ? m_sent->unixMs + wholeMs(at - m_sent->at) : 0 };
    } else if (m_state == State::AcceptSent) {
        m_state = State::AcceptFailed;
    }
}

std::optional<wire::nanoseconds> OfferTrack::roundTrip() const
{
    return m_sent && m_answered && m_state != State::Failed ? std::optional(m_answered->at - m_sent->at)
                                                            : std::nullopt;
}

std::optional<wire::nanoseconds> OfferTrack::acceptRoundTrip() const
{
    return m_acceptSent && m_acceptAnswered ? std::optional(m_acceptAnswered->at - m_acceptSent->at)
                                            : std::nullopt;
}

// The provider made the offer somewhere between our two moments; in the middle the error is the least.
std::int64_t OfferTrack::halfWayUnixMs() const
{
    return m_sent->unixMs + wholeMs(*roundTrip()) / 2;
}

std::int64_t OfferTrack::halfRoundTripMs() const
{
    return wholeMs(*roundTrip()) / 2 + 1;
}

std::optional<std::int64_t> OfferTrack::windowSkewMs() const
{
    if (!m_offer || !roundTrip() || !m_request.offerValidMs) {
        return std::nullopt;
    }
    const auto until = asUnixMs(m_offer->validUntilMs.toDouble());
    const auto window = asUnixMs(static_cast<double>(*m_request.offerValidMs));
    return until && window ? std::optional(*until - *window - halfWayUnixMs()) : std::nullopt;
}

std::optional<ClockSkew> OfferTrack::clockSkew(const SkewHints& hints) const
{
    if (!m_offer || !roundTrip()) {
        return std::nullopt;
    }
    if (const auto created = createdMs(*m_offer)) {
        return ClockSkew { *created - halfWayUnixMs(), halfRoundTripMs(), ClockSkew::Source::CreatedMs };
    }
    const auto window = windowSkewMs();
    if (window && hints.earlierWindowMs
        && std::abs(*window - *hints.earlierWindowMs) <= wholeMs(*roundTrip()) + 1) {
        return ClockSkew { *window, halfRoundTripMs(), ClockSkew::Source::Window };
    }
    if (hints.httpDateUnixMs) {
        const std::int64_t uncertainty = kHttpDateMs + halfRoundTripMs();
        const std::int64_t ahead = *hints.httpDateUnixMs - halfWayUnixMs();
        // Within a second it tells no more than that the clocks agree, which is what a short window needs.
        return ClockSkew { std::abs(ahead) > uncertainty ? ahead : 0, uncertainty,
            ClockSkew::Source::HttpDate };
    }
    return std::nullopt;
}

} // namespace session
