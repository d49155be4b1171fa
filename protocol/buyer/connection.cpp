// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/connection.h"

#include "protocol/identity/identityproof.h"
#include "protocol/json/document.h"
#include "protocol/lint/signatures.h"
#include "protocol/session/findinglist.h"

#include <QPromise>

namespace buyer {

using wire::Error;
using wire::ErrorKind;

namespace {

/// Collects what one negotiation request brings and resolves when it ends. Owned by the exchange.
template <class T, class Outcome>
class Collector final : public QObject {
public:
    using Judge = std::function<acmp::Findings(const T&)>;

    Collector(binding::Exchange* exchange, Judge judge)
        : QObject(exchange)
        , m_judge(std::move(judge))
    {
        m_promise.start();
        connect(exchange, &binding::Exchange::found, this,
            [this](const acmp::Finding& finding) { m_outcome.findings.push_back(finding); });
        connect(exchange, &binding::Exchange::incoming, this, &Collector::take);
        connect(exchange, &binding::Exchange::ended, this, &Collector::end);
    }
    QFuture<Outcome> future() { return m_promise.future(); }
    Outcome& outcome() { return m_outcome; }
    /// Gives the exchange up when `timeout` has passed.
    void limit(binding::Exchange* exchange, wire::Clock& clock, std::optional<wire::nanoseconds> timeout)
    {
        if (!timeout)
            return;
        m_timer = clock.startTimer(*timeout, [this, exchange, timeout = *timeout] {
            m_late = Error { ErrorKind::Deadline, "no answer in time",
                "one within " + std::to_string(std::chrono::ceil<wire::milliseconds>(timeout).count())
                    + " ms",
                "none", {}, true };
            exchange->abort();
        });
    }
    std::function<void(const acmp::Origin&)> whenAnswered;

private:
    void take(const acmp::Incoming& message, const acmp::Origin& origin)
    {
        if (m_answered)
            return;
        // What can't be understood is kept as well: it is all there is to look at, unless an answer follows.
        m_outcome.raw = origin.message;
        m_outcome.record = origin.record;
        if (const auto* answer = std::get_if<T>(&message)) {
            append(m_judge(*answer), "/result", origin);
            m_outcome.outcome = *answer;
        } else if (const auto* refusal = std::get_if<acmp::TaskError>(&message)) {
            append(acmp::check(*refusal), "/error", origin);
            m_outcome.outcome = *refusal;
        } else {
            return;
        }
        m_answered = true;
        if (whenAnswered)
            whenAnswered(origin);
    }

    void end(const std::optional<Error>& error)
    {
        m_timer.reset();
        if (!m_answered && m_late) {
            m_outcome.outcome = *m_late;
        } else if (!m_answered) {
            m_outcome.outcome = error.value_or(Error { ErrorKind::Protocol, "the answer can't be understood",
                "a result or an error", "something else", {}, false });
        }
        m_promise.addResult(std::move(m_outcome));
        m_promise.finish();
    }

    void append(acmp::Findings checks, std::string_view at, const acmp::Origin& origin)
    {
        session::FindingList placed;
        placed.add(std::move(checks), at, origin);
        m_outcome.findings.insert(m_outcome.findings.end(), placed.kept().begin(), placed.kept().end());
    }

    QPromise<Outcome> m_promise;
    Outcome m_outcome;
    Judge m_judge;
    std::unique_ptr<wire::Timer> m_timer;
    std::optional<Error> m_late;
    bool m_answered = false;
};

} // namespace

Connection::Connection(std::unique_ptr<binding::Client> client, wire::Clock& clock, QObject* parent)
    : QObject(parent)
    , m_client(std::move(client))
    , m_clock(clock)
{
}

Connection::~Connection() = default;

QFuture<std::expected<binding::Discovered, Error>> Connection::discover()
{
    return m_client->discover().then(this, [this](std::expected<binding::Discovered, Error> found) {
        if (found) {
            m_capability = found->capability;
            m_isDiscovered = !found->isUnknown;
            if (m_resolver && m_capability && m_capability->did)
                m_resolution = m_resolver->resolve(*m_capability->did);
            m_legacyVersion = found->isLegacy ? found->versions.front() : std::string();
        }
        return found;
    });
}

identity::Check Connection::checkOf(const std::string& did) const
{
    identity::Check check { .nowUnixMs = m_clock.unixMs() };
    if (m_capability)
        check.expectedDid = m_capability->did;
    if (m_resolver)
        check.resolution = m_resolver->known(did);
    return check;
}

identity::Verdict Connection::checkSignature(const json::Raw& message) const
{
    return lint::checkSignature(message, checkOf(m_capability ? m_capability->did.value_or("") : ""));
}

void Connection::checkSignature(Quote& quote) const
{
    const auto* const offer = std::get_if<acmp::Offer>(&quote.outcome);
    quote.signature = offer && offer->sig ? checkSignature(quote.raw) : lint::unsignedVerdict();
    if (auto finding = lint::signatureFinding(quote.signature)) {
        finding->where.record = quote.record;
        quote.findings.push_back(std::move(*finding));
    }
}

bool Connection::offersProof() const
{
    return m_capability && m_capability->did && m_capability->accepts
        && m_capability->doesAccept(identity::kProveIdentity);
}

QFuture<std::expected<identity::Verdict, Error>> Connection::proveIdentity(const std::string& nonce)
{
    using Outcome = std::expected<identity::Verdict, Error>;
    return m_client->ask(std::string(identity::kProveIdentity), { { "nonce", json::Raw::string(nonce) } })
        .then(this, [this, nonce](const std::expected<json::Raw, Error>& answer) -> Outcome {
            if (!answer)
                return std::unexpected(answer.error());
            const std::string_view text = answer->text();
            const json::Document result
                = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())))
                      .value_or(json::Document());
            const json::View envelope = result.root()["envelope"];
            const json::View did = envelope["did"];
            return identity::verifyProof(envelope, nonce, checkOf(did ? did.textOrEmpty() : std::string()));
        });
}

std::optional<Error> Connection::tooOld() const
{
    if (m_legacyVersion.empty())
        return std::nullopt;
    return Error { ErrorKind::NotAdvertised,
        "this MCP server is of a revision that can't carry ACMP as specified", "MCP 2026-07-28",
        "MCP " + wire::excerpt(m_legacyVersion), {}, false };
}

std::expected<std::unique_ptr<TaskRun>, Error> Connection::prepare(
    acmp::Invoke request, TaskOptions options, bool force)
{
    if (auto why = tooOld(); why && !force)
        return std::unexpected(std::move(*why));
    if (!mayTrade() && !force) {
        return std::unexpected(Error { ErrorKind::NotAdvertised, "this server does not trade over ACMP",
            "the extension " + std::string(acmp::kExtensionId)
                + " in server/discover, or ACMP's in the agent card",
            "none", {}, false });
    }
    if (m_capability && !force) {
        if (const auto missing = acmp::checkAdvertised(request, *m_capability); !missing.empty()) {
            const acmp::Finding& first = missing.front();
            return std::unexpected(Error { ErrorKind::NotAdvertised, std::string(first.rule->text),
                first.expected, first.found, std::string(first.rule->section), false });
        }
    }
    auto run = std::make_unique<TaskRun>(*m_client, m_clock, std::move(request), m_capability, options);
    run->setSignatureCheck([self = QPointer<const Connection>(this)](const json::Raw& message) {
        return self ? self->checkSignature(message)
                    : identity::Verdict { .reason = "the connection is gone" };
    });
    return run;
}

QFuture<Quote> Connection::quote(acmp::OfferRequest request, QuoteOptions options)
{
    binding::Exchange* exchange = m_client->start(request);
    const session::Moment started { m_clock.now(), m_clock.unixMs() };
    auto* collector = new Collector<acmp::Offer, Quote>(exchange, [this, request](const acmp::Offer& offer) {
        acmp::Findings findings = acmp::check(offer);
        std::ranges::move(acmp::check(offer, request, m_clock.unixMs()), std::back_inserter(findings));
        return findings;
    });
    collector->limit(exchange, m_clock, options.timeout);
    collector->whenAnswered = [this, collector, started, request, options](const acmp::Origin& origin) {
        Quote& quote = collector->outcome();
        quote.roundTrip = origin.at - started.at;
        quote.receivedUnixMs = m_clock.unixMs();
        if (const auto* offer = std::get_if<acmp::Offer>(&quote.outcome)) {
            session::OfferTrack track(request);
            track.sent(started);
            track.received(*offer, origin, quote.receivedUnixMs);
            session::SkewHints hints = options.skewHints;
            hints.httpDateUnixMs = origin.httpDateMs;
            quote.skew = track.clockSkew(hints);
            quote.windowSkewMs = track.windowSkewMs();
            if (options.checksSignature)
                checkSignature(quote);
        }
    };
    return collector->future();
}

QFuture<Acceptance> Connection::accept(
    const acmp::Accept& request, const acmp::Offer& offer, std::optional<wire::nanoseconds> timeout)
{
    binding::Exchange* exchange = m_client->start(request);
    auto* collector = new Collector<acmp::Ack, Acceptance>(
        exchange, [request, offer](const acmp::Ack& ack) { return acmp::check(ack, request, offer); });
    collector->limit(exchange, m_clock, timeout);
    return collector->future();
}

acmp::Invoke underDeal(
    acmp::Invoke request, const acmp::Offer& offer, const std::optional<std::string>& escrowId)
{
    request.maxPriceCu = offer.priceCu;
    if (offer.proofMethod)
        request.proofMethod = offer.proofMethod;
    if (escrowId)
        request.escrowId = escrowId;
    return request;
}

} // namespace buyer
