// SPDX-License-Identifier: Apache-2.0
// One provider, as a buyer deals with it: what it declares, quotes, accepts and tasks, over any binding.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/binding/client.h"
#include "protocol/buyer/taskrun.h"
#include "protocol/identity/resolver.h"
#include "protocol/session/offertrack.h"

#include <QFuture>

namespace buyer {

/// How one offerRequest ended.
struct Quote {
    std::variant<acmp::Offer, acmp::TaskError, wire::Error> outcome;
    wire::nanoseconds roundTrip { 0 };
    std::int64_t receivedUnixMs = 0;
    json::Raw raw; ///< the answering message as received, understood or not; empty without one
    acmp::Findings findings;
    std::optional<session::ClockSkew> skew; ///< as far as this round tells, and those before it (D14)
    std::optional<std::int64_t> windowSkewMs = {}; ///< session::OfferTrack::windowSkewMs(), for later rounds
    wire::RecordNo record = wire::kNoRecord; ///< of the answer
    identity::Verdict signature = {}; ///< of an offer, once it was checked
};

struct QuoteOptions {
    std::optional<wire::nanoseconds> timeout = {}; ///< absent: as long as the transport waits
    session::SkewHints skewHints = {};
    bool checksSignature = true; ///< as soon as it comes; else checkSignature() is the caller's
};

/// How one accept ended.
struct Acceptance {
    std::variant<acmp::Ack, acmp::TaskError, wire::Error> outcome;
    json::Raw raw; ///< as Quote has it
    wire::RecordNo record = wire::kNoRecord; ///< of that message
    acmp::Findings findings;
};

class Connection final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Connection)

public:
    /// `clock` must outlive it.
    Connection(std::unique_ptr<binding::Client> client, wire::Clock& clock, QObject* parent = nullptr);
    ~Connection() override;

    binding::Client& client() { return *m_client; }
    /// Asks once what the peer is, and remembers it.
    QFuture<std::expected<binding::Discovered, wire::Error>> discover();
    /// nullopt before discover(), or if the peer declares none.
    const std::optional<acmp::Capability>& capability() const { return m_capability; }

    /// Where DIDs are looked up; without one a did:web is not checked. Must outlive it. Set before
    /// discover(), by which the DID that the peer declares is looked up, and no other ever is (D13).
    void setResolver(identity::Resolver* resolver) { m_resolver = resolver; }
    /// Ends when that DID is known, or why it can't be; at once where there is nothing to look up.
    QFuture<identity::Resolution> resolution() const { return m_resolution; }
    /// What a message's signature is worth by what is known now: it is of this object, by a key of the DID
    /// that the peer declares.
    identity::Verdict checkSignature(const json::Raw& message) const;
    /// Likewise of an offer, with a finding if it is not as it should be.
    void checkSignature(Quote& quote) const;
    /// Has the peer prove that it holds a key of the DID that it declares (acmp/proveIdentity); `nonce` is
    /// new.
    QFuture<std::expected<identity::Verdict, wire::Error>> proveIdentity(const std::string& nonce);
    /// It declares a DID, and that it proves it.
    bool offersProof() const;

    /// It declares ACMP, or has not been asked, or can't be (D28).
    bool mayTrade() const { return m_capability || !m_isDiscovered; }

    /// Why nothing of ACMP can be asked of it: it speaks MCP before 2026-07-28.
    std::optional<wire::Error> tooOld() const;

    /// A run of its own, not started. Relying on what was not advertised is refused (D28), and so is a server
    /// that declares no ACMP, unless `force`.
    std::expected<std::unique_ptr<TaskRun>, wire::Error> prepare(
        acmp::Invoke request, TaskOptions options = {}, bool force = false);
    QFuture<Quote> quote(acmp::OfferRequest request, QuoteOptions options = {});
    /// Without an answer within `timeout` the outcome is ErrorKind::Deadline; the provider may have accepted.
    QFuture<Acceptance> accept(
        const acmp::Accept& request, const acmp::Offer& offer, std::optional<wire::nanoseconds> timeout = {});

private:
    std::unique_ptr<binding::Client> m_client;
    wire::Clock& m_clock;
    std::optional<acmp::Capability> m_capability;
    identity::Check checkOf(const std::string& did) const;

    identity::Resolver* m_resolver = nullptr;
    QFuture<identity::Resolution> m_resolution = QtFuture::makeReadyFuture(identity::Resolution());
    bool m_isDiscovered = false;
    std::string m_legacyVersion; ///< of MCP before 2026-07-28; empty: it is none
};

/// The Layer 1 request that an accepted offer leads to (Layer 6 §4): ceiling, proof and escrow from the deal,
/// all else from `request`.
acmp::Invoke underDeal(
    acmp::Invoke request, const acmp::Offer& offer, const std::optional<std::string>& escrowId);

} // namespace buyer
