// SPDX-License-Identifier: GPL-3.0-or-later
// By which rule an offer is chosen (decision D15): the policy, what an offer must be, and whether the round
// takes the best by itself.
#pragma once

#include "protocol/buyer/choice.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace widgets {
class ElidedLabel;
}

namespace offers {

class LimitsButton;

class PolicyRow final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PolicyRow)

public:
    explicit PolicyRow(QWidget* parent = nullptr);

    buyer::Policy policy() const;
    LimitsButton& limits() { return *m_limits; }
    /// The best is taken by itself.
    bool isAutomatic() const;
    /// Of the round's decision; absent: as the negotiation has it.
    std::optional<wire::nanoseconds> deadline() const;

private:
    void showLimits();

    QComboBox* m_policy;
    LimitsButton* m_limits;
    widgets::ElidedLabel* m_limitsText;
    QCheckBox* m_automatic;
    QSpinBox* m_deadline;
};

} // namespace offers
