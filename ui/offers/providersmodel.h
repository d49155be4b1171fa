// SPDX-License-Identifier: GPL-3.0-or-later
// Who may be asked for offers: the mocks of this program, the workspace's endpoints, and those handed over.
// Each can be ticked; what is known of a ticked one is shown beside it.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"
#include "ui/widgets/statelabel.h"

#include <QAbstractTableModel>

namespace offers {

struct Provider {
    workspace::Endpoint endpoint; ///< where it is invoked
    QString negotiationUrl = {}; ///< a target: where it is asked; empty: there too (decision D17)
    std::string tier = {}; ///< as its entry says
    /// What its entry announces for a capability, not binding.
    std::vector<std::pair<std::string, json::Decimal>> indicative = {};
    bool operator==(const Provider&) const = default;
};

class ProvidersModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProvidersModel)

public:
    enum Column { Name, Standing, kColumns };
    enum Role { StateRole = Qt::UserRole }; ///< widgets::State, of column Standing

    using QAbstractTableModel::QAbstractTableModel;

    /// Ticks and what is known stay with those that were there; of others `isTicked` says.
    void setProviders(
        const std::vector<Provider>& providers, const std::function<bool(const Provider&)>& isTicked);
    const Provider& provider(int row) const { return m_items[static_cast<std::size_t>(row)].provider; }
    /// -1: none has that address.
    int find(const QString& url) const;
    void setTicked(int row, bool ticked);
    std::vector<Provider> ticked() const;
    /// Ticked, and not yet asked what it is: from now on it is.
    std::vector<Provider> takeUnknown();
    void setStanding(const QString& url, widgets::State state, const QString& word);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

Q_SIGNALS:
    void ticksChanged();

private:
    struct Item {
        Provider provider;
        bool isTicked = false, isAsked = false;
        widgets::State state = widgets::State::Neutral;
        QString word = {};
    };
    std::vector<Item> m_items;
};

} // namespace offers
