// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/factsgrid.h"

#include "ui/widgets/plainlabel.h"

#include <QGridLayout>

namespace widgets {

FactsGrid::FactsGrid(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(2 * theme::kGap);
    m_grid->setVerticalSpacing(theme::kGap / 2);
    m_grid->setColumnStretch(1, 1);
}

void FactsGrid::setFacts(const std::vector<Fact>& facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const Fact& fact : facts) {
        auto* label = new PlainLabel(fact.label, theme::Token::Secondary, this);
        label->setWordWrap(false);
        auto* value = new PlainLabel(fact.value, theme::Token::Text, this);
        value->setFont(theme::monospace());
        value->setAccessibleName(fact.label % QStringLiteral(": ") % fact.value);
        m_grid->addWidget(label, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row++, 1, Qt::AlignTop);
    }
    setVisible(!facts.empty());
}

} // namespace widgets
