// SPDX-License-Identifier: GPL-3.0-or-later
// What an offer must be for a policy to take it: as was asked, unless something else is set here. Opens a
// form below itself; what applies is told in words.
#pragma once

#include "protocol/buyer/choice.h"

#include <QPushButton>

#include <expected>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QFrame;
class QLineEdit;

namespace offers {

class LimitsButton final : public QPushButton {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LimitsButton)

public:
    explicit LimitsButton(QWidget* parent = nullptr);

    /// Whose limits are meant by "as asked".
    void setRequest(const acmp::OfferRequest& request);
    /// Of that request. The error says which entry can't be understood.
    std::expected<buyer::Constraints, QString> constraints() const { return constraintsFor(m_request); }
    std::expected<buyer::Constraints, QString> constraintsFor(const acmp::OfferRequest& request) const;
    /// What applies, or the error.
    QString words() const;

Q_SIGNALS:
    void changed();

private:
    QComboBox* addChoice(
        QFormLayout* form, const QString& label, const char* name, bool canBeOff, const QString& toolTip);
    void openForm();

    acmp::OfferRequest m_request;
    QFrame* m_form;
    QComboBox *m_price, *m_latency, *m_proof;
    QLineEdit* m_tier;
    QCheckBox* m_signedOnly;
};

} // namespace offers
