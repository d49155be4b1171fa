// SPDX-License-Identifier: GPL-3.0-or-later
// How ByteView shows bytes: as text or as hex. Knows rows and places in them, nothing of scrolling. The bytes
// it is given are always the same, but for what was appended, until reset.
#pragma once

#include "ui/widgets/advances.h"

#include <QByteArrayView>
#include <QColor>
#include <QDeadlineTimer>

#include <functional>
#include <memory>
#include <vector>

class QPainter;
class QPalette;

namespace widgets {

struct Highlight {
    qsizetype begin = 0, end = 0;
    QColor fill;
};

class ByteLayout {
public:
    virtual ~ByteLayout() = default;

    const Advances& advances() const { return m_advances; }
    qreal rowHeight() const;

    /// Starts again; `width`: of the view.
    virtual void reset(qreal width) = 0;
    /// Finds rows until all are found: true; or the time is over.
    virtual bool index(QByteArrayView bytes, QDeadlineTimer until) = 0;
    virtual qsizetype rowCount(QByteArrayView bytes) const = 0;
    virtual qsizetype indexedTo(QByteArrayView bytes) const = 0;
    virtual qsizetype rowStart(QByteArrayView bytes, qsizetype row) const = 0;
    virtual qsizetype rowOf(QByteArrayView bytes, qsizetype offset) const = 0;
    /// Where the row after that begins; -1: there is none.
    virtual qsizetype nextRow(QByteArrayView bytes, qsizetype start) const = 0;
    /// Of the widest row, for scrolling sideways; 0: never wider than the view.
    virtual qreal width() const = 0;

    /// Where an offset of the row at `start` is.
    virtual qreal xOf(QByteArrayView bytes, qsizetype start, qsizetype offset) const = 0;
    /// The offset nearest to `x`, the end of the row if beyond.
    virtual qsizetype offsetAt(QByteArrayView bytes, qsizetype start, qreal x) const = 0;
    /// One character on or back.
    virtual qsizetype step(QByteArrayView bytes, qsizetype offset, bool forward) const = 0;

    struct Canvas {
        QPainter& painter;
        const QPalette& palette;
        /// Those that touch a range, in the order of painting.
        const std::function<std::vector<Highlight>(qsizetype begin, qsizetype end)>& highlights;
        qreal top, left; ///< of the row; left < 0: scrolled
        qreal viewWidth;
        bool isGrowing;
    };
    virtual void paintRow(QByteArrayView bytes, qsizetype start, const Canvas& canvas) const = 0;
    /// As it is shown.
    virtual QString copied(QByteArrayView bytes, qsizetype begin, qsizetype end) const = 0;

protected:
    explicit ByteLayout(const QFont& font)
        : m_advances(font)
    {
    }

    /// From the top of a row.
    qreal baseline() const;

    Advances m_advances;
};

std::unique_ptr<ByteLayout> makeTextLayout(const QFont& font, bool wraps);
std::unique_ptr<ByteLayout> makeHexLayout(const QFont& font);

} // namespace widgets
