// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/runpane.h"

#include "ui/invoke/chunkmodel.h"
#include "ui/invoke/describe.h"
#include "ui/invoke/outputpane.h"
#include "ui/invoke/timelinestrip.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/plainlabel.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace invoke {

RunPane::RunPane(stack::Stack& stack, QWidget* parent)
    : QWidget(parent)
    , m_stack(stack)
    , m_output(new OutputPane(this))
{
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("invoke.run"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_output);
    splitter->addWidget(makeChunks());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme::kGap);
    layout->addWidget(makeTimeline());
    layout->addWidget(splitter, 1);
    show(nullptr);
}

QWidget* RunPane::makeTimeline()
{
    m_head = new widgets::Pane(tr("Run"), this);
    m_state = new widgets::StateLabel(m_head);
    m_state->setPill(true);
    m_head->addToHeader(m_state);
    m_timeline = new TimelineStrip(m_head);
    m_head->addContent(m_timeline, 0);
    m_sentence = new widgets::PlainLabel({}, theme::Token::Secondary, m_head);
    m_sentence->setContentsMargins(12, 4, 12, 8);
    m_sentence->hide();
    m_head->addContent(m_sentence, 0);
    return m_head;
}

QWidget* RunPane::makeChunks()
{
    m_chunkPane = new widgets::Pane(tr("Chunks"), this);
    m_model = new ChunkModel(m_stack.record(), this);
    m_chunks = new QTableView(m_chunkPane);
    m_chunks->setObjectName(QStringLiteral("invoke.chunks"));
    m_chunks->setAccessibleName(tr("Chunks"));
    m_chunks->setModel(m_model);
    m_chunks->setItemDelegate(new widgets::CellDelegate(widgets::CellDelegate::Look::Data, -1, m_chunks));
    m_chunks->setFrameShape(QFrame::NoFrame);
    m_chunks->setShowGrid(false);
    m_chunks->setWordWrap(false);
    m_chunks->setTabKeyNavigation(false);
    m_chunks->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_chunks->verticalHeader()->hide();
    m_chunks->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_chunks->verticalHeader()->setDefaultSectionSize(theme::kCompactRowHeight);
    m_chunks->horizontalHeader()->setObjectName(QStringLiteral("invoke.chunkHeader"));
    m_chunks->horizontalHeader()->setStretchLastSection(true);
    m_chunks->horizontalHeader()->setHighlightSections(false);
    for (const auto& [column, width] : { std::pair(ChunkModel::Seq, 56), std::pair(ChunkModel::Arrived, 96),
             std::pair(ChunkModel::Gap, 76), std::pair(ChunkModel::Size, 64) })
        m_chunks->setColumnWidth(column, theme::scaled(width));
    m_chunkPane->addContent(m_chunks, 1);
    connect(m_chunks->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_chunks->verticalScrollBar();
        m_isFollowing = bar->sliderPosition() >= bar->maximum();
    });
    connect(m_chunks, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const auto record = m_model->recordOf(index.row()); record != wire::kNoRecord)
            Q_EMIT showInTraffic(record);
    });
    return m_chunkPane;
}

void RunPane::show(const std::shared_ptr<const stack::RunState>& run)
{
    const bool isOther = !run || !m_run || run->log != m_run->log;
    m_run = run;
    if (isOther)
        m_isFollowing = true;
    m_timeline->show(run);
    m_output->show(run);
    m_model->show(run ? run->log : nullptr, run ? run->sentAt : std::nullopt);
    showFacts();
    nextFrame();
}

void RunPane::showFacts()
{
    m_head->setTitle(m_run ? shortId(QString::fromStdString(m_run->request.taskId)) : tr("Run"));
    m_state->setVisible(m_run != nullptr);
    if (!m_run) {
        m_head->setFacts({});
        m_sentence->hide();
        return;
    }
    const Standing standing = standingOf(*m_run);
    m_state->setState(standing.state, standing.word);
    m_sentence->setText(standing.sentence);
    m_sentence->setVisible(!standing.sentence.isEmpty());
}

void RunPane::nextFrame()
{
    if (!m_run)
        return;
    const wire::Instant now = m_run->endedAt.value_or(m_stack.now());
    m_timeline->setNow(now);
    m_output->grow();
    m_model->grow();
    if (m_isFollowing && m_model->rowCount() > 0)
        m_chunks->verticalScrollBar()->setValue(m_chunks->verticalScrollBar()->maximum());

    QStringList facts { QString::fromStdString(m_run->provider.empty() ? m_run->target.url : m_run->provider),
        QString::fromStdString(m_run->transport), tr("attempt %1").arg(m_run->attempt) };
    if (m_run->deal)
        facts += tr("under %1").arg(shortId(QString::fromStdString(m_run->deal->offer.offerId)));
    facts.removeAll(QString());
    const auto count = static_cast<std::uint64_t>(m_model->rowCount());
    if (m_run->sentAt) {
        const auto elapsed = now - *m_run->sentAt;
        facts += durationText(elapsed);
        if (const double s = wire::toMs(elapsed) / 1000; count > 1 && s > 0) {
            const double rate = static_cast<double>(count) / s;
            facts += tr("%1 chunks/s").arg(rate, 0, 'f', rate < 100 ? 1 : 0);
        }
    }
    m_head->setFacts(facts.join(QStringLiteral(" · ")));
    QString chunks = countText(count);
    if (m_run->lateChunks > 0)
        chunks += tr(", %1 of them late").arg(countText(m_run->lateChunks));
    m_chunkPane->setFacts(chunks);
}

} // namespace invoke
