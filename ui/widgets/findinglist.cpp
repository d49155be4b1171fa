// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/findinglist.h"

#include "ui/widgets/plainlabel.h"
#include "ui/widgets/shown.h"
#include "ui/widgets/statelabel.h"

#include "protocol/wire/error.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace widgets {

FindingList::FindingList(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins({});
    m_column->setSpacing(2);
}

void FindingList::addText(const QString& text, bool isSecondary)
{
    auto* label = new PlainLabel(text, isSecondary ? theme::Token::Secondary : theme::Token::Text, this);
    label->setIndent(fontMetrics().height());
    m_column->addWidget(label);
}

void FindingList::add(const acmp::Finding& finding)
{
    const acmp::Rule& rule = *finding.rule;
    m_column->addSpacing(m_column->isEmpty() ? 0 : theme::kGap);
    m_column->addWidget(new StateLabel(stateOf(rule.level),
        tr("%1 · %2 · %3").arg(shown(rule.id), levelWord(rule.level), shown(rule.section)), this));
    addText(shown(rule.text), false);
    addText(tr("expected %1, found %2").arg(shown(finding.expected), shown(finding.found)), true);
    if (!finding.where.pointer.empty())
        addText(tr("at %1").arg(shown(finding.where.pointer)), true);
    if (m_hasLinks && finding.where.record != wire::kNoRecord) {
        auto* link = new QToolButton(this);
        link->setText(tr("Show in Traffic → %L1").arg(finding.where.record + 1));
        connect(link, &QToolButton::clicked, this,
            [this, record = finding.where.record] { Q_EMIT recordRequested(record); });
        m_column->addWidget(link, 0, Qt::AlignLeft);
    }
}

void FindingList::setFindings(const std::vector<acmp::Finding>& findings, std::uint64_t total)
{
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const std::size_t shownCount = std::min(findings.size(), kMost);
    for (std::size_t i = 0; i < shownCount; ++i)
        add(findings[i]);
    if (const std::uint64_t all = std::max<std::uint64_t>(total, findings.size()); all > shownCount)
        addText(tr("and %L1 more").arg(all - shownCount), true);
    setVisible(!findings.empty());
}

} // namespace widgets
