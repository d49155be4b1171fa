// SPDX-License-Identifier: GPL-3.0-or-later
// A small table of words that is looked at and copied from: terms, signature, hand-off, difference.
#pragma once

#include "ui/offers/describe.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace offers {

class FactsModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactsModel)

public:
    FactsModel(QStringList headings, QObject* parent);

    /// A row with fewer words than headings leaves the rest empty.
    void setFacts(Facts facts);
    void setHeading(int column, const QString& heading);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_headings;
    Facts m_facts;
};

class FactsTable final : public QTableView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FactsTable)

public:
    FactsTable(const QString& name, const QStringList& headings, QWidget* parent = nullptr);

    FactsModel& facts() { return *m_model; }
    /// The words of the chosen rows, tabs between them; also Ctrl+C.
    void copy() const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    FactsModel* m_model;
};

/// How all tables of this view look: rows of 22 px, one line each, whole rows chosen.
void setUpTable(QTableView& table, const QString& objectName);

} // namespace offers
