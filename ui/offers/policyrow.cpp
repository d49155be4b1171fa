// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/policyrow.h"

#include "ui/offers/limitsbutton.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSpinBox>

namespace offers {

namespace {

void addLabel(QHBoxLayout* row, const QString& text, QWidget* parent)
{
    auto* label = new widgets::PlainLabel(text, theme::Token::Secondary, parent);
    label->setWordWrap(false);
    row->addWidget(label);
}

} // namespace

PolicyRow::PolicyRow(QWidget* parent)
    : QWidget(parent)
    , m_policy(new QComboBox(this))
    , m_limits(new LimitsButton(this))
    , m_limitsText(new widgets::ElidedLabel({}, this))
    , m_automatic(new QCheckBox(tr("accept by policy"), this))
    , m_deadline(new QSpinBox(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(6);
    addLabel(row, tr("Policy"), this);
    m_policy->setObjectName(QStringLiteral("policy"));
    m_policy->setAccessibleName(tr("Policy"));
    m_policy->addItem(tr("cheapest"), static_cast<int>(buyer::Policy::Cheapest));
    m_policy->addItem(tr("fastest"), static_cast<int>(buyer::Policy::Fastest));
    m_policy->addItem(tr("best score"), static_cast<int>(buyer::Policy::BestScore));
    row->addWidget(m_policy);
    row->addWidget(m_limits);
    m_limitsText->setObjectName(QStringLiteral("limitsText"));
    row->addWidget(m_limitsText, 1);
    m_automatic->setObjectName(QStringLiteral("acceptByPolicy"));
    m_automatic->setToolTip(tr("The round accepts the best offer by itself. Accepting is binding."));
    row->addWidget(m_automatic);
    addLabel(row, tr("within"), this);
    m_deadline->setObjectName(QStringLiteral("roundDeadline"));
    m_deadline->setAccessibleName(tr("The round's deadline, ms"));
    m_deadline->setToolTip(tr("Then the policy chooses among those who have answered"));
    m_deadline->setRange(0, 600'000);
    m_deadline->setSingleStep(100);
    m_deadline->setSuffix(tr(" ms"));
    m_deadline->setSpecialValueText(tr("60 % of window"));
    m_deadline->setMinimumWidth(theme::scaled(140));
    m_deadline->setEnabled(false);
    row->addWidget(m_deadline);
    connect(m_limits, &LimitsButton::changed, this, &PolicyRow::showLimits);
    showLimits();
    connect(m_automatic, &QCheckBox::toggled, m_deadline, &QWidget::setEnabled);
}

buyer::Policy PolicyRow::policy() const
{
    return static_cast<buyer::Policy>(m_policy->currentData().toInt());
}

void PolicyRow::showLimits()
{
    m_limitsText->setText(m_limits->words());
    m_limitsText->setToken(m_limits->constraints() ? theme::Token::Secondary : theme::Token::Error);
}

bool PolicyRow::isAutomatic() const
{
    return m_automatic->isChecked();
}

std::optional<wire::nanoseconds> PolicyRow::deadline() const
{
    if (m_deadline->value() == 0)
        return std::nullopt;
    return wire::milliseconds(m_deadline->value());
}

} // namespace offers
