// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/offers/weightspane.h"

#include "ui/theme/theme.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include <QGridLayout>
#include <QSlider>

namespace offers {

WeightsPane::WeightsPane(QWidget* parent)
    : QWidget(parent)
{
    auto* pane = new widgets::Pane(tr("Score"), this);
    auto* box = new QWidget(pane);
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(12, 6, 12, 8);
    grid->setVerticalSpacing(4);
    const buyer::Weights weights;
    m_price = add(grid, tr("Price"), "weightPrice", weights.price);
    m_sla = add(grid, tr("SLA"), "weightSla", weights.sla);
    m_roundTrip = add(grid, tr("Round trip"), "weightRoundTrip", weights.roundTrip);
    pane->addContent(box, 0);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(pane);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSlider* WeightsPane::add(QGridLayout* grid, const QString& name, const char* objectName, double value)
{
    const int row = grid->rowCount();
    auto* label = new widgets::PlainLabel(name, theme::Token::Secondary, this);
    label->setWordWrap(false);
    auto* slider = new QSlider(Qt::Horizontal, this);
    slider->setObjectName(QLatin1String(objectName));
    slider->setAccessibleName(tr("How much counts in the score: %1").arg(name));
    slider->setMinimumWidth(theme::scaled(40));
    slider->setRange(0, 100);
    slider->setValue(static_cast<int>(value));
    auto* figure = new widgets::PlainLabel(QString::number(slider->value()), theme::Token::Text, this);
    figure->setFont(theme::monospace());
    figure->setAlignment(Qt::AlignRight);
    figure->setMinimumWidth(QFontMetrics(figure->font()).horizontalAdvance(QStringLiteral("100")) + 2);
    grid->addWidget(label, row, 0);
    grid->addWidget(slider, row, 1);
    grid->addWidget(figure, row, 2);
    grid->setColumnStretch(1, 1);
    connect(slider, &QSlider::valueChanged, this, [this, figure](int weight) {
        figure->setText(QString::number(weight));
        Q_EMIT changed();
    });
    return slider;
}

buyer::Weights WeightsPane::weights() const
{
    buyer::Weights weights;
    weights.price = m_price->value();
    weights.sla = m_sla->value();
    weights.roundTrip = m_roundTrip->value();
    return weights;
}

} // namespace offers
