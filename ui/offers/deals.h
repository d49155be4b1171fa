// SPDX-License-Identifier: GPL-3.0-or-later
// The accepted offers of the workspace, the newest first, and below each the tasks that ran under it and
// whether they kept its latency_sla_ms.
#pragma once

#include "ui/offers/describe.h"
#include "ui/stack/dealbook.h"
#include "ui/stack/stack.h"

#include "protocol/workspace/workspace.h"

#include <QAbstractItemModel>

#include <deque>

namespace offers {

struct AcceptedDeal {
    stack::DealPtr deal; ///< never null
    workspace::Endpoint endpoint; ///< where it is invoked: its name, address, and id at that time
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
    enum Column { What, Cu, Standing, Sla, At, Escrow, kColumns };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of columns Standing and Sla

    /// `stack` must outlive it.
    explicit Deals(stack::Stack& stack, QObject* parent = nullptr);

    /// If it runs under one of them.
    void addRun(stack::RunId run);
    /// What was accepted and what has come of the tasks since.
    void refresh();
    /// Why some are missing, or could not be kept.
    const std::optional<wire::Error>& problem() const { return m_problem; }
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
    /// One that runs in this session, or that was kept, or both.
    struct Task {
        std::string id;
        std::shared_ptr<const stack::RunState> run = nullptr;
        std::optional<workspace::KeptTask> kept = {};
    };
    struct Entry {
        AcceptedDeal accepted;
        std::vector<Task> tasks = {};
    };
    void takeBook();
    void begin(const stack::DealBook::State& state);
    void takeTasks(std::size_t row, const std::vector<workspace::KeptTask>& kept);
    void take(std::size_t row, Task task);
    void takeRuns();
    void tellExpired();
    QString dealText(const Entry& entry, int column) const;
    QString taskText(const Task& task, int column) const;
    QString whatToolTip(const QModelIndex& index) const;
    Word word(const QModelIndex& index) const;
    static Word standingOf(const Entry& entry);
    Word slaOfAll(const Entry& entry) const;

    stack::Stack& m_stack;
    std::deque<std::unique_ptr<Entry>> m_deals; ///< the newest first
    std::uint64_t m_opened = 0, m_version = 0; ///< of the stack's book, as shown
    std::optional<wire::Error> m_problem;
    std::optional<double> m_nextExpiryMs; ///< epoch; of the windows that are still open
};

} // namespace offers
