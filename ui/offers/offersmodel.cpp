// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/offersmodel.h"

#include "ui/widgets/elidedlabel.h"

namespace offers {

using buyer::Bid;
using stack::BidState;
using stack::RoundState;
using widgets::State;

namespace {

int order(std::strong_ordering ordering)
{
    return ordering < 0 ? -1 : ordering > 0 ? 1 : 0;
}

template <class T>
int order(const T& a, const T& b)
{
    return a < b ? -1 : b < a ? 1 : 0;
}

/// Those without a value last.
template <class T>
int orderOptional(const std::optional<T>& a, const std::optional<T>& b)
{
    if (a && b)
        return order(*a, *b);
    return order(!a, !b);
}

State worst(const acmp::Findings& findings)
{
    State state = State::Neutral;
    for (const acmp::Finding& finding : findings) {
        if (finding.rule->level == acmp::Level::Error)
            return State::Bad;
        if (finding.rule->level == acmp::Level::Warning)
            state = State::Attention;
    }
    return state;
}

} // namespace

void OffersModel::show(std::shared_ptr<const RoundState> round, const Indicatives& indicatives)
{
    if (round == m_round && indicatives == m_indicatives)
        return;
    const bool isSame = round && m_round && round->id == m_round->id;
    if (!isSame)
        beginResetModel();
    m_round = std::move(round);
    m_indicatives = indicatives;
    rank();
    if (isSame)
        return remake();
    m_rows.clear();
    for (std::size_t i = 0; m_round && i < m_round->bids.size(); ++i)
        m_rows.push_back(makeRow(i));
    findNextExpiry();
    endResetModel();
}

void OffersModel::setWeights(const buyer::Weights& weights)
{
    if (weights == m_weights)
        return;
    m_weights = weights;
    rank();
    remake();
}

void OffersModel::setNow(wire::Instant now)
{
    m_now = now;
    if (m_nextExpiry && now >= *m_nextExpiry) {
        rank();
        remake();
    }
}

void OffersModel::findNextExpiry()
{
    m_nextExpiry.reset();
    for (const Row& row : m_rows) {
        if (row.countdown.until && *row.countdown.until > m_now)
            m_nextExpiry = std::min(*row.countdown.until, m_nextExpiry.value_or(*row.countdown.until));
    }
}

bool OffersModel::Row::looksLike(const Row& other, int column) const
{
    const auto cell = static_cast<std::size_t>(column);
    if (text[cell] != other.text[cell] || isFaded != other.isFaded)
        return false;
    switch (column) {
    case Provider:
        return marks == other.marks;
    case Left:
        return countdown == other.countdown;
    case Signature:
        return signature == other.signature;
    case Taking:
        return taking == other.taking;
    case Findings:
        return findings == other.findings;
    default:
        return true;
    }
}

/// Tells of the cells that do not look as they did: a score may change in all rows, and nothing else there.
void OffersModel::remake()
{
    std::vector<Row> before = std::move(m_rows);
    m_rows.clear();
    for (std::size_t i = 0; i < before.size(); ++i)
        m_rows.push_back(makeRow(i));
    for (int column = 0; column < kColumns; ++column) {
        for (int row = 0; row < rowCount(); ++row) {
            const auto place = static_cast<std::size_t>(row);
            if (!m_rows[place].looksLike(before[place], column))
                Q_EMIT dataChanged(index(row, column), index(row, column));
        }
    }
    findNextExpiry();
}

bool OffersModel::isExpired(const BidState& bid) const
{
    return bid.bid.offer() && bid.bid.expiresAt && *bid.bid.expiresAt <= m_now;
}

bool OffersModel::isExpired(int row) const
{
    return isExpired(bid(row));
}

/// Scores and marks are among the offers that last and may be taken.
void OffersModel::rank()
{
    m_cheapest = m_fastest = -1;
    m_scores.assign(m_round ? m_round->bids.size() : 0, std::nullopt);
    std::vector<buyer::Candidate> candidates;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < m_scores.size(); ++i) {
        const BidState& bid = m_round->bid(i);
        if (!bid.bid.offer() || bid.bid.whyNot || isExpired(bid))
            continue;
        candidates.push_back(
            { bid.bid.offer(), bid.bid.quote->roundTrip, m_round->call->contenders[i].tier, bid.bid.trust });
        indices.push_back(i);
    }
    if (candidates.empty())
        return;
    const std::vector<double> found = buyer::scores(candidates, m_weights);
    for (std::size_t i = 0; i < indices.size(); ++i)
        m_scores[indices[i]] = found[i];
    const auto best = [&](buyer::Policy policy) {
        return static_cast<int>(indices[buyer::ranked(candidates, policy).front()]);
    };
    m_cheapest = best(buyer::Policy::Cheapest);
    m_fastest = best(buyer::Policy::Fastest);
}

OffersModel::Row OffersModel::makeRow(std::size_t index) const
{
    const BidState& state = m_round->bid(index);
    const Bid& bid = state.bid;
    Row row;
    row.text[Provider] = shown(m_round->call->contenders[index].name);
    const stack::Contender& contender = m_round->call->contenders[index];
    row.toolTip = contender.runsAt.empty()
        ? shown(contender.access.url)
        : tr("asked at %1\nruns tasks at %2").arg(shown(contender.access.url), shown(contender.runsAt));
    if (!state.transport.empty())
        row.toolTip += u'\n' + shown(state.transport);
    row.signature = signatureOf(bid);
    row.taking = takingOf(bid);
    row.text[Signature] = bid.offer() ? trustWord(bid.trust) : row.signature.text;
    row.text[Taking] = row.taking.text;
    row.isFaded = !bid.offer() || isExpired(state);
    if (bid.taking == Bid::Taking::Taken)
        row.marks += tr("✓ accepted");
    if (static_cast<int>(index) == m_cheapest)
        row.marks += tr("↓ cheapest");
    if (static_cast<int>(index) == m_fastest)
        row.marks += tr("» fastest");
    if (bid.quote && bid.state != Bid::State::Failed)
        row.text[RoundTrip] = msText(bid.quote->roundTrip);
    if (bid.quote && !bid.quote->findings.empty()) {
        row.findings = worst(bid.quote->findings);
        row.text[Findings] = QString::number(bid.quote->findings.size());
    }
    for (const Column column : { Price, Sla, Proof, Challenge, Left })
        row.text[column] = bid.state == Bid::State::Asked ? QString() : QStringLiteral("–");
    if (const acmp::Offer* const offer = bid.offer())
        fillOffer(row, index, *offer);
    return row;
}

void OffersModel::fillOffer(Row& row, std::size_t index, const acmp::Offer& offer) const
{
    const Bid& bid = m_round->bid(index).bid;
    row.text[Price] = shown(offer.priceCu.text());
    if (offer.latencySlaMs)
        row.text[Sla] = QString::number(*offer.latencySlaMs);
    if (offer.proofMethod)
        row.text[Proof] = shown(*offer.proofMethod);
    if (offer.challengeWindowMs)
        row.text[Challenge] = windowText(*offer.challengeWindowMs);
    row.text[Left] = isExpired(m_round->bid(index)) ? tr("expired") : QString();
    if (bid.expiresAt)
        row.countdown = { bid.expiresAt, *bid.expiresAt - (bid.askedAt + bid.quote->roundTrip), row.isFaded };
    row.text[Skew] = skewText(bid.quote->skew);
    row.score = m_scores[index];
    if (row.score)
        row.text[Score] = QString::number(*row.score, 'f', 1);
    if (index < m_indicatives.size() && m_indicatives[index]) {
        if (const double announced = m_indicatives[index]->toDouble(); announced > 0) {
            row.againstIndicative = 100 * (offer.priceCu.toDouble() / announced - 1);
            row.text[Indicative] = QString::asprintf("%+.1f", *row.againstIndicative);
        }
    }
}

bool OffersModel::isAsAsked(Column column) const
{
    if (!m_round)
        return true;
    const acmp::OfferRequest& asked = m_round->call->request;
    return std::ranges::all_of(m_round->bids, [&](const auto& state) {
        const acmp::Offer* const offer = state->bid.offer();
        return !offer
            || (column == Proof ? offer->proofMethod == asked.proofMethod
                                : offer->challengeWindowMs == asked.challengeWindowMs);
    });
}

bool OffersModel::hasIndicatives() const
{
    return std::ranges::any_of(m_rows, [](const Row& row) { return row.againstIndicative.has_value(); });
}

int OffersModel::compare(int a, int b, int column) const
{
    const Row &left = m_rows[static_cast<std::size_t>(a)], &right = m_rows[static_cast<std::size_t>(b)];
    const acmp::Offer *const x = bid(a).bid.offer(), *const y = bid(b).bid.offer();
    if (const int known = order(!x, !y); known != 0 && column != Provider && column != RoundTrip)
        return known;
    switch (column) {
    case Price:
        return x && y ? order(x->priceCu <=> y->priceCu) : 0;
    case Sla:
        return x && y ? orderOptional(x->latencySlaMs, y->latencySlaMs) : 0;
    case Challenge:
        return x && y ? orderOptional(x->challengeWindowMs, y->challengeWindowMs) : 0;
    case Left:
        return orderOptional(bid(a).bid.expiresAt, bid(b).bid.expiresAt);
    case RoundTrip: {
        const auto roundTrip = [&](int row) {
            const Bid& one = bid(row).bid;
            return one.quote && one.state != Bid::State::Failed ? std::optional(one.quote->roundTrip)
                                                                : std::nullopt;
        };
        return orderOptional(roundTrip(a), roundTrip(b));
    }
    case Skew: {
        const auto skew = [](const Bid& one) {
            return one.quote && one.quote->skew ? std::optional(one.quote->skew->ms) : std::nullopt;
        };
        return orderOptional(skew(bid(a).bid), skew(bid(b).bid));
    }
    case Signature: // the most trusted first
        return order(bid(b).bid.trust, bid(a).bid.trust);
    case Score:
        return orderOptional(left.score, right.score);
    case Indicative:
        return orderOptional(left.againstIndicative, right.againstIndicative);
    case Findings:
        return order(left.text[Findings].toInt(), right.text[Findings].toInt());
    default:
        break;
    }
    return left.text[static_cast<std::size_t>(column)].compare(
        right.text[static_cast<std::size_t>(column)], Qt::CaseInsensitive);
}

int OffersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OffersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant OffersModel::decoration(const Row& row, int column) const
{
    switch (column) {
    case Signature:
        return static_cast<int>(row.signature.state);
    case Taking:
        return row.taking.text.isEmpty() ? QVariant() : static_cast<int>(row.taking.state);
    case Findings:
        return row.text[Findings].isEmpty() ? QVariant() : static_cast<int>(row.findings);
    default:
        return {};
    }
}

QVariant OffersModel::data(const QModelIndex& index, int role) const
{
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return row.text[static_cast<std::size_t>(column)];
    case Qt::ToolTipRole:
        return widgets::plainToolTip(toolTip(row, column));
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    case StateRole:
        return decoration(row, column);
    case CountdownRole:
        return column == Left ? QVariant::fromValue(row.countdown) : QVariant();
    case MarksRole:
        return column == Provider ? row.marks : QVariant();
    case FadedRole:
        return row.isFaded;
    case SpansRole:
        return column == Signature && !hasOffer(index.row());
    default:
        return {};
    }
}

QString OffersModel::toolTip(const Row& row, int column) const
{
    switch (column) {
    case Provider:
        return row.toolTip;
    case Signature:
        return row.signature.text;
    case Taking:
        return row.taking.state == State::Neutral && !row.taking.text.isEmpty()
            ? tr("no policy takes it: %1").arg(row.taking.text)
            : row.taking.text;
    default:
        return row.text[static_cast<std::size_t>(column)];
    }
}

QString OffersModel::headerToolTip(int section)
{
    switch (section) {
    case Sla:
        return tr("latency_sla_ms: the latency that the provider commits to");
    case Challenge:
        return tr("challenge_window_ms: how long its claim may be challenged");
    case Left:
        return tr("Until valid_until_ms, by the provider's clock as far as it is known");
    case RoundTrip:
        return tr("Round trip of the request for an offer, as measured");
    case Skew:
        return tr("How far the provider's clock is ahead of this one");
    case Score:
        return tr("0 to 100, by the weights on the left; half without a verified signature");
    case Indicative:
        return tr("The price against the indicative one of its entry, which binds nobody");
    case Taking:
        return tr("What came of accepting it, or why a policy does not take it");
    default:
        return {};
    }
}

QVariant OffersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool isNumber = section == Price || section == Sla || section == Challenge
            || section == RoundTrip || section == Skew || section == Score || section == Indicative;
        return int((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole)
        return headerToolTip(section);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Provider:
        return tr("Provider");
    case Price:
        return tr("Price, CU");
    case Sla:
        return tr("SLA, ms");
    case Proof:
        return tr("Proof");
    case Challenge:
        return tr("Challenge");
    case Left:
        return tr("Valid for");
    case RoundTrip:
        return tr("RTT, ms");
    case Skew:
        return tr("Skew, ms");
    case Signature:
        return tr("Signature");
    case Score:
        return tr("Score");
    case Indicative:
        return tr("± %");
    case Taking:
        return tr("Deal");
    case Findings:
        return tr("Findings");
    default:
        return {};
    }
}

} // namespace offers
