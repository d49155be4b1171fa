// SPDX-License-Identifier: GPL-3.0-or-later
// How long a task is waited for besides its own deadline: what counts as a sign of life, and what follows a
// cancel.
#pragma once

#include "protocol/buyer/taskrun.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace widgets {
class PlainLabel;
}

namespace invoke {

class LimitsForm final : public QDialog {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LimitsForm)

public:
    explicit LimitsForm(const buyer::TaskOptions& limits, QWidget* parent = nullptr);

    /// The error says which entry can't be understood.
    std::expected<buyer::TaskOptions, QString> limits() const;

private:
    void check();

    QComboBox* m_liveness;
    QCheckBox* m_onlyHeartbeats;
    QLineEdit* m_grace;
    widgets::PlainLabel* m_complaint;
    QPushButton* m_apply = nullptr;
};

/// "no sign of life 5 s · cancel 2 s", of what is set otherwise than by default; empty: nothing is.
QString wordsOf(const buyer::TaskOptions& limits);

} // namespace invoke
