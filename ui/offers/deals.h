// SPDX-License-Identifier: GPL-3.0-or-later
// The offers accepted in this session, and below each the tasks that ran under it and whether they kept its
// latency_sla_ms.
#pragma once

#include "ui/offers/describe.h"
#include "ui/stack/stack.h"

#include "protocol/workspace/workspace.h"

#include <QAbstractItemModel>

namespace offers {

struct AcceptedDeal {
    stack::DealPtr deal; ///< never null
    workspace::Endpoint endpoint; ///< where it is invoked
    acmp::OfferRequest request;
    std::int64_t acceptedUnixMs = 0;
    bool isUnsure = false; ///< no answer came: it may bind us
};

/// Whether the result came within what was promised. Empty before it is there.
Word slaOf(const acmp::Offer& offer, const stack::RunState& run);

class Deals final : public QAbstractItemModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Deals)

public:
    enum Column { What, Cu, Standing, Sla, Offer, Escrow, At, kColumns };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of columns Standing and Sla

    /// `stack` must outlive it.
    explicit Deals(stack::Stack& stack, QObject* parent = nullptr);

    /// Adds the offers that were accepted meanwhile; `endpoints`: of its contenders.
    void take(const stack::RoundState& round, const std::vector<workspace::Endpoint>& endpoints);
    /// If it runs under one of them.
    void addRun(stack::RunId run);
    /// What has come of the tasks since.
    void refresh();
    std::size_t count() const { return m_deals.size(); }
    /// Of the deal, or of the task's; null if the index is none.
    const AcceptedDeal* dealAt(const QModelIndex& index) const;
    /// The one that this offer of this provider became; null if none.
    const AcceptedDeal* find(const std::string& provider, const std::string& offerId) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry {
        AcceptedDeal accepted;
        std::vector<std::shared_ptr<const stack::RunState>> runs;
    };
    Entry* findEntry(const std::string& provider, const std::string& offerId);
    QString dealText(const Entry& entry, int column) const;
    QString runText(const Entry& entry, const stack::RunState& run, int column) const;
    Word word(const QModelIndex& index) const;
    Word slaOfAll(const Entry& entry) const;

    stack::Stack& m_stack;
    std::vector<std::unique_ptr<Entry>> m_deals; ///< the oldest first
};

} // namespace offers
