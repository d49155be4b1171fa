// SPDX-License-Identifier: GPL-3.0-or-later
// One entry from every side: what it says, as it came, what its terms stand for, what is wrong with it, the
// card that it leads to, and the provider itself.
#pragma once

#include "ui/discovery/livepage.h"

class QScrollArea;
class QStackedWidget;
class QTableView;

namespace widgets {
class ByteView;
class Pane;
class Segments;
}

namespace discover {

class EntryActions;
class TermsModel;

class EntryPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryPane)

public:
    enum Page { Summary, Raw, Terms, Findings, CardOf, Live };

    /// `actions` must outlive it.
    EntryPane(
        EntryActions& actions, const CardPage::Fetch& fetch, LivePage::Ask ask, QWidget* parent = nullptr);

    /// Null: none.
    void setRow(const Row* row);
    void showPage(Page page);
    CardPage& card() { return *m_card; }
    LivePage& live() { return *m_live; }

private:
    void makeHeader(EntryActions& actions);
    QWidget* makeSummary();
    QWidget* makeRaw();
    QWidget* makeTerms();
    QWidget* makeFindings();
    /// A page is filled when it is looked at.
    void fill();
    void fillSummary();
    void fillRaw();

    std::optional<Row> m_row;
    widgets::Pane* m_pane;
    widgets::StateLabel* m_state;
    widgets::Segments* m_choice;
    QStackedWidget* m_pages;
    widgets::StateLabel* m_price = nullptr;
    widgets::FactsGrid* m_prices = nullptr;
    widgets::FactsGrid* m_facts = nullptr;
    widgets::Segments* m_rawMode = nullptr;
    QStackedWidget* m_rawPages = nullptr;
    widgets::JsonTree* m_tree = nullptr;
    widgets::ByteView* m_bytes = nullptr;
    TermsModel* m_terms;
    widgets::FindingList* m_findings = nullptr;
    widgets::PlainLabel* m_noFindings = nullptr;
    CardPage* m_card;
    LivePage* m_live;
};

} // namespace discover
