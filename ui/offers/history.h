// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of this session, the newest first: what was asked, by whom answered, what was chosen. Knows the
// states by id only; those of rounds that are no longer kept are gone.
#pragma once

#include "ui/stack/stack.h"

#include <QAbstractTableModel>

namespace offers {

class History final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(History)

public:
    static constexpr std::size_t kMost = 200; ///< the oldest are forgotten

    enum Column { Number, Time, Came, What, kColumns };

    /// `stack` must outlive it.
    explicit History(stack::Stack& stack, QObject* parent = nullptr);

    /// The round that has just begun, and what its providers announced, by contender.
    void add(stack::RoundId round, std::vector<std::optional<json::Decimal>> indicatives);
    /// What has come since; the rounds that have changed.
    std::vector<std::shared_ptr<const stack::RoundState>> refresh();
    /// The oldest first.
    const std::vector<std::shared_ptr<const stack::RoundState>>& rounds() const { return m_rounds; }
    std::shared_ptr<const stack::RoundState> find(stack::RoundId round) const;
    const std::vector<std::optional<json::Decimal>>& indicatives(stack::RoundId round) const;
    stack::RoundId roundAt(int row) const;
    int rowOf(stack::RoundId round) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const stack::RoundState& at(int row) const;
    void forgetOldest();

    stack::Stack& m_stack;
    std::vector<std::shared_ptr<const stack::RoundState>> m_rounds;
    std::map<stack::RoundId, std::vector<std::optional<json::Decimal>>> m_indicatives;
};

/// "6 asked · 5 offers · 1 refusal · closed after 6.0 ms"
QString summaryOf(const stack::RoundState& round);

} // namespace offers
