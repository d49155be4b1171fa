// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen offer: its terms, its signature down to the bytes that it covers, findings, the message as
// received; of two chosen ones, where they differ.
#pragma once

#include "ui/stack/roundstate.h"

#include <QWidget>

class QStackedWidget;

namespace widgets {
class FindingList;
class JsonTree;
class Pane;
class PlainLabel;
class Segments;
}

namespace offers {

class FactsTable;

class DetailPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DetailPane)

public:
    enum Page { kTerms, kSignature, kFindings, kRaw, kDifference };

    explicit DetailPane(QWidget* parent = nullptr);

    /// Null: none is chosen. `other`: a second one that is chosen too.
    void showBid(const std::string& name, const std::shared_ptr<const stack::BidState>& bid,
        const std::string& otherName = {}, const std::shared_ptr<const stack::BidState>& other = {});
    void showPage(Page page);

Q_SIGNALS:
    void showInTraffic(wire::RecordNo record);

private:
    void showDifference(const std::string& name, const std::string& otherName);

    widgets::Pane* m_pane;
    widgets::Segments* m_choice;
    QStackedWidget* m_pages;
    FactsTable *m_terms, *m_signature, *m_difference;
    widgets::FindingList* m_findings;
    widgets::PlainLabel* m_noFindings;
    widgets::JsonTree* m_raw;
    std::shared_ptr<const stack::BidState> m_bid, m_other;
};

} // namespace offers
