// SPDX-License-Identifier: GPL-3.0-or-later
// Received bytes as text or as hex, however many: paints only what is on screen, breaks lines at 4 096
// columns, searches on a worker. Never rich text. Bytes that are no UTF-8 show as \xNN.
#pragma once

#include "ui/widgets/bytelayout.h"
#include "ui/widgets/bytesearch.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>

namespace widgets {

class ByteView final : public QAbstractScrollArea {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ByteView)

public:
    enum class Mode { Text, Hex };
    /// More is not copied: it would hold up the window, and other programs too.
    static constexpr qsizetype kMaxCopiedBytes = qsizetype { 8 } << 20;

    explicit ByteView(QWidget* parent = nullptr);
    ~ByteView() override;

    void setBytes(const QByteArray& bytes);
    /// At the end of what is there; follows if the end was in sight.
    void append(QByteArrayView bytes);
    void clear();
    const QByteArray& bytes() const { return m_bytes; }

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    /// Wraps at the width of the view, in the interface's font, as prose wants; off: lines run on, as data
    /// want.
    void setWrap(bool wrap);
    /// Stays at the end as bytes come; scrolling up by hand ends it, to the end begins it again.
    bool isFollowing() const { return m_isFollowing; }
    void setFollowing(bool following);
    /// The caret after the last byte of what is still growing.
    void setGrowing(bool growing);
    /// Marks that range and brings it into sight, e.g. where a finding points; of length 0: no mark.
    void mark(qsizetype offset, qsizetype length);
    /// All matches, case-insensitive for ASCII; found() follows. Empty ends the search.
    void search(const QByteArray& needle);
    void nextMatch(bool forward = true);

    QByteArray selectedBytes() const;
    void select(qsizetype offset, qsizetype length);
    void selectAll();
    /// The selection, in text as text, in hex as hex digits.
    void copy();

Q_SIGNALS:
    void followingChanged(bool following);
    void found(int matches, int current); ///< current: from 1; 0 if none

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void relayout();
    void restart();
    void goOn();
    void updateScrollBars();
    int rowsInView() const;
    qreal left() const;
    qsizetype topOffset() const;
    void reveal(qsizetype offset);
    void scrollTo(qsizetype offset);
    std::vector<Highlight> highlights(qsizetype begin, qsizetype end) const;
    void paintCarets(QPainter& painter, qsizetype start, bool isLast, qreal top) const;
    void matchesChanged();

    bool moveCaret(const QKeyEvent& event);
    qsizetype movedByRows(qsizetype rows) const;
    void setCaret(qsizetype offset, bool select);
    qsizetype offsetAt(const QPointF& position) const;
    void drag(const QPointF& position);
    void copyRange(qsizetype begin, qsizetype end);

    QByteArray m_bytes;
    std::unique_ptr<ByteLayout> m_layout;
    Mode m_mode = Mode::Text;
    bool m_wraps = false;
    bool m_mayFollow = false; // once told to; else the end of what stands still would begin it
    bool m_isFollowing = false;
    bool m_showsEnd = true;
    bool m_isGrowing = false;
    bool m_isScrollingItself = false;
    qsizetype m_anchor = 0, m_caret = 0; // the selection is between
    Highlight m_mark;
    ByteSearch m_search;
    int m_match = 0; // from 1
    // Until the rows up to there are known: what is at the top, what is to be in sight.
    qsizetype m_pendingTop = -1, m_pendingReveal = -1;
    QBasicTimer m_indexing, m_dragging;
    QPointF m_dragPosition;
};

} // namespace widgets
