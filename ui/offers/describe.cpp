// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/describe.h"

#include "protocol/binding/target.h"
#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"
#include "protocol/transport/connect/proxy.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QUrl>

#include <cmath>

namespace offers {

using buyer::Bid;
using buyer::Trust;
using widgets::State;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("offers", text);
}

const QString kNone = QStringLiteral("–");

QString text(const std::optional<std::string>& value)
{
    return value ? shown(*value) : kNone;
}

QString milliseconds(const std::optional<std::int64_t>& value)
{
    return value ? QString::number(*value) + QStringLiteral(" ms") : kNone;
}

QString amount(const std::optional<json::Decimal>& value)
{
    return value ? shown(value->text()) + QStringLiteral(" CU") : kNone;
}

State stateOf(Trust trust)
{
    switch (trust) {
    case Trust::Bad:
        return State::Bad;
    case Trust::Unsigned:
    case Trust::NotAuthorised:
        return State::Attention;
    case Trust::NotChecked:
    case Trust::Unseen:
        return State::Waiting;
    case Trust::Verified:
        break;
    }
    return State::Good;
}

QString formText(const identity::Form& form)
{
    using Form = identity::Form;
    QString text = form.over == Form::Signed::PayloadHash ? tr("ASCII of payload_hash")
        : form.over == Form::Signed::Digest               ? tr("the raw digest")
                                                          : tr("the canonical bytes");
    text += form.encoding == Form::Encoding::Base64Url ? QStringLiteral(" · base64url")
        : form.encoding == Form::Encoding::Base58      ? QStringLiteral(" · base58btc")
                                                       : tr(" · base64url, padded");
    return form.isDer ? text + QStringLiteral(" · DER") : text;
}

} // namespace

QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString trustWord(Trust trust)
{
    switch (trust) {
    case Trust::Bad:
        return tr("Bad");
    case Trust::Unsigned:
        return tr("Unsigned");
    case Trust::NotChecked:
        return tr("Not checked");
    case Trust::NotAuthorised:
        return tr("Valid, not authorised");
    case Trust::Unseen:
        return tr("Signed");
    case Trust::Verified:
        break;
    }
    return tr("Verified");
}

static QString refusalText(const buyer::Quote& quote)
{
    const auto* const refusal = std::get_if<acmp::TaskError>(&quote.outcome);
    return refusal ? errorText(*refusal) : shown(std::get<wire::Error>(quote.outcome).toString());
}

Word signatureOf(const Bid& bid)
{
    switch (bid.state) {
    case Bid::State::Asked:
        return { State::Waiting, tr("asked") };
    case Bid::State::Refused:
        return { State::Bad, tr("Refused %1").arg(refusalText(*bid.quote)) };
    case Bid::State::Limited:
        return { State::Attention, tr("Asked too often: %1").arg(refusalText(*bid.quote)) };
    case Bid::State::Failed:
        return { State::Bad, tr("Failed: %1").arg(refusalText(*bid.quote)) };
    case Bid::State::Offered:
        break;
    }
    QString word = trustWord(bid.trust);
    if (bid.trust != Trust::Verified && !bid.trustReason.empty())
        word += QStringLiteral(": ") + shown(bid.trustReason);
    return { stateOf(bid.trust), word };
}

Word takingOf(const Bid& bid)
{
    const QString note = bid.note.empty() ? QString() : QStringLiteral(": ") + shown(bid.note);
    if (bid.isRequoting)
        return { State::Running, tr("quoting anew") };
    switch (bid.taking) {
    case Bid::Taking::Sent:
        return { State::Running, tr("accepting") };
    case Bid::Taking::Taken:
        return { State::Good, tr("accepted") + note };
    case Bid::Taking::Unsure:
        return { State::Attention, tr("may be accepted") + note };
    case Bid::Taking::Denied: {
        const auto* const error
            = bid.acceptance ? std::get_if<acmp::TaskError>(&bid.acceptance->outcome) : nullptr;
        return { State::Bad, tr("not accepted") + (error ? QStringLiteral(": ") + errorText(*error) : note) };
    }
    case Bid::Taking::No:
        break;
    }
    if (!bid.note.empty())
        return { State::Bad, shown(bid.note) };
    if (bid.offer() && bid.whyNot)
        return { State::Neutral, shown(*bid.whyNot) };
    return {};
}

QString errorText(const acmp::TaskError& error)
{
    const rpc::CodeName name = rpc::describeCode(rpc::Binding::Mcp, error.code);
    QString text = QString::number(error.code);
    if (!name.name.empty())
        text += u' ' + shown(name.name);
    if (error.data && error.data->minPriceCu)
        return text + tr(" (at least %1 CU)").arg(shown(error.data->minPriceCu->text()));
    return error.message.empty() ? text : text + QStringLiteral(": ") + shown(error.message);
}

QString msText(wire::nanoseconds duration)
{
    const double ms = wire::toMs(duration);
    return QString::number(ms, 'f', ms < 100 ? 1 : 0);
}

QString skewText(const std::optional<session::ClockSkew>& skew)
{
    if (!skew)
        return {};
    return skew->ms > 0 ? u'+' + QString::number(skew->ms) : QString::number(skew->ms);
}

QString windowText(std::int64_t ms)
{
    constexpr std::int64_t kHour = 3'600'000;
    return ms >= kHour && ms % kHour == 0 ? QStringLiteral("%1 h").arg(ms / kHour)
                                          : QStringLiteral("%1 ms").arg(ms);
}

QString leftText(wire::nanoseconds left)
{
    const double ms = wire::toMs(left);
    if (ms <= 0)
        return tr("expired");
    if (ms < 1000) // in steps that an eye can follow
        return QStringLiteral("%1 ms").arg(static_cast<int>(std::floor(ms / 10)) * 10);
    if (ms < 60'000)
        return QStringLiteral("%1 s").arg(std::floor(ms / 100) / 10, 0, 'f', 1);
    if (ms < 3'600'000)
        return QStringLiteral("%1 min").arg(std::floor(ms / 60'000), 0, 'f', 0);
    return QStringLiteral("%1 h").arg(std::floor(ms / 3'600'000), 0, 'f', 0);
}

QString timeText(std::int64_t unixMs)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs).toString(QStringLiteral("HH:mm:ss"));
}

QString whenText(std::int64_t unixMs)
{
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(unixMs);
    return when.date() == QDate::currentDate() ? timeText(unixMs)
                                               : when.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

Facts termsOf(const acmp::Offer& offer)
{
    Facts facts { { QStringLiteral("offer_id"), shown(offer.offerId) },
        { QStringLiteral("capability"), shown(offer.capability) },
        { QStringLiteral("price_cu"), shown(offer.priceCu.text()) },
        { QStringLiteral("valid_until_ms"), shown(offer.validUntilMs.text()) },
        { QStringLiteral("latency_sla_ms"),
            offer.latencySlaMs ? QString::number(*offer.latencySlaMs) : kNone },
        { QStringLiteral("proof_method"), text(offer.proofMethod) },
        { QStringLiteral("challenge_window_ms"),
            offer.challengeWindowMs ? QString::number(*offer.challengeWindowMs) : kNone } };
    for (const auto& [name, value] : offer.extra)
        facts.push_back({ shown(name), shown(value.text()) });
    return facts;
}

Facts signatureFacts(const Bid& bid)
{
    Facts facts { { tr("verdict"), signatureOf(bid).text } };
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            facts.push_back({ name, value });
    };
    if (!bid.offer())
        return facts;
    const identity::Verdict& verdict = bid.quote->signature;
    if (verdict.code != 0)
        add(tr("code"),
            QString::number(verdict.code) + u' '
                + shown(rpc::describeCode(rpc::Binding::Mcp, verdict.code).name));
    add(tr("reason"), shown(verdict.reason));
    add(tr("expected"), shown(verdict.expected));
    add(tr("found"), shown(verdict.found));
    for (const std::string& note : verdict.notes)
        add(tr("note"), shown(note));
    if (verdict.envelope) {
        add(QStringLiteral("did"), shown(verdict.envelope->did));
        add(QStringLiteral("method"), shown(verdict.envelope->verificationMethod));
        add(QStringLiteral("alg"), shown(verdict.envelope->alg));
        add(QStringLiteral("created"),
            QString::number(verdict.envelope->createdMs) + QStringLiteral(" · ")
                + timeText(verdict.envelope->createdMs) + QStringLiteral(" · ")
                + tr("not covered by the signature"));
        add(QStringLiteral("payload_hash"), shown(verdict.envelope->payloadHash));
    }
    if (verdict.payload)
        add(tr("recomputed"), shown(verdict.payload->hash));
    if (verdict.form)
        add(tr("signed over"), formText(*verdict.form));
    if (verdict.payload)
        add(verdict.payload->isJcs ? tr("canonical") : tr("canonical (Python form)"),
            shown(verdict.payload->bytes));
    return facts;
}

Facts differenceOf(const acmp::Offer& a, const acmp::Offer& b)
{
    Facts left = termsOf(a), differing, equal;
    const Facts right = termsOf(b);
    const auto valueIn = [](const Facts& facts, const QString& name) {
        const auto found
            = std::ranges::find_if(facts, [&](const QStringList& fact) { return fact.front() == name; });
        return found == facts.end() ? kNone : found->back();
    };
    for (const QStringList& fact : right) {
        if (std::ranges::none_of(left, [&](const QStringList& one) { return one.front() == fact.front(); }))
            left.push_back({ fact.front(), kNone });
    }
    for (const QStringList& fact : left) {
        const QString other = valueIn(right, fact.front());
        const bool isEqual = other == fact.back();
        (isEqual ? equal : differing)
            .push_back({ (isEqual ? QStringLiteral("= ") : QStringLiteral("≠ ")) + fact.front(), fact.back(),
                other });
    }
    differing.insert(differing.end(), equal.begin(), equal.end());
    return differing;
}

Facts handoffOf(
    const acmp::OfferRequest& request, const acmp::Offer& offer, const std::optional<std::string>& escrowId)
{
    return {
        { QStringLiteral("price_cu"),
            request.maxPriceCu ? QStringLiteral("≤ ") + amount(request.maxPriceCu) : kNone,
            amount(offer.priceCu), tr("invoke.max_price_cu; escrow release") },
        { QStringLiteral("latency_sla_ms"),
            request.maxLatencyMs ? QStringLiteral("≤ ") + milliseconds(request.maxLatencyMs) : kNone,
            milliseconds(offer.latencySlaMs), tr("commitment; timeout_ms stays yours") },
        { QStringLiteral("proof_method"), text(request.proofMethod), text(offer.proofMethod),
            tr("invoke.proof_method") },
        { QStringLiteral("challenge_window_ms"),
            request.challengeWindowMs ? windowText(*request.challengeWindowMs) : kNone,
            offer.challengeWindowMs ? windowText(*offer.challengeWindowMs) : kNone,
            tr("escrowBind.challenge_window_ms") },
        { QStringLiteral("escrow_id"), text(escrowId), escrowId ? text(escrowId) : tr("direct settlement"),
            escrowId ? tr("invoke.escrow_id") : tr("not on the wire; kept here") },
        { tr("bind escrow"), kNone, kNone,
            escrowId ? tr("acmp/escrowBind: Layer 4's") : tr("Layer 4's; no escrow to bind") },
    };
}

bool isOfThisMachine(const std::string& url)
{
    const auto target = binding::parseTarget(url);
    if (!target)
        return false;
    const QUrl* const address = binding::urlOf(*target);
    return !address || transport::isLoopback(address->host().toStdString());
}

} // namespace offers
