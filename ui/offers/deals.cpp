// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/deals.h"

#include "ui/invoke/describe.h"
#include "ui/widgets/elidedlabel.h"

#include <QDateTime>

namespace offers {

using stack::RunState;
using widgets::State;

namespace {

Word slaWord(const acmp::Offer& offer, double tookMs)
{
    if (!offer.latencySlaMs)
        return {};
    const bool isMet = tookMs <= static_cast<double>(*offer.latencySlaMs);
    const QString figures
        = Deals::tr("%1 of %2 ms").arg(tookMs, 0, 'f', tookMs < 100 ? 1 : 0).arg(*offer.latencySlaMs);
    return isMet ? Word { State::Good, Deals::tr("met: %1").arg(figures) }
                 : Word { State::Bad, Deals::tr("missed: %1").arg(figures) };
}

Word slaOf(const acmp::Offer& offer, const workspace::KeptTask& task)
{
    if (task.outcome != "result" || !task.tookUs)
        return {};
    return slaWord(offer, static_cast<double>(*task.tookUs) / 1000);
}

Word standingOf(const workspace::KeptTask& task)
{
    const bool isDone = task.outcome == "result";
    const bool isCancelled = task.outcome == "cancelled";
    return { isDone       ? State::Good
            : isCancelled ? State::Neutral
                          : State::Bad,
        isDone ? Deals::tr("result") : shown(task.outcome) };
}

AcceptedDeal acceptedOf(const workspace::KeptDeal& kept)
{
    workspace::Endpoint endpoint;
    endpoint.id = shown(kept.endpointId);
    endpoint.name = shown(kept.name);
    endpoint.url = shown(kept.url);
    return { std::make_shared<const stack::Deal>(
                 stack::Deal { kept.offer, kept.escrowId, kept.provider, kept.name }),
        std::move(endpoint), kept.request, kept.acceptedUnixMs, kept.isUnsure };
}

double nowMs()
{
    return static_cast<double>(QDateTime::currentMSecsSinceEpoch());
}

double expiryMs(const AcceptedDeal& accepted)
{
    return accepted.deal->offer.validUntilMs.toDouble();
}

} // namespace

Word slaOf(const acmp::Offer& offer, const RunState& run)
{
    if (!run.result || !run.sentAt || !run.endedAt)
        return {};
    return slaWord(offer, wire::toMs(*run.endedAt - *run.sentAt));
}

Deals::Deals(stack::Stack& stack, QObject* parent)
    : QAbstractItemModel(parent)
    , m_stack(stack)
{
}

const AcceptedDeal* Deals::find(const std::string& provider, const std::string& offerId) const
{
    const auto found = std::ranges::find_if(m_deals, [&](const auto& entry) {
        const stack::Deal& deal = *entry->accepted.deal;
        return deal.offer.offerId == offerId && deal.provider == provider;
    });
    return found == m_deals.end() ? nullptr : &(*found)->accepted;
}

void Deals::refresh()
{
    if (m_stack.deals().version() != m_version)
        takeBook();
    takeRuns();
    tellExpired();
}

void Deals::takeBook()
{
    const stack::DealBook::State state = m_stack.deals().state();
    m_version = state.version;
    m_problem = state.problem;
    if (state.opened != m_opened)
        return begin(state);
    for (std::size_t i = 0; i < state.deals->size(); ++i) {
        const workspace::KeptDeal& kept = (*state.deals)[i];
        if (i == m_deals.size()) {
            beginInsertRows({}, 0, 0);
            m_deals.push_front(std::make_unique<Entry>(Entry { acceptedOf(kept) }));
            endInsertRows();
            m_nextExpiryMs = 0; // to be found anew
        }
        const std::size_t row = m_deals.size() - 1 - i;
        bool& isUnsure = m_deals[row]->accepted.isUnsure;
        if (std::exchange(isUnsure, kept.isUnsure) != kept.isUnsure) {
            const QModelIndex standing = index(static_cast<int>(row), Standing);
            Q_EMIT dataChanged(standing, standing);
        }
        takeTasks(row, kept.tasks);
    }
}

/// With those of another workspace.
void Deals::begin(const stack::DealBook::State& state)
{
    beginResetModel();
    m_opened = state.opened;
    m_deals.clear();
    for (const workspace::KeptDeal& kept : *state.deals) {
        m_deals.push_front(std::make_unique<Entry>(Entry { acceptedOf(kept) }));
        for (const workspace::KeptTask& task : kept.tasks)
            m_deals.front()->tasks.push_back({ task.taskId, nullptr, task });
    }
    m_nextExpiryMs = 0;
    endResetModel();
}

/// Either replaces what is known of a task, or is one more.
void Deals::take(std::size_t row, Task task)
{
    std::vector<Task>& tasks = m_deals[row]->tasks;
    const QModelIndex deal = index(static_cast<int>(row), 0);
    const auto known = std::ranges::find(tasks, task.id, &Task::id);
    const auto place = static_cast<int>(known - tasks.begin());
    if (known == tasks.end()) {
        beginInsertRows(deal, place, place);
        tasks.push_back(std::move(task));
        endInsertRows();
    } else {
        *known = std::move(task);
        Q_EMIT dataChanged(index(place, 0, deal), index(place, kColumns - 1, deal));
    }
    Q_EMIT dataChanged(deal, deal.siblingAtColumn(kColumns - 1));
}

void Deals::takeTasks(std::size_t row, const std::vector<workspace::KeptTask>& kept)
{
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::vector<Task>& tasks = m_deals[row]->tasks;
        // Mostly in the same order.
        const auto known = i < tasks.size() && tasks[i].id == kept[i].taskId
            ? tasks.begin() + static_cast<std::ptrdiff_t>(i)
            : std::ranges::find(tasks, kept[i].taskId, &Task::id);
        if (known == tasks.end())
            take(row, { kept[i].taskId, nullptr, kept[i] });
        else if (known->kept != kept[i])
            take(row, { kept[i].taskId, known->run, kept[i] });
    }
}

void Deals::addRun(stack::RunId run)
{
    auto state = m_stack.run(run);
    for (std::size_t row = 0; state && row < m_deals.size(); ++row) {
        if (m_deals[row]->accepted.deal == state->deal)
            return take(row, { state->request.taskId, state, {} });
    }
}

void Deals::takeRuns()
{
    for (std::size_t row = 0; row < m_deals.size(); ++row) {
        std::vector<Task>& tasks = m_deals[row]->tasks;
        const QModelIndex deal = index(static_cast<int>(row), 0);
        bool isChanged = false;
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            auto now = tasks[i].run ? m_stack.run(tasks[i].run->id) : nullptr;
            if (!now || now == tasks[i].run) // what is forgotten stays as it was
                continue;
            tasks[i].run = std::move(now);
            isChanged = true;
            const int child = static_cast<int>(i);
            Q_EMIT dataChanged(index(child, 0, deal), index(child, kColumns - 1, deal));
        }
        if (isChanged)
            Q_EMIT dataChanged(deal, deal.siblingAtColumn(kColumns - 1));
    }
}

/// Those whose window has closed look other than before.
void Deals::tellExpired()
{
    const double now = nowMs();
    if (!m_nextExpiryMs || now < *m_nextExpiryMs)
        return;
    m_nextExpiryMs.reset();
    for (const auto& entry : m_deals) {
        if (const double expiry = expiryMs(entry->accepted); expiry > now)
            m_nextExpiryMs = std::min(expiry, m_nextExpiryMs.value_or(expiry));
    }
    if (!m_deals.empty())
        Q_EMIT dataChanged(index(0, Standing), index(rowCount() - 1, Standing));
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
    return static_cast<int>(m_deals[static_cast<std::size_t>(parent.row())]->tasks.size());
}

int Deals::columnCount(const QModelIndex&) const
{
    return kColumns;
}

/// The worst of its tasks.
Word Deals::slaOfAll(const Entry& entry) const
{
    Word all;
    const acmp::Offer& offer = entry.accepted.deal->offer;
    for (const Task& task : entry.tasks) {
        const Word one = task.run ? slaOf(offer, *task.run) : slaOf(offer, *task.kept);
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
    case Escrow:
        return deal.escrowId ? shown(*deal.escrowId) : tr("direct");
    case At:
        return whenText(entry.accepted.acceptedUnixMs);
    default:
        return {};
    }
}

QString Deals::taskText(const Task& task, int column) const
{
    const RunState* const run = task.run.get();
    switch (column) {
    case What:
        return invoke::shortId(shown(task.id));
    case Cu:
        if (run)
            return run->result ? shown(run->result->costCu.text()) : QString();
        return task.kept->costCu ? shown(task.kept->costCu->text()) : QString();
    case At:
        return task.kept ? whenText(task.kept->unixMs) : QString();
    default:
        return {};
    }
}

QString Deals::whatToolTip(const QModelIndex& index) const
{
    const auto* const owner = static_cast<const Entry*>(index.internalPointer());
    const auto row = static_cast<std::size_t>(index.row());
    if (owner)
        return shown(owner->tasks[row].id);
    const AcceptedDeal& accepted = m_deals[row]->accepted;
    return tr("offer %1\nruns at %2").arg(shown(accepted.deal->offer.offerId), accepted.endpoint.url);
}

Word Deals::standingOf(const Entry& entry)
{
    if (entry.accepted.isUnsure)
        return { State::Attention, tr("may be accepted") };
    if (expiryMs(entry.accepted) <= nowMs())
        return { State::Neutral, tr("accepted, expired") };
    return { State::Good, tr("accepted") };
}

Word Deals::word(const QModelIndex& index) const
{
    const auto* const owner = static_cast<const Entry*>(index.internalPointer());
    const auto row = static_cast<std::size_t>(index.row());
    if (!owner)
        return index.column() == Sla ? slaOfAll(*m_deals[row]) : standingOf(*m_deals[row]);
    const Task& task = owner->tasks[row];
    if (index.column() == Sla) {
        const acmp::Offer& offer = owner->accepted.deal->offer;
        return task.run ? slaOf(offer, *task.run) : slaOf(offer, *task.kept);
    }
    if (!task.run)
        return offers::standingOf(*task.kept);
    const invoke::Standing standing = invoke::standingOf(*task.run);
    return { standing.state, standing.word };
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
        : owner                 ? taskText(owner->tasks[row], index.column())
                                : dealText(*m_deals[row], index.column());
    if (role == Qt::DisplayRole)
        return text;
    return widgets::plainToolTip(index.column() == What ? whatToolTip(index) : text);
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
    case Escrow:
        return tr("Escrow");
    default:
        return tr("At");
    }
}

} // namespace offers
