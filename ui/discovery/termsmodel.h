// SPDX-License-Identifier: GPL-3.0-or-later
// The members of an entry, each with the IRI that it stands for: a prefix bound to something else shows.
#pragma once

#include "protocol/discovery/terms.h"

#include <QAbstractTableModel>

namespace discover {

class TermsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TermsModel)

public:
    enum Column { Name, Iri, Value, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setTerms(std::vector<discovery::Term> terms);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<discovery::Term> m_terms;
};

} // namespace discover
