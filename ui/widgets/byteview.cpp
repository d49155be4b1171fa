// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/byteview.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimerEvent>
#include <QtMath>

namespace widgets {

namespace {

constexpr int kMargin = theme::kGap;
constexpr qint64 kSliceMs = 4;

QColor veiled(theme::Token token, const QPalette& palette, double alpha)
{
    QColor color = theme::color(token, palette);
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

} // namespace

ByteView::ByteView(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_search(m_bytes)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bytes"));
    viewport()->setCursor(Qt::IBeamCursor);
    connect(&m_search, &ByteSearch::matchesChanged, this, &ByteView::matchesChanged);
    relayout();
}

ByteView::~ByteView() = default;

void ByteView::setBytes(const QByteArray& bytes)
{
    m_bytes = bytes;
    m_anchor = m_caret = 0;
    m_mark = {};
    m_pendingTop = m_pendingReveal = -1;
    if (m_search.isOn())
        search(m_search.needle());
    m_layout->reset(viewport()->width() - 2 * kMargin);
    m_isScrollingItself = true;
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
    m_isScrollingItself = false;
    goOn();
    viewport()->update();
}

void ByteView::append(QByteArrayView bytes)
{
    m_bytes.append(bytes);
    m_search.extend();
    // However often this is called: rows are found, and painted, once a round of the event loop.
    if (!m_indexing.isActive())
        m_indexing.start(0, this);
}

void ByteView::clear()
{
    setBytes({});
}

void ByteView::setMode(Mode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    relayout();
}

void ByteView::setWrap(bool wrap)
{
    if (wrap == m_wraps)
        return;
    m_wraps = wrap;
    relayout();
}

void ByteView::setFollowing(bool following)
{
    m_mayFollow = m_mayFollow || following;
    if (following != m_isFollowing) {
        m_isFollowing = following;
        Q_EMIT followingChanged(following);
    }
    if (following)
        updateScrollBars();
}

void ByteView::setGrowing(bool growing)
{
    m_isGrowing = growing;
    viewport()->update();
}

void ByteView::mark(qsizetype offset, qsizetype length)
{
    m_mark = { offset, offset + length, {} };
    if (length > 0)
        reveal(offset);
    viewport()->update();
}

// Another way of showing: from the ground, but for what is at the top.
void ByteView::relayout()
{
    const qsizetype top = m_layout ? topOffset() : 0;
    if (m_mode == Mode::Hex)
        m_layout = makeHexLayout(theme::monospace());
    else
        m_layout = makeTextLayout(m_wraps ? font() : theme::monospace(), m_wraps);
    m_pendingTop = top;
    restart();
}

void ByteView::restart()
{
    m_layout->reset(viewport()->width() - 2 * kMargin);
    goOn();
    viewport()->update();
}

// Finds more rows, as long as a frame can spare it.
void ByteView::goOn()
{
    const bool isDone = m_layout->index(m_bytes, QDeadlineTimer(kSliceMs));
    const auto isKnown
        = [&](qsizetype offset) { return offset >= 0 && (isDone || offset < m_layout->indexedTo(m_bytes)); };
    if (isDone)
        m_indexing.stop();
    else if (!m_indexing.isActive())
        m_indexing.start(0, this);
    const qsizetype top = isKnown(m_pendingTop) ? std::exchange(m_pendingTop, -1) : -1;
    updateScrollBars();
    if (top >= 0)
        scrollTo(top);
    if (isKnown(m_pendingReveal))
        reveal(m_pendingReveal);
    if (m_isFollowing && isDone)
        updateScrollBars();
}

void ByteView::updateScrollBars()
{
    m_isScrollingItself = true;
    const qsizetype rows = m_layout->rowCount(m_bytes);
    const int page = rowsInView();
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, static_cast<int>(std::clamp<qsizetype>(rows - page, 0, INT_MAX)));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(3 * qCeil(m_layout->advances().of(U'm')));
    horizontalScrollBar()->setRange(0, qMax(0, qCeil(m_layout->width()) + 2 * kMargin - viewport()->width()));
    if (m_isFollowing && m_pendingTop < 0 && !m_indexing.isActive())
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_isScrollingItself = false;
}

int ByteView::rowsInView() const
{
    const int height = viewport()->height() - kMargin / 2;
    return qMax(1, qFloor(height / m_layout->rowHeight()));
}

qreal ByteView::left() const
{
    return kMargin - horizontalScrollBar()->value();
}

qsizetype ByteView::topOffset() const
{
    return m_pendingTop >= 0 ? m_pendingTop : m_layout->rowStart(m_bytes, verticalScrollBar()->value());
}

void ByteView::scrollTo(qsizetype offset)
{
    m_isScrollingItself = true;
    verticalScrollBar()->setValue(static_cast<int>(m_layout->rowOf(m_bytes, offset)));
    m_isScrollingItself = false;
    viewport()->update();
}

void ByteView::reveal(qsizetype offset)
{
    if (m_indexing.isActive() && offset >= m_layout->indexedTo(m_bytes)) {
        m_pendingReveal = offset;
        return;
    }
    m_pendingReveal = m_pendingTop = -1;
    const qsizetype row = m_layout->rowOf(m_bytes, offset);
    const qsizetype top = verticalScrollBar()->value(), page = rowsInView();
    m_isScrollingItself = true;
    if (row < top || row >= top + page) {
        setFollowing(false);
        verticalScrollBar()->setValue(static_cast<int>(qMax<qsizetype>(0, row - page / 3)));
    }
    const qreal x = m_layout->xOf(m_bytes, m_layout->rowStart(m_bytes, row), offset);
    const int width = viewport()->width() - 2 * kMargin, value = horizontalScrollBar()->value();
    if (x < value || x > value + width)
        horizontalScrollBar()->setValue(qMax(0, qRound(x) - width / 3));
    m_isScrollingItself = false;
}

std::vector<Highlight> ByteView::highlights(qsizetype begin, qsizetype end) const
{
    std::vector<Highlight> list;
    const auto add = [&](const Highlight& highlight, const QColor& fill) {
        if (highlight.end > begin && highlight.begin < end)
            list.push_back({ highlight.begin, highlight.end, fill });
    };
    add(m_mark, veiled(theme::Token::Warning, palette(), 0.25));
    add({ qMin(m_anchor, m_caret), qMax(m_anchor, m_caret), {} },
        theme::color(theme::Token::Selection, palette()));
    const std::vector<qsizetype>& matches = m_search.matches();
    auto match = std::lower_bound(matches.begin(), matches.end(), begin - m_search.needle().size());
    const QColor others = veiled(theme::Token::Warning, palette(), 0.2);
    for (; match != matches.end() && *match < end; ++match) {
        const Highlight here { *match, *match + m_search.needle().size(), {} };
        const bool isCurrent = match - matches.begin() + 1 == m_match;
        if (!isCurrent && !list.empty() && list.back().fill == others && list.back().end >= here.begin)
            list.back().end = here.end;
        else
            add(here, isCurrent ? veiled(theme::Token::Warning, palette(), 0.45) : others);
    }
    return list;
}

void ByteView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setFont(m_layout->advances().font());
    const qreal height = m_layout->rowHeight();
    const std::function marks = [this](qsizetype begin, qsizetype end) { return highlights(begin, end); };
    qsizetype start = topOffset();
    for (qreal top = kMargin / 2.0; top < viewport()->height() && start >= 0; top += height) {
        const qsizetype next = m_layout->nextRow(m_bytes, start);
        m_layout->paintRow(m_bytes, start,
            { painter, palette(), marks, top, left(), static_cast<qreal>(viewport()->width()), m_isGrowing });
        paintCarets(painter, start, next < 0, top);
        start = next;
    }
    m_showsEnd = start < 0;
}

void ByteView::paintCarets(QPainter& painter, qsizetype start, bool isLast, qreal top) const
{
    const qreal height = m_layout->rowHeight();
    if (isLast && m_isGrowing) {
        const qreal x = left() + m_layout->xOf(m_bytes, start, m_bytes.size());
        painter.fillRect(
            QRectF(x + 2, top + 2, 3, height - 4), theme::color(theme::Token::Accent, palette()));
    }
    const qsizetype next = m_layout->nextRow(m_bytes, start);
    if (hasFocus() && m_caret >= start && (next < 0 || m_caret < next)) {
        const qreal x = left() + m_layout->xOf(m_bytes, start, m_caret);
        painter.fillRect(
            QRectF(qRound(x), top + 1, 1, height - 2), theme::color(theme::Token::Text, palette()));
    }
}

} // namespace widgets
