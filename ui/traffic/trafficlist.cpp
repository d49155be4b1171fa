// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/trafficlist.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/traffic/copying.h"
#include "ui/traffic/format.h"
#include "ui/traffic/linedelegate.h"
#include "ui/traffic/trafficmodel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QtMath>

namespace traffic {

namespace {

/// In characters of the data font: at least, and the share of what is left over.
struct Width {
    int least;
    int share;
};
constexpr std::array<Width, kColumns> kWidths { { { 5, 0 }, { 16, 0 }, { 7, 0 }, { 2, 0 }, { 18, 3 },
    { 7, 0 }, { 16, 6 }, { 9, 3 }, { 4, 3 }, { 8, 0 }, { 12, 3 } } };
constexpr int kShares = [] {
    int sum = 0;
    for (const Width& width : kWidths)
        sum += width.share;
    return sum;
}();

bool isAtEnd(const QScrollBar* bar)
{
    return bar->sliderPosition() >= bar->maximum();
}

} // namespace

TrafficList::TrafficList(TrafficModel* model, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("trafficList"));
    setAccessibleName(tr("Traffic"));
    setModel(model);
    setItemDelegate(new LineDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(theme::scaled(theme::kCompactRowHeight));
    QHeaderView* const header = horizontalHeader();
    header->setObjectName(QStringLiteral("trafficColumns"));
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(theme::scaled(24));
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this,
        [this] { setFollowing(isAtEnd(verticalScrollBar())); });
    addActions();
}

void TrafficList::showOnly(const QList<int>& columns)
{
    for (int column = 0; column < kColumns; ++column)
        setColumnHidden(column, !columns.contains(column));
    horizontalHeader()->setStretchLastSection(true);
}

void TrafficList::setFollowing(bool following)
{
    if (following == m_isFollowing)
        return;
    m_isFollowing = following;
    stayAtEnd();
    Q_EMIT followingChanged(following);
}

void TrafficList::rowsAdded()
{
    const int digits = static_cast<int>(grouped(static_cast<std::uint64_t>(m_model->rowCount())).size());
    if (std::exchange(m_digits, digits) < digits)
        fitColumns();
    stayAtEnd();
}

void TrafficList::stayAtEnd()
{
    if (m_isFollowing)
        scrollToBottom();
}

void TrafficList::goTo(int row)
{
    setFollowing(m_isFollowing && row == m_model->rowCount() - 1);
    setCurrentIndex(m_model->index(row, 0));
    scrollTo(m_model->index(row, 0), PositionAtCenter);
}

void TrafficList::keyPressEvent(QKeyEvent* event)
{
    const int before = verticalScrollBar()->value();
    QTableView::keyPressEvent(event);
    if (verticalScrollBar()->value() != before)
        setFollowing(isAtEnd(verticalScrollBar()));
}

void TrafficList::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    stayAtEnd();
}

// Until the user or a remembered layout sets other widths.
void TrafficList::fitColumns()
{
    QHeaderView* const header = horizontalHeader();
    for (int column = 0; column < m_fitted.size(); ++column) {
        if (header->sectionSize(column) != m_fitted[column])
            return;
    }
    const QFontMetricsF metrics(theme::monospace());
    std::array<int, kColumns> least {};
    int left = viewport()->width();
    for (std::size_t column = 0; column < least.size(); ++column) {
        const int characters
            = column == kNo ? std::max(kWidths[column].least, m_digits) : kWidths[column].least;
        least[column]
            = qCeil(metrics.horizontalAdvance(QLatin1Char('0')) * characters) + 2 * LineDelegate::kMargin;
        left -= least[column];
    }
    m_fitted.clear();
    for (int column = 0; column < kColumns; ++column) {
        const auto at = static_cast<std::size_t>(column);
        header->resizeSection(column, least[at] + std::max(left, 0) * kWidths[at].share / kShares);
        m_fitted += header->sectionSize(column);
    }
}

void TrafficList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    updateActions();
    if (current.row() != previous.row())
        Q_EMIT currentRowChanged(current.isValid() ? current.row() : -1);
}

QAction* TrafficList::addOwn(
    const QString& text, const QString& iconName, const QKeySequence& keys, void (TrafficList::*act)())
{
    auto* const action = new QAction(text, this);
    if (!iconName.isEmpty())
        action->setIcon(theme::icon(iconName));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void TrafficList::addActions()
{
    m_followTask = addOwn(
        tr("Follow &task"), QStringLiteral("follow"), QKeySequence(tr("Ctrl+T")), &TrafficList::followTask);
    m_followExchange
        = addOwn(tr("Follow &exchange"), {}, QKeySequence(tr("Ctrl+E")), &TrafficList::followExchange);
    auto* const separator = new QAction(this);
    separator->setSeparator(true);
    addAction(separator);
    addOwn(tr("&Copy row"), QStringLiteral("copy"), QKeySequence::Copy, &TrafficList::copyCells);
    m_copyMessage
        = addOwn(tr("Copy &payload"), {}, QKeySequence(tr("Ctrl+Shift+C")), &TrafficList::copyMessage);
    addOwn(tr("Copy bytes as &hex"), {}, QKeySequence(tr("Ctrl+Shift+H")), &TrafficList::copyHex);
    m_saveMessage = addOwn(
        tr("&Save message…"), QStringLiteral("save"), QKeySequence(tr("Ctrl+S")), &TrafficList::saveMessage);
    updateActions();
}

void TrafficList::updateActions()
{
    const int row = currentIndex().row();
    const bool hasRow = currentIndex().isValid();
    for (QAction* const action : actions())
        action->setEnabled(hasRow);
    if (!hasRow)
        return;
    const LineFacts& facts = m_model->factsAt(row);
    m_followTask->setEnabled(!facts.summary.taskId.empty());
    m_followExchange->setEnabled(!facts.place.isEvent);
    const bool hasPayload = !facts.place.isEvent && facts.row.payloadLength > 0;
    m_copyMessage->setEnabled(hasPayload);
    m_saveMessage->setEnabled(hasPayload);
}

void TrafficList::copyCells()
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(cellsOf(*m_model, currentIndex().row()));
}

void TrafficList::copyMessage()
{
    const auto slice = m_model->dataAt(currentIndex().row());
    if (slice)
        QGuiApplication::clipboard()->setText(textOf(slice->payload()));
}

void TrafficList::copyHex()
{
    const auto slice = m_model->dataAt(currentIndex().row());
    if (slice)
        QGuiApplication::clipboard()->setText(hexOf(slice->bytes()));
}

void TrafficList::saveMessage()
{
    if (currentIndex().isValid())
        Q_EMIT saveAsked(m_model->placeAt(currentIndex().row()).number);
}

void TrafficList::followTask()
{
    if (!currentIndex().isValid())
        return;
    QString task = QString::fromStdString(m_model->factsAt(currentIndex().row()).summary.taskId);
    if (task.endsWith(QChar(0x2026))) // shortened
        task.chop(1);
    Q_EMIT filterAsked(Filter::word(task));
}

void TrafficList::followExchange()
{
    if (!currentIndex().isValid())
        return;
    Q_EMIT filterAsked(m_model->exchangeWordAt(currentIndex().row()));
}

} // namespace traffic
