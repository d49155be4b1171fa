// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/stepsmodel.h"

#include "ui/discovery/describe.h"
#include "ui/widgets/elidedlabel.h"

namespace discover {

using discovery::Step;

namespace {

QString toolTipOf(const Step& step)
{
    QStringList lines { verdictOf(step.state).word % QStringLiteral(": ") % shown(step.detail, 1000) };
    if (!step.url.empty())
        lines += shown(step.url, 500);
    for (const std::string& redirect : step.redirects)
        lines += QStringLiteral("→ ") % shown(redirect, 500);
    return lines.join(u'\n');
}

/// Whole milliseconds; nothing where nothing was asked.
QString tookText(const Step& step)
{
    const auto ms = std::chrono::duration_cast<wire::milliseconds>(step.took).count();
    if (step.took.count() == 0)
        return {};
    return ms == 0 ? QStringLiteral("< 1") : QString::number(ms);
}

bool isContinued(const std::vector<Step>& before, const std::vector<Step>& after)
{
    return before.size() <= after.size()
        && std::ranges::equal(
            before, std::span(after).first(before.size()), [](const Step& a, const Step& b) {
                return a.name == b.name && a.detail == b.detail && a.url == b.url;
            });
}

} // namespace

void StepsModel::setState(std::shared_ptr<const stack::BrowseState> state)
{
    if (m_state && state && m_state->id == state->id && isContinued(m_state->steps, state->steps)) {
        const int before = rowCount();
        const int after = static_cast<int>(state->steps.size());
        if (after > before)
            beginInsertRows({}, before, after - 1);
        m_state = std::move(state);
        if (after > before)
            endInsertRows();
        return;
    }
    beginResetModel();
    m_state = std::move(state);
    endResetModel();
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_state ? 0 : static_cast<int>(m_state->steps.size());
}

int StepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Step& step = m_state->steps[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::AccessibleTextRole:
        if (index.column() == Name)
            return QString(shown(step.name) % QStringLiteral(": ") % verdictOf(step.state).word);
        [[fallthrough]];
    case Qt::DisplayRole:
        return index.column() == Name  ? shown(step.name)
            : index.column() == Detail ? shown(step.detail, 500)
                                       : tookText(step);
    case Qt::ToolTipRole:
        return widgets::plainToolTip(toolTipOf(step));
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignVCenter | (index.column() == Took ? Qt::AlignRight : Qt::AlignLeft));
    case StateRole:
        return index.column() == Name ? QVariant(static_cast<int>(verdictOf(step.state).state)) : QVariant();
    default:
        return {};
    }
}

QVariant StepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | (section == Took ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Place") : section == Detail ? tr("Outcome") : tr("ms");
}

} // namespace discover
