// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison of one round's bids. A frame repaints the countdown cells in sight that look other than they
// did, and nothing at all while none runs.
#pragma once

#include "ui/offers/countdowndelegate.h"
#include "ui/offers/offersorter.h"

#include <QHash>
#include <QTableView>

namespace widgets {
class FittingHeader;
}

namespace offers {

class OffersTable final : public QTableView {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OffersTable)

public:
    explicit OffersTable(QWidget* parent = nullptr);

    OffersModel& bids() { return *m_model; }
    void showRound(const std::shared_ptr<const stack::RoundState>& round,
        const OffersModel::Indicatives& indicatives = {});
    /// One frame. How many cells are to be repainted.
    int setNow(wire::Instant now);
    /// Of the round; -1: none.
    int currentBid() const;
    void selectBid(int bid);
    /// In the order of the rows chosen.
    std::vector<int> selectedBids() const;

Q_SIGNALS:
    void chosen(); ///< another row, or rows

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    /// What is said of who makes no offer goes over the cells of one.
    void span();

    OffersModel* m_model;
    OfferSorter* m_sorter;
    CountdownDelegate* m_countdown;
    widgets::FittingHeader* m_header;
    bool m_isChanged = false; ///< what it shows, since the columns were fitted
    QHash<int, CountdownDelegate::Look> m_looks; ///< as last painted, by row of the round
};

} // namespace offers
