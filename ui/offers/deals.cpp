// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/deals.h"

#include "ui/invoke/describe.h"
#include "ui/widgets/elidedlabel.h"

#include <QDateTime>

namespace offers {

using buyer::Bid;
using stack::RunState;
using widgets::State;

Word slaOf(const acmp::Offer& offer, const RunState& run)
{
    if (!offer.latencySlaMs || !run.result || !run.sentAt || !run.endedAt)
        return {};
    const double took = wire::toMs(*run.endedAt - *run.sentAt);
    const bool isMet = took <= static_cast<double>(*offer.latencySlaMs);
    const QString figures
        = Deals::tr("%1 of %2 ms").arg(took, 0, 'f', took < 100 ? 1 : 0).arg(*offer.latencySlaMs);
    return isMet ? Word { State::Good, Deals::tr("met: %1").arg(figures) }
                 : Word { State::Bad, Deals::tr("missed: %1").arg(figures) };
}

Deals::Deals(stack::Stack& stack, QObject* parent)
    : QAbstractItemModel(parent)
    , m_stack(stack)
{
}

Deals::Entry* Deals::findEntry(const std::string& provider, const std::string& offerId)
{
    const auto found = std::ranges::find_if(m_deals, [&](const auto& entry) {
        const stack::Deal& deal = *entry->accepted.deal;
        return deal.offer.offerId == offerId && deal.provider == provider;
    });
    return found == m_deals.end() ? nullptr : found->get();
}

const AcceptedDeal* Deals::find(const std::string& provider, const std::string& offerId) const
{
    Entry* const entry = const_cast<Deals*>(this)->findEntry(provider, offerId);
    return entry ? &entry->accepted : nullptr;
}

void Deals::take(const stack::RoundState& round, const std::vector<workspace::Endpoint>& endpoints)
{
    for (std::size_t i = 0; i < round.bids.size(); ++i) {
        const stack::BidState& bid = round.bid(i);
        const bool isUnsure = bid.bid.taking == Bid::Taking::Unsure;
        if (!bid.bid.offer() || (bid.bid.taking != Bid::Taking::Taken && !isUnsure))
            continue;
        if (findEntry(bid.provider, bid.bid.offer()->offerId))
            continue;
        const stack::Contender& contender = round.call->contenders[i];
        const auto row = static_cast<int>(m_deals.size());
        beginInsertRows({}, row, row);
        m_deals.push_back(std::make_unique<Entry>(
            Entry { { std::make_shared<const stack::Deal>(stack::Deal {
                          *bid.bid.offer(), round.call->escrowId, bid.provider, contender.name }),
                        endpoints[i], round.call->request, QDateTime::currentMSecsSinceEpoch(), isUnsure },
                {} }));
        endInsertRows();
    }
}

void Deals::addRun(stack::RunId run)
{
    auto state = m_stack.run(run);
    for (std::size_t row = 0; state && row < m_deals.size(); ++row) {
        Entry& entry = *m_deals[row];
        if (entry.accepted.deal != state->deal)
            continue;
        const auto place = static_cast<int>(entry.runs.size());
        beginInsertRows(index(static_cast<int>(row), 0), place, place);
        entry.runs.push_back(std::move(state));
        endInsertRows();
        return;
    }
}

void Deals::refresh()
{
    for (std::size_t row = 0; row < m_deals.size(); ++row) {
        Entry& entry = *m_deals[row];
        const QModelIndex deal = index(static_cast<int>(row), 0);
        bool isChanged = false;
        for (std::size_t i = 0; i < entry.runs.size(); ++i) {
            auto now = m_stack.run(entry.runs[i]->id);
            if (!now || now == entry.runs[i]) // what is forgotten stays as it was
                continue;
            entry.runs[i] = std::move(now);
            isChanged = true;
            const int child = static_cast<int>(i);
            Q_EMIT dataChanged(index(child, 0, deal), index(child, kColumns - 1, deal));
        }
        if (isChanged)
            Q_EMIT dataChanged(deal, deal.siblingAtColumn(kColumns - 1));
    }
}

const AcceptedDeal* Deals::dealAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const QModelIndex deal = index.parent().isValid() ? index.parent() : index;
    return &m_deals[static_cast<std::size_t>(deal.row())]->accepted;
}

QModelIndex Deals::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    // A task's index points to its deal's entry, a deal's to nothing.
    return createIndex(
        row, column, parent.isValid() ? m_deals[static_cast<std::size_t>(parent.row())].get() : nullptr);
}

QModelIndex Deals::parent(const QModelIndex& index) const
{
    const void* const entry = index.internalPointer();
    if (!entry)
        return {};
    const auto found = std::ranges::find(m_deals, entry, [](const auto& one) { return one.get(); });
    return createIndex(static_cast<int>(found - m_deals.begin()), 0, nullptr);
}

int Deals::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_deals.size());
    if (parent.internalPointer() || parent.column() != 0)
        return 0;
    return static_cast<int>(m_deals[static_cast<std::size_t>(parent.row())]->runs.size());
}

int Deals::columnCount(const QModelIndex&) const
{
    return kColumns;
}

/// The worst of its tasks.
Word Deals::slaOfAll(const Entry& entry) const
{
    Word all;
    for (const auto& run : entry.runs) {
        const Word one = slaOf(entry.accepted.deal->offer, *run);
        if (all.text.isEmpty() || one.state == State::Bad)
            all = one;
    }
    return all;
}

QString Deals::dealText(const Entry& entry, int column) const
{
    const stack::Deal& deal = *entry.accepted.deal;
    switch (column) {
    case What:
        return shown(deal.name);
    case Cu:
        return shown(deal.offer.priceCu.text());
    case Offer:
        return shown(deal.offer.offerId);
    case Escrow:
        return deal.escrowId ? shown(*deal.escrowId) : tr("direct");
    case At:
        return timeText(entry.accepted.acceptedUnixMs);
    default:
        return {};
    }
}

QString Deals::runText(const Entry&, const RunState& run, int column) const
{
    switch (column) {
    case What:
        return invoke::shortId(shown(run.request.taskId));
    case Cu:
        return run.result ? shown(run.result->costCu.text()) : QString();
    default:
        return {};
    }
}

Word Deals::word(const QModelIndex& index) const
{
    const auto* const owner = static_cast<const Entry*>(index.internalPointer());
    const auto row = static_cast<std::size_t>(index.row());
    if (owner) {
        const RunState& run = *owner->runs[row];
        if (index.column() == Sla)
            return slaOf(owner->accepted.deal->offer, run);
        const invoke::Standing standing = invoke::standingOf(run);
        return { standing.state, standing.word };
    }
    const Entry& entry = *m_deals[row];
    if (index.column() == Sla)
        return slaOfAll(entry);
    if (entry.accepted.isUnsure)
        return { State::Attention, tr("may be accepted") };
    return { State::Good,
        entry.runs.empty()           ? tr("accepted")
            : entry.runs.size() == 1 ? tr("accepted · 1 task")
                                     : tr("accepted · %1 tasks").arg(entry.runs.size()) };
}

QVariant Deals::data(const QModelIndex& index, int role) const
{
    const bool isWord = index.column() == Standing || index.column() == Sla;
    if (role == StateRole) {
        const Word known = isWord ? word(index) : Word();
        return known.text.isEmpty() ? QVariant() : static_cast<int>(known.state);
    }
    if (role == Qt::TextAlignmentRole)
        return headerData(index.column(), Qt::Horizontal, role);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto* const owner = static_cast<const Entry*>(index.internalPointer());
    const auto row = static_cast<std::size_t>(index.row());
    const QString text = isWord ? word(index).text
        : owner                 ? runText(*owner, *owner->runs[row], index.column())
                                : dealText(*m_deals[row], index.column());
    return role == Qt::ToolTipRole ? widgets::plainToolTip(text) : text;
}

QVariant Deals::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Cu ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What:
        return tr("Provider, task");
    case Cu:
        return tr("CU");
    case Standing:
        return tr("State");
    case Sla:
        return tr("SLA");
    case Offer:
        return tr("Offer");
    case Escrow:
        return tr("Escrow");
    default:
        return tr("At");
    }
}

} // namespace offers
