// SPDX-License-Identifier: GPL-3.0-or-later
// Where the rows of a growing text begin, found piece by piece. Keeps one offset for 64 rows; what is between
// is found again when asked for.
#pragma once

#include <QByteArrayView>
#include <QDeadlineTimer>

#include <vector>

namespace widgets {

class Advances;

class TextRows final {
public:
    /// A row ends after a line feed or so many bytes.
    static constexpr qsizetype kMaxRowBytes = 4096;

    /// Starts again. `width` > 0: rows also end where their characters would be wider, after a space if there
    /// is one.
    void reset(qreal width, const Advances* advances);

    // The bytes given to the following are always the same, but for what was appended.

    /// Goes on until all is indexed: true; or the time is over.
    bool index(QByteArrayView bytes, QDeadlineTimer until);
    /// Rows that were found, the open one at the end too: at least 1.
    qsizetype count() const { return m_closed + 1; }
    /// Where the last of these begins.
    qsizetype indexedTo() const { return m_open; }
    /// Bytes of the longest.
    qsizetype longest() const { return m_longest; }

    qsizetype start(QByteArrayView bytes, qsizetype row) const;
    /// Of an offset up to bytes.size(); what is not indexed yet counts to the last row.
    qsizetype rowOf(QByteArrayView bytes, qsizetype offset) const;
    /// Where the row after the one that begins at `start` begins; -1: that is the last.
    qsizetype next(QByteArrayView bytes, qsizetype start) const;

private:
    qsizetype nextUnwrapped(QByteArrayView bytes, qsizetype start) const;
    qsizetype nextWrapped(QByteArrayView bytes, qsizetype start) const;

    qreal m_width = 0;
    const Advances* m_advances = nullptr;
    qsizetype m_closed = 0;
    qsizetype m_open = 0;
    qsizetype m_longest = 0;
    std::vector<qsizetype> m_marks { 0 }; // starts of rows 0, 64, 128 …
};

} // namespace widgets
