// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/termsmodel.h"

#include "ui/discovery/describe.h"
#include "ui/widgets/elidedlabel.h"

namespace discover {

void TermsModel::setTerms(std::vector<discovery::Term> terms)
{
    beginResetModel();
    m_terms = std::move(terms);
    endResetModel();
}

int TermsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_terms.size());
}

int TermsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TermsModel::data(const QModelIndex& index, int role) const
{
    const bool isToolTip = role == Qt::ToolTipRole;
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole && !isToolTip))
        return {};
    const discovery::Term& term = m_terms[static_cast<std::size_t>(index.row())];
    const QString text = index.column() == Name ? shown(term.name)
        : index.column() == Value               ? shown(term.value.text(), isToolTip ? 2000 : 300)
        : term.iri.empty()                      ? tr("(stands for nothing)")
                                                : shown(term.iri);
    return isToolTip ? widgets::plainToolTip(text) : text;
}

QVariant TermsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Term") : section == Iri ? tr("IRI") : tr("Value");
}

} // namespace discover
