// SPDX-License-Identifier: GPL-3.0-or-later
// One endpoint and what its last test came to, always of the endpoint that it names.
#pragma once

#include "ui/endpoints/tester.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace widgets {
class FactsGrid;
class FindingList;
class JsonTree;
class Pane;
class PlainLabel;
class Segments;
class StateLabel;
}

namespace endpoints {

class CertificateView;
class InventoryView;

class OutcomeView final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OutcomeView)

public:
    explicit OutcomeView(QWidget* parent = nullptr);

    /// `canEdit`: it is the workspace's.
    void showOutcome(const workspace::Endpoint& endpoint, const Outcome& outcome, bool canEdit);
    /// No endpoint: `hint` says what to do.
    void showNothing(const QString& hint);

Q_SIGNALS:
    void testRequested();
    void doctorRequested();
    void invokeRequested();
    void recordRequested(wire::RecordNo record);
    void pinRequested(const QString& sha256);

private:
    QWidget* makeSummary();
    QWidget* makeBelow();
    void showAnswer(const Outcome& outcome);
    void showBelow(const Outcome& outcome, bool canEdit);

    widgets::Pane* m_pane;
    widgets::StateLabel* m_state;
    QPushButton* m_test;
    QPushButton* m_invoke;
    QPushButton* m_doctor;
    QPushButton* m_findOut; ///< the same, offered where a test has failed
    widgets::PlainLabel* m_sentence;
    widgets::PlainLabel* m_notes;
    widgets::FactsGrid* m_facts;
    widgets::FindingList* m_findings;
    widgets::Pane* m_below; ///< what came of it: its answer, its certificate
    widgets::Segments* m_choice;
    QStackedWidget* m_pages;
    widgets::JsonTree* m_tree;
    CertificateView* m_certificate;
    InventoryView* m_inventory;
    QString m_answerFacts;
    std::shared_ptr<const stack::Stack::Discovery> m_shown;
};

} // namespace endpoints
