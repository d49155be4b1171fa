// SPDX-License-Identifier: GPL-3.0-or-later
// What to show of the entries: words, and what a buyer asks for. Decided here, whatever a registry knows.
#pragma once

#include "ui/discovery/arrange.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace discover {

class FilterRow final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterRow)

public:
    explicit FilterRow(QWidget* parent = nullptr);

    /// A number that is none filters nothing; its field says so.
    discovery::Filter filter() const;
    bool isEmpty() const;
    /// Which field holds no number; empty: none.
    QString problem() const;
    /// What there is to choose from; what is chosen stays.
    void setFacets(const Facets& facets);
    void clear();
    void focusWords();

Q_SIGNALS:
    void changed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QComboBox* addChoice(const QString& name, const QString& any);
    QLineEdit* addNumber(const QString& name, const QString& hint);
    QPushButton* addToggle(const QString& text, const QString& name);
    void tell();

    QLineEdit* m_words;
    QComboBox* m_capability;
    QComboBox* m_tier;
    QComboBox* m_proof;
    QLineEdit* m_price;
    QLineEdit* m_latency;
    QPushButton* m_trading;
    QPushButton* m_findings;
    QPushButton* m_clear;
    Facets m_facets;
    bool m_isFilling = false;
};

} // namespace discover
