// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/history.h"

#include "ui/offers/describe.h"
#include "ui/widgets/elidedlabel.h"

namespace offers {

using buyer::Bid;
using stack::RoundId;
using stack::RoundState;

namespace {

struct Counts {
    std::size_t offers = 0, refusals = 0, failures = 0, taken = 0;
};

Counts countsOf(const RoundState& round)
{
    Counts counts;
    for (const auto& bid : round.bids) {
        counts.offers += bid->bid.state == Bid::State::Offered ? 1U : 0U;
        const bool isRefused = bid->bid.state == Bid::State::Refused || bid->bid.state == Bid::State::Limited;
        counts.refusals += isRefused ? 1U : 0U;
        counts.failures += bid->bid.state == Bid::State::Failed ? 1U : 0U;
        counts.taken += bid->bid.taking == Bid::Taking::Taken ? 1U : 0U;
    }
    return counts;
}

/// An accept is on its way, or an answer is to come.
bool isUnderWay(const RoundState& round)
{
    return round.stage != RoundState::Stage::Concluded
        || std::ranges::any_of(
            round.bids, [](const auto& bid) { return bid->bid.taking == Bid::Taking::Sent; });
}

} // namespace

QString summaryOf(const RoundState& round)
{
    const Counts counts = countsOf(round);
    QStringList facts { History::tr("%1 asked").arg(round.bids.size()) };
    if (round.stage == RoundState::Stage::Opening)
        facts += History::tr("connecting");
    if (counts.offers > 0)
        facts += counts.offers == 1 ? History::tr("1 offer") : History::tr("%1 offers").arg(counts.offers);
    if (counts.refusals > 0)
        facts += counts.refusals == 1 ? History::tr("1 refusal")
                                      : History::tr("%1 refusals").arg(counts.refusals);
    if (counts.failures > 0)
        facts += counts.failures == 1 ? History::tr("1 failure")
                                      : History::tr("%1 failures").arg(counts.failures);
    if (round.concludedAt && round.askedAt)
        facts += History::tr("closed after %1 ms").arg(msText(*round.concludedAt - *round.askedAt));
    if (round.decision)
        facts += shown(round.decision->why);
    return facts.join(QStringLiteral(" · "));
}

History::History(stack::Stack& stack, QObject* parent)
    : QAbstractTableModel(parent)
    , m_stack(stack)
{
}

void History::add(RoundId round, std::vector<std::optional<json::Decimal>> indicatives)
{
    beginInsertRows({}, 0, 0);
    m_rounds.push_back(m_stack.round(round));
    m_indicatives.emplace(round, std::move(indicatives));
    endInsertRows();
    if (m_rounds.size() > kMost)
        forgetOldest();
}

void History::forgetOldest()
{
    const auto oldest = std::ranges::find_if(m_rounds, [](const auto& one) { return !isUnderWay(*one); });
    if (oldest == m_rounds.end())
        return;
    const int row = rowOf((*oldest)->id);
    beginRemoveRows({}, row, row);
    m_stack.forget((*oldest)->id);
    m_indicatives.erase((*oldest)->id);
    m_rounds.erase(oldest);
    endRemoveRows();
}

std::vector<std::shared_ptr<const RoundState>> History::refresh()
{
    std::vector<std::shared_ptr<const RoundState>> changed;
    for (auto& known : m_rounds) {
        auto now = m_stack.round(known->id);
        if (now == known)
            continue;
        known = std::move(now);
        changed.push_back(known);
        const int row = rowOf(known->id);
        Q_EMIT dataChanged(index(row, 0), index(row, kColumns - 1));
    }
    return changed;
}

std::shared_ptr<const RoundState> History::find(RoundId round) const
{
    const int row = rowOf(round);
    return row < 0 ? nullptr : m_rounds[m_rounds.size() - 1 - static_cast<std::size_t>(row)];
}

const std::vector<std::optional<json::Decimal>>& History::indicatives(RoundId round) const
{
    static const std::vector<std::optional<json::Decimal>> none;
    const auto found = m_indicatives.find(round);
    return found == m_indicatives.end() ? none : found->second;
}

const RoundState& History::at(int row) const
{
    return *m_rounds[m_rounds.size() - 1 - static_cast<std::size_t>(row)];
}

RoundId History::roundAt(int row) const
{
    return row < 0 || row >= rowCount() ? RoundId::None : at(row).id;
}

int History::rowOf(RoundId round) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (at(row).id == round)
            return row;
    }
    return -1;
}

int History::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rounds.size());
}

int History::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant History::data(const QModelIndex& index, int role) const
{
    const RoundState& round = at(index.row());
    if (role == Qt::ToolTipRole)
        return widgets::plainToolTip(summaryOf(round));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Number:
        return QString::number(static_cast<std::uint32_t>(round.id));
    case Time:
        return timeText(round.startedUnixMs);
    case What:
        return shown(round.call->request.capability);
    default:
        break;
    }
    const Counts counts = countsOf(round);
    const QString came = QStringLiteral("%1/%2").arg(counts.offers).arg(round.bids.size());
    return counts.taken > 0 ? came + QStringLiteral(" ✓") : came;
}

QVariant History::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("No.");
    case Time:
        return tr("At");
    case What:
        return tr("For");
    default:
        return tr("Offers");
    }
}

} // namespace offers
