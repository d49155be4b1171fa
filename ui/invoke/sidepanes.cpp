// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/sidepanes.h"

#include "ui/invoke/describe.h"
#include "ui/widgets/findinglist.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/shown.h"

#include <QGridLayout>
#include <QProgressBar>
#include <QScrollArea>
#include <QVBoxLayout>

namespace invoke {

using widgets::shown;

namespace {

QWidget* padded(QWidget* content, int margin)
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(margin, 8, margin, 8);
    layout->addWidget(content);
    layout->addStretch();
    return box;
}

QScrollArea* scrolling(QWidget* content, const QString& name)
{
    auto* area = new QScrollArea;
    area->setAccessibleName(name);
    area->setWidget(padded(content, 12));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

} // namespace

SidePanes::SidePanes(QWidget* parent)
    : QWidget(parent)
    , m_verdictPane(new widgets::Pane(tr("Verdicts"), this))
    , m_beatPane(new widgets::Pane(tr("Heartbeat"), this))
    , m_findingPane(new widgets::Pane(tr("Findings"), this))
    , m_verdicts(new QWidget(this))
    , m_progress(new QProgressBar(this))
    , m_beat(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_findings(new widgets::FindingList(this))
{
    auto* verdicts = new QGridLayout(m_verdicts);
    verdicts->setContentsMargins({});
    verdicts->setVerticalSpacing(4);
    verdicts->setColumnStretch(1, 1);
    m_verdictPane->addContent(scrolling(m_verdicts, tr("Verdicts")), 1);

    auto* beat = new QWidget(this);
    auto* beatLayout = new QVBoxLayout(beat);
    beatLayout->setContentsMargins({});
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->setAccessibleName(tr("Progress, as the heartbeats tell it"));
    beatLayout->addWidget(m_progress);
    beatLayout->addWidget(m_beat);
    m_beatPane->addContent(padded(beat, 12), 0);

    m_findings->setLinks(true);
    connect(m_findings, &widgets::FindingList::recordRequested, this, &SidePanes::showInTraffic);
    m_findingPane->addContent(scrolling(m_findings, tr("Findings")), 1);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme::kGap);
    layout->addWidget(m_verdictPane, 3);
    layout->addWidget(m_beatPane, 0);
    layout->addWidget(m_findingPane, 2);
    show(nullptr);
}

void SidePanes::show(const std::shared_ptr<const stack::RunState>& run)
{
    if (!run || !m_run || run->findings != m_run->findings) {
        const std::uint64_t count = run ? run->findingCount : 0;
        m_findings->setFindings(run ? *run->findings : std::vector<acmp::Finding> {}, count);
        m_findingPane->setFacts(count > 0 ? countText(count) : tr("none"));
    }
    m_run = run;
    showVerdicts();
    showBeats();
}

void SidePanes::showVerdicts()
{
    const std::vector<session::Verdict> verdicts = m_run ? m_run->verdicts : std::vector<session::Verdict> {};
    if (verdicts == m_shownVerdicts && m_verdicts->layout()->count() > 0)
        return;
    m_shownVerdicts = verdicts;
    auto* grid = qobject_cast<QGridLayout*>(m_verdicts->layout());
    while (QLayoutItem* item = grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const session::Verdict& verdict : verdicts) {
        grid->addWidget(new widgets::StateLabel(stateOf(verdict.state), verdictTitle(verdict.id), m_verdicts),
            row, 0, Qt::AlignTop);
        QString text = shown(verdict.text);
        if (verdict.state == session::VerdictState::Fail || verdict.state == session::VerdictState::Warn)
            text += tr("\nexpected %1, found %2").arg(shown(verdict.expected), shown(verdict.found));
        grid->addWidget(
            new widgets::PlainLabel(text, theme::Token::Text, m_verdicts), row++, 1, Qt::AlignTop);
    }
    if (verdicts.empty())
        grid->addWidget(new widgets::PlainLabel(tr("Judged when there is something to judge."),
                            theme::Token::Secondary, m_verdicts),
            0, 0, 1, 2);
}

void SidePanes::showBeats()
{
    const session::HeartbeatFacts beats = m_run ? m_run->heartbeats : session::HeartbeatFacts {};
    const double progress = beats.progress ? beats.progress->toDouble() : 0;
    m_progress->setRange(0, 1000);
    m_progress->setValue(static_cast<int>(std::clamp(progress, 0.0, 1.0) * 1000));
    QStringList facts;
    if (beats.progress)
        facts += tr("%1 %").arg(progress * 100, 0, 'f', 0);
    if (!beats.detail.empty())
        facts += shown(beats.detail);
    QStringList times;
    if (beats.lastInterval)
        times += tr("last after %1").arg(durationText(*beats.lastInterval));
    if (m_run && m_run->advertisedBeat)
        times += tr("advertised every %1").arg(durationText(*m_run->advertisedBeat));
    else if (m_run)
        times += tr("no interval advertised");
    QString text = facts.join(QStringLiteral(" · "));
    if (!text.isEmpty() && !times.isEmpty())
        text += u'\n';
    m_beat->setText(text + times.join(QStringLiteral(", ")));
    m_beat->setVisible(!m_beat->text().isEmpty());
}

void SidePanes::setNow(wire::Instant now)
{
    const bool isOver = m_run && m_run->stage == stack::Stage::Ended;
    QString facts = isOver ? tr("none") : tr("none yet");
    if (m_run && m_run->heartbeats.lastAt) {
        const QString count = countText(m_run->heartbeats.count);
        facts = isOver
            ? tr("♥ %1").arg(count)
            : tr("♥ %1 · %2 ago")
                  .arg(count, durationText(std::max(now - *m_run->heartbeats.lastAt, wire::nanoseconds(0))));
    }
    m_beatPane->setFacts(facts);
}

} // namespace invoke
