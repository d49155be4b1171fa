// SPDX-License-Identifier: GPL-3.0-or-later
// The bids of one round as rows: offers, refusals and failures. Each cell's words are made when its bid
// changes; only cells that differ are told of.
#pragma once

#include "ui/offers/describe.h"

#include <QAbstractTableModel>

#include <array>

namespace offers {

/// How long an offer lasts.
struct Countdown {
    std::optional<wire::Instant> until = {}; ///< nullopt: it is no offer
    wire::nanoseconds window { 0 }; ///< from its arrival on
    bool isFaded = false;
    bool operator==(const Countdown&) const = default;
};

class OffersModel final : public QAbstractTableModel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OffersModel)

public:
    enum Column {
        Provider,
        Price,
        Sla,
        Left,
        RoundTrip,
        Signature, ///< of who makes no offer: why
        Score,
        Proof,
        Challenge,
        Skew,
        Indicative, ///< the price against what its entry announces
        Findings,
        Taking,
        kColumns
    };
    enum Role {
        StateRole = Qt::UserRole, ///< widgets::State, of columns with an icon
        CountdownRole, ///< Countdown, of column Left
        MarksRole, ///< QStringList, of column Provider: "✓ accepted", "↓ cheapest", "» fastest"
        FadedRole, ///< bool: expired, or no offer
        SpansRole, ///< bool, of column Signature: it is no offer, and the cell holds all that there is to say
    };
    /// What its entry announces, not binding, by contender. nullopt: not known.
    using Indicatives = std::vector<std::optional<json::Decimal>>;

    using QAbstractTableModel::QAbstractTableModel;

    /// A later state of the same round, or another; null: none.
    void show(std::shared_ptr<const stack::RoundState> round, const Indicatives& indicatives = {});
    const std::shared_ptr<const stack::RoundState>& round() const { return m_round; }
    const stack::BidState& bid(int row) const { return m_round->bid(static_cast<std::size_t>(row)); }
    /// For scores: as it stands, whatever the round began with.
    void setWeights(const buyer::Weights& weights);
    /// Greys what has expired by then.
    void setNow(wire::Instant now);
    /// Whether an offer has time left.
    bool isCounting() const { return m_nextExpiry.has_value(); }
    bool isExpired(int row) const;
    bool hasOffer(int row) const { return bid(row).bid.offer() != nullptr; }
    bool hasIndicatives() const;
    /// Of column Proof or Challenge: each offer has there what was asked, which is shown above.
    bool isAsAsked(Column column) const;
    /// -1: none.
    int cheapest() const { return m_cheapest; }
    int fastest() const { return m_fastest; }

    /// < 0: the row `a` comes first by what the column holds, exactly; rows without come last.
    int compare(int a, int b, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::array<QString, kColumns> text;
        QStringList marks;
        QString toolTip;
        Word signature, taking; ///< in full
        widgets::State findings = widgets::State::Neutral;
        Countdown countdown;
        std::optional<double> score, againstIndicative;
        bool isFaded = false;
        bool looksLike(const Row& other, int column) const;
    };
    Row makeRow(std::size_t index) const;
    void fillOffer(Row& row, std::size_t index, const acmp::Offer& offer) const;
    void rank();
    void remake();
    void findNextExpiry();
    bool isExpired(const stack::BidState& bid) const;
    QVariant decoration(const Row& row, int column) const;
    QString toolTip(const Row& row, int column) const;
    static QString headerToolTip(int section);

    std::shared_ptr<const stack::RoundState> m_round;
    Indicatives m_indicatives;
    buyer::Weights m_weights;
    wire::Instant m_now;
    std::optional<wire::Instant> m_nextExpiry;
    std::vector<Row> m_rows;
    std::vector<std::optional<double>> m_scores; ///< by bid
    int m_cheapest = -1, m_fastest = -1;
};

} // namespace offers

Q_DECLARE_METATYPE(offers::Countdown)
