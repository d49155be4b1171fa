// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/comparedmodel.h"

#include "ui/discovery/describe.h"
#include "ui/widgets/elidedlabel.h"

namespace discover {

using buyer::Compared;
using widgets::State;

namespace {

QString said(const std::string& text, std::size_t limit)
{
    return text.empty() ? QStringLiteral("–") : shown(text, limit);
}

State stateOf(Compared::Verdict verdict)
{
    switch (verdict) {
    case Compared::Verdict::Same:
        return State::Good;
    case Compared::Verdict::Differs:
        return State::Attention;
    case Compared::Verdict::Unknown:
        break;
    }
    return State::Neutral;
}

QString wordOf(Compared::Verdict verdict)
{
    switch (verdict) {
    case Compared::Verdict::Same:
        return ComparedModel::tr("same");
    case Compared::Verdict::Differs:
        return ComparedModel::tr("differs");
    case Compared::Verdict::Unknown:
        break;
    }
    return ComparedModel::tr("not told");
}

} // namespace

void ComparedModel::setRows(std::vector<Compared> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int ComparedModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparedModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString ComparedModel::text(const Compared& row, int column, std::size_t limit) const
{
    switch (column) {
    case What:
        return shown(row.what, limit);
    case OfEntry:
        return said(row.entry, limit);
    case OfCard:
        return said(row.card, limit);
    case OfProvider:
        return said(row.live, limit);
    default:
        return wordOf(row.verdict);
    }
}

QVariant ComparedModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Compared& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(row, index.column(), 200);
    case Qt::ToolTipRole:
        return widgets::plainToolTip(text(row, index.column(), 2000));
    case StateRole:
        return index.column() == Verdict ? QVariant(static_cast<int>(stateOf(row.verdict))) : QVariant();
    default:
        return {};
    }
}

QVariant ComparedModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case What:
        return tr("What");
    case OfEntry:
        return tr("Entry");
    case OfCard:
        return tr("Card");
    case OfProvider:
        return tr("Provider");
    default:
        return tr("Verdict");
    }
}

} // namespace discover
