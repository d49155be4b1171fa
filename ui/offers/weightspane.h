// SPDX-License-Identifier: GPL-3.0-or-later
// What counts how much in an offer's score.
#pragma once

#include "protocol/buyer/choice.h"

#include <QWidget>

class QGridLayout;
class QSlider;

namespace offers {

class WeightsPane final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WeightsPane)

public:
    explicit WeightsPane(QWidget* parent = nullptr);

    buyer::Weights weights() const;

Q_SIGNALS:
    void changed();

private:
    QSlider* add(QGridLayout* grid, const QString& name, const char* objectName, double value);

    QSlider *m_price, *m_sla, *m_roundTrip;
};

} // namespace offers
