// SPDX-License-Identifier: GPL-3.0-or-later
// Price or round trip of each provider over the rounds, as lines. Amounts are doubles here and nowhere else
// (decision D18).
#pragma once

#include "ui/stack/roundstate.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace offers {

/// One provider's values, one a round; NaN: it made no offer.
struct Series {
    QString name;
    std::vector<double> values;
    QString latest; ///< the last value in words: a price as it was received; empty without one
    bool operator==(const Series&) const = default;
};

enum class Measure : std::uint8_t { Price, RoundTrip };
/// Of the providers of the newest round, over the last `most` rounds that asked for the same capability.
std::vector<Series> seriesOf(const std::vector<std::shared_ptr<const stack::RoundState>>& rounds,
    Measure measure, std::size_t most = 60);

class Plot final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Plot)

public:
    explicit Plot(QWidget* parent = nullptr);

    void setSeries(std::vector<Series> series, const QString& unit);
    const std::vector<Series>& series() const { return m_series; }
    /// Drawn bolder than the others; empty: none.
    void setCurrent(const QString& name);

    QSize sizeHint() const override { return { 260, 160 }; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintScale(QPainter& painter, const QRect& area, double top) const;
    void paintLine(QPainter& painter, const QRect& area, double top, std::size_t index) const;
    void paintNames(QPainter& painter, const QRect& area) const;
    theme::Token tokenOf(std::size_t index) const;

    std::vector<Series> m_series;
    QString m_unit, m_current;
};

} // namespace offers
