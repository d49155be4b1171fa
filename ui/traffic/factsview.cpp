// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/factsview.h"

#include "ui/theme/theme.h"
#include "ui/traffic/presentation.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statelabel.h"

#include <QGridLayout>

namespace traffic {

FactsView::FactsView(QWidget* parent)
    : QScrollArea(parent)
{
    setObjectName(QStringLiteral("trafficFacts"));
    setAccessibleName(tr("Facts"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    auto* const content = new QWidget;
    content->setAutoFillBackground(false);
    content->setForegroundRole(
        QPalette::WindowText); // the viewport's is Text, which PlainLabel does not colour
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    column->addStretch(1);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
}

FactsView::Line FactsView::makeLine(int row)
{
    const Line line { new widgets::PlainLabel({}, theme::Token::Secondary, widget()),
        new widgets::PlainLabel({}, theme::Token::Text, widget()) };
    line.name->setWordWrap(false);
    line.name->setTextInteractionFlags(Qt::NoTextInteraction);
    line.name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    line.value->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_grid->addWidget(line.name, 2 * row, 0);
    return line;
}

void FactsView::fill(const Line& line, const Fact& fact)
{
    const int row = 2 * static_cast<int>(&line - m_lines.data());
    m_grid->removeWidget(line.value);
    if (fact.level) {
        line.name->setToken(widgets::stateToken(widgets::stateOf(*fact.level)));
        m_grid->addWidget(line.name, row, 0, 1, 2);
        m_grid->addWidget(line.value, row + 1, 0, 1, 2);
    } else {
        line.name->setToken(theme::Token::Secondary);
        m_grid->addWidget(line.name, row, 0);
        m_grid->addWidget(line.value, row, 1);
    }
    line.name->setFont(theme::label());
    line.value->setFont(fact.isData ? theme::monospace() : theme::label());
    line.name->setText(fact.name);
    line.value->setText(fact.value);
    line.value->setAccessibleName(fact.name);
    line.name->show();
    line.value->show();
}

void FactsView::setFacts(const std::vector<Fact>& facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    widget()->setUpdatesEnabled(false);
    while (m_lines.size() < facts.size())
        m_lines.push_back(makeLine(static_cast<int>(m_lines.size())));
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (i < facts.size()) {
            fill(m_lines[i], facts[i]);
        } else {
            m_lines[i].name->hide();
            m_lines[i].value->hide();
        }
    }
    widget()->setUpdatesEnabled(true);
}

} // namespace traffic
