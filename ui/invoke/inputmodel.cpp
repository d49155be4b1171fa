// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/inputmodel.h"

#include "ui/invoke/describe.h"

namespace invoke {

using widgets::State;

void InputModel::show(const std::shared_ptr<const stack::RunState>& run)
{
    const int rows = run ? static_cast<int>(run->input->pieces.size()) : 0;
    if (!run || !m_run || run->input != m_run->input) {
        beginResetModel();
        m_run = run;
        m_rows = rows;
        endResetModel();
        return;
    }
    const bool isOther = run->inputTaken != m_run->inputTaken || run->isInputBroken != m_run->isInputBroken
        || run->stage != m_run->stage;
    m_run = run;
    if (isOther && m_rows > 0)
        Q_EMIT dataChanged(index(0, State), index(m_rows - 1, State));
    if (rows == m_rows)
        return;
    beginInsertRows({}, m_rows, rows - 1);
    m_rows = rows;
    endInsertRows();
}

InputModel::Standing InputModel::standingOf(int row) const
{
    const auto piece = static_cast<std::uint64_t>(row);
    if (piece < m_run->inputTaken)
        return { State::Good, tr("taken") };
    if (m_run->isInputBroken && piece == m_run->inputTaken)
        return { State::Bad, tr("failed") };
    if (m_run->isInputBroken || m_run->stage == stack::Stage::Ended)
        return { State::Neutral, tr("not sent") };
    return { State::Waiting, tr("waiting") };
}

QString InputModel::text(int row, int column) const
{
    const stack::InputLog::Piece& piece = m_run->input->pieces[static_cast<std::uint64_t>(row)];
    switch (column) {
    case Seq:
        return QString::number(row);
    case Size:
        return countText(piece.bytes);
    case State:
        return standingOf(row).word;
    default:
        return QString::fromStdString(piece.begin) + (piece.isFinal ? tr("   final") : QString());
    }
}

int InputModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int InputModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant InputModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(index.row(), column);
    if (role == StateRole && column == State)
        return static_cast<int>(standingOf(index.row()).state);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (column == Seq || column == Size ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant InputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (section == Seq || section == Size ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Seq:
        return tr("seq");
    case Size:
        return tr("size, B");
    case State:
        return tr("state");
    default:
        return tr("data");
    }
}

} // namespace invoke
