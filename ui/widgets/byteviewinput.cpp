// SPDX-License-Identifier: GPL-3.0-or-later
// What the user and the window do to a ByteView: keys, mouse, scrolling, search.
#include "ui/widgets/byteview.h"

#include "ui/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QTimerEvent>
#include <QToolTip>

#include <cctype>

namespace widgets {

void ByteView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (m_mode == Mode::Text && m_wraps && event->oldSize().width() != event->size().width()) {
        m_pendingTop = topOffset();
        restart();
    } else {
        updateScrollBars();
    }
}

void ByteView::scrollContentsBy(int, int dy)
{
    viewport()->update();
    if (m_isScrollingItself || dy == 0)
        return;
    m_pendingTop = m_pendingReveal = -1;
    if (m_mayFollow)
        setFollowing(verticalScrollBar()->value() == verticalScrollBar()->maximum());
}

void ByteView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        relayout();
    else if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void ByteView::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_indexing.timerId()) {
        goOn();
        if (m_showsEnd || m_isFollowing)
            viewport()->update();
    } else if (event->timerId() == m_dragging.timerId()) {
        drag(m_dragPosition);
    } else {
        QAbstractScrollArea::timerEvent(event);
    }
}

void ByteView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (!moveCaret(*event))
        QAbstractScrollArea::keyPressEvent(event);
}

bool ByteView::moveCaret(const QKeyEvent& event)
{
    const bool toEnds = event.modifiers().testFlag(Qt::ControlModifier);
    const qsizetype row = m_layout->rowStart(m_bytes, m_layout->rowOf(m_bytes, m_caret));
    qsizetype to = 0;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        to = m_layout->step(m_bytes, m_caret, event.key() == Qt::Key_Right);
        break;
    case Qt::Key_Up:
        to = movedByRows(-1);
        break;
    case Qt::Key_Down:
        to = movedByRows(1);
        break;
    case Qt::Key_PageUp:
        to = movedByRows(-rowsInView());
        break;
    case Qt::Key_PageDown:
        to = movedByRows(rowsInView());
        break;
    case Qt::Key_Home:
        to = toEnds ? 0 : row;
        break;
    case Qt::Key_End:
        to = toEnds ? m_bytes.size() : m_layout->offsetAt(m_bytes, row, 1e9);
        break;
    default:
        return false;
    }
    setCaret(to, event.modifiers().testFlag(Qt::ShiftModifier));
    if (toEnds && event.key() == Qt::Key_End)
        setFollowing(true);
    return true;
}

qsizetype ByteView::movedByRows(qsizetype rows) const
{
    const qsizetype row = m_layout->rowOf(m_bytes, m_caret);
    const qreal x = m_layout->xOf(m_bytes, m_layout->rowStart(m_bytes, row), m_caret);
    const qsizetype to = qBound<qsizetype>(0, row + rows, m_layout->rowCount(m_bytes) - 1);
    return m_layout->offsetAt(m_bytes, m_layout->rowStart(m_bytes, to), x);
}

void ByteView::setCaret(qsizetype offset, bool select)
{
    m_caret = offset;
    if (!select)
        m_anchor = offset;
    reveal(offset);
    viewport()->update();
}

qsizetype ByteView::offsetAt(const QPointF& position) const
{
    const qreal row = (position.y() - theme::kGap / 2.0) / m_layout->rowHeight();
    qsizetype start = topOffset();
    for (int i = 1; i <= row; ++i) {
        const qsizetype next = m_layout->nextRow(m_bytes, start);
        if (next < 0)
            break;
        start = next;
    }
    return m_layout->offsetAt(m_bytes, start, position.x() - left());
}

void ByteView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_caret = offsetAt(event->position());
    if (!event->modifiers().testFlag(Qt::ShiftModifier))
        m_anchor = m_caret;
    viewport()->update();
}

void ByteView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    m_dragPosition = event->position();
    const bool isInside = viewport()->rect().contains(m_dragPosition.toPoint());
    if (isInside)
        m_dragging.stop();
    else if (!m_dragging.isActive())
        m_dragging.start(30, this);
    drag(m_dragPosition);
}

// Beyond an edge the text comes to meet it.
void ByteView::drag(const QPointF& position)
{
    if (position.y() < 0 || position.y() > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + (position.y() < 0 ? -1 : 1));
    if (position.x() < 0 || position.x() > viewport()->width()) {
        horizontalScrollBar()->triggerAction(
            position.x() < 0 ? QScrollBar::SliderSingleStepSub : QScrollBar::SliderSingleStepAdd);
    }
    const QRectF inside = viewport()->rect();
    m_caret = offsetAt({ qBound(inside.left(), position.x(), inside.right()),
        qBound(inside.top(), position.y(), inside.bottom()) });
    viewport()->update();
}

void ByteView::mouseReleaseEvent(QMouseEvent*)
{
    m_dragging.stop();
}

// The run of letters, digits and what ids are made of.
void ByteView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto isWord = [this](qsizetype at) {
        const auto c = static_cast<unsigned char>(m_bytes.at(at));
        return c >= 0x80 || std::isalnum(c) || c == '_' || c == '-' || c == '.';
    };
    constexpr qsizetype kMax = 4096;
    qsizetype begin = offsetAt(event->position()), end = begin;
    while (begin > 0 && end - begin < kMax && isWord(begin - 1))
        --begin;
    while (end < m_bytes.size() && end - begin < kMax && isWord(end))
        ++end;
    m_anchor = begin;
    m_caret = end;
    viewport()->update();
}

void ByteView::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &ByteView::copy)->setEnabled(m_anchor != m_caret);
    menu->addAction(tr("Copy everything"), this, [this] { copyRange(0, m_bytes.size()); })
        ->setEnabled(!m_bytes.isEmpty());
    menu->addAction(tr("Select all"), QKeySequence::SelectAll, this, &ByteView::selectAll);
    menu->popup(event->globalPos());
}

void ByteView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ByteView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

QByteArray ByteView::selectedBytes() const
{
    return m_bytes.mid(qMin(m_anchor, m_caret), qAbs(m_caret - m_anchor));
}

void ByteView::select(qsizetype offset, qsizetype length)
{
    m_anchor = qBound<qsizetype>(0, offset, m_bytes.size());
    m_caret = qBound<qsizetype>(m_anchor, offset + length, m_bytes.size());
    viewport()->update();
}

void ByteView::selectAll()
{
    select(0, m_bytes.size());
}

void ByteView::copy()
{
    copyRange(qMin(m_anchor, m_caret), qMax(m_anchor, m_caret));
}

void ByteView::copyRange(qsizetype begin, qsizetype end)
{
    if (end - begin > kMaxCopiedBytes) {
        QToolTip::showText(mapToGlobal(rect().center()),
            tr("%L1 bytes are too many to copy; at most %L2.").arg(end - begin).arg(kMaxCopiedBytes), this);
    } else if (end > begin)
        QGuiApplication::clipboard()->setText(m_layout->copied(m_bytes, begin, end));
}

void ByteView::search(const QByteArray& needle)
{
    m_match = 0;
    m_search.start(needle);
}

void ByteView::nextMatch(bool forward)
{
    const int count = static_cast<int>(m_search.matches().size());
    if (count == 0)
        return;
    if (forward)
        m_match = m_match >= count ? 1 : m_match + 1;
    else
        m_match = m_match <= 1 ? count : m_match - 1;
    reveal(m_search.matches().at(static_cast<std::size_t>(m_match - 1)));
    viewport()->update();
    Q_EMIT found(count, m_match);
}

// The first time to the first one from the caret on.
void ByteView::matchesChanged()
{
    const std::vector<qsizetype>& matches = m_search.matches();
    if (m_match == 0 && !matches.empty()) {
        const auto next = std::lower_bound(matches.begin(), matches.end(), qMin(m_anchor, m_caret));
        m_match = next == matches.end() ? 1 : static_cast<int>(next - matches.begin()) + 1;
        reveal(matches.at(static_cast<std::size_t>(m_match - 1)));
    }
    viewport()->update();
    Q_EMIT found(static_cast<int>(matches.size()), m_match);
}

} // namespace widgets
