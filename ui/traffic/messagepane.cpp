// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/messagepane.h"

#include "ui/traffic/facts.h"
#include "ui/traffic/headersview.h"
#include "ui/traffic/presentation.h"
#include "ui/widgets/byteview.h"
#include "ui/widgets/jsontree.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/segments.h"

#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace traffic {

namespace {

std::vector<widgets::JsonNote> notesOf(const std::vector<acmp::Finding>& findings)
{
    std::vector<widgets::JsonNote> notes;
    for (const acmp::Finding& finding : findings) {
        const QString id
            = QString::fromUtf8(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
        notes.push_back(
            { finding.where.pointer, finding.rule->level, id + QStringLiteral("  ") + explain(finding) });
    }
    return notes;
}

} // namespace

MessagePane::MessagePane(QWidget* parent)
    : QWidget(parent)
    , m_pane(new widgets::Pane(tr("Message"), this))
    , m_tabs(new widgets::Segments(tr("Message"), { tr("Tree"), tr("Raw"), tr("Headers") }, this))
    , m_stack(new QStackedWidget(this))
    , m_tree(new widgets::JsonTree(this))
    , m_raw(new widgets::ByteView(this))
    , m_headers(new HeadersView(this))
    , m_sentence(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pane);
    m_pane->addToHeader(m_tabs);
    m_pane->addContent(m_stack);
    m_tabs->setObjectName(QStringLiteral("trafficMessageTabs"));
    m_tree->setObjectName(QStringLiteral("trafficTree"));
    m_tree->setAccessibleName(tr("Message as a tree"));
    m_raw->setObjectName(QStringLiteral("trafficRaw"));
    m_raw->setAccessibleName(tr("Message as received"));
    m_raw->setFrameShape(QFrame::NoFrame);
    m_stack->addWidget(m_tree);
    m_stack->addWidget(m_raw);
    m_stack->addWidget(m_headers);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setMargin(theme::kGap);
    m_stack->addWidget(m_sentence);
    connect(m_tabs, &widgets::Segments::currentChanged, this, [this](int tab) {
        m_wanted = static_cast<Tab>(tab);
        m_stack->setCurrentIndex(tab);
    });
    connect(m_tree, &widgets::JsonTree::currentRangeChanged, this, &MessagePane::nodeChosen);
    clear();
}

MessagePane::Tab MessagePane::tab() const
{
    return static_cast<Tab>(m_stack->currentIndex());
}

QString MessagePane::sentence() const
{
    return m_stack->currentWidget() == m_sentence ? m_sentence->text() : QString();
}

// Not the user's choice: that comes back with the next line that has what was chosen.
void MessagePane::showTab(int tab)
{
    const QSignalBlocker blocker(m_tabs);
    m_tabs->setCurrent(tab);
    m_stack->setCurrentIndex(tab);
}

void MessagePane::setDetails(const LineDetails& details, const std::vector<acmp::Finding>& findings)
{
    if (details.facts.place.isEvent) {
        clear();
        m_sentence->setText(messageText(details.facts));
        return;
    }
    const wire::SliceKind kind = details.facts.row.kind;
    const bool hasTree = details.isWhole && !details.message.isEmpty() && wire::holdsMessage(kind)
        && details.facts.kind != Kind::Noise;
    const bool isHead = kind == wire::SliceKind::HttpHead;
    const bool hasHeads = kind != wire::SliceKind::Line && kind != wire::SliceKind::LogLine;
    m_tabs->setSegmentEnabled(kTree, hasTree);
    m_tabs->setSegmentEnabled(kRaw, true);
    m_tabs->setSegmentEnabled(kHeaders, hasHeads);
    if (hasTree)
        m_tree->setJson(details.message, notesOf(findings));
    else
        m_tree->clear();
    m_raw->setBytes(details.message.isEmpty() ? details.bytes : details.message);
    setHeads(details);
    m_pane->setFacts(messageText(details.facts));
    const bool hasWanted = m_wanted == kTree ? hasTree : m_wanted == kRaw || hasHeads;
    showTab(hasWanted ? m_wanted : isHead ? kHeaders : hasTree ? kTree : kRaw);
}

void MessagePane::setHeads(const LineDetails& details)
{
    m_headers->setHeads(details.request, details.response);
}

void MessagePane::clear()
{
    m_tree->clear();
    m_raw->clear();
    m_headers->setHeads({}, {});
    m_pane->setFacts({});
    for (const Tab tab : { kTree, kRaw, kHeaders })
        m_tabs->setSegmentEnabled(tab, false);
    m_sentence->setText(tr("Select a row to see what it holds."));
    m_stack->setCurrentWidget(m_sentence);
}

} // namespace traffic
