// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/textrows.h"

#include "ui/widgets/advances.h"
#include "ui/widgets/bytetext.h"

#include <cstring>

namespace widgets {

namespace {

constexpr qsizetype kRowsPerMark = 64;

// Not within a character.
qsizetype toCharacter(QByteArrayView bytes, qsizetype offset)
{
    for (qsizetype back = 0; back < 4; ++back) {
        if ((static_cast<unsigned char>(bytes[offset - back]) & 0xC0U) != 0x80)
            return offset - back;
    }
    return offset;
}

} // namespace

void TextRows::reset(qreal width, const Advances* advances)
{
    *this = {};
    m_width = width;
    m_advances = advances;
}

bool TextRows::index(QByteArrayView bytes, QDeadlineTimer until)
{
    for (;;) {
        const qsizetype next = this->next(bytes, m_open);
        if (next < 0) {
            m_longest = qMax(m_longest, bytes.size() - m_open);
            return true;
        }
        m_longest = qMax(m_longest, next - m_open);
        m_open = next;
        if (++m_closed % kRowsPerMark == 0) {
            m_marks.push_back(m_open);
            if (until.hasExpired())
                return false;
        }
    }
}

qsizetype TextRows::start(QByteArrayView bytes, qsizetype row) const
{
    if (row >= m_closed)
        return m_open;
    qsizetype start = m_marks.at(static_cast<std::size_t>(row / kRowsPerMark));
    for (qsizetype i = row % kRowsPerMark; i > 0; --i)
        start = next(bytes, start);
    return start;
}

qsizetype TextRows::rowOf(QByteArrayView bytes, qsizetype offset) const
{
    if (offset >= m_open)
        return m_closed;
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), offset);
    qsizetype row = (after - m_marks.begin() - 1) * kRowsPerMark;
    for (qsizetype start = *std::prev(after);; ++row) {
        start = next(bytes, start);
        if (start < 0 || start > offset)
            return row;
    }
}

qsizetype TextRows::next(QByteArrayView bytes, qsizetype start) const
{
    return m_width > 0 ? nextWrapped(bytes, start) : nextUnwrapped(bytes, start);
}

qsizetype TextRows::nextUnwrapped(QByteArrayView bytes, qsizetype start) const
{
    const qsizetype end = qMin(bytes.size(), start + kMaxRowBytes);
    if (start >= end)
        return -1;
    const void* feed = std::memchr(bytes.data() + start, '\n', static_cast<std::size_t>(end - start));
    if (feed)
        return static_cast<const char*>(feed) - bytes.data() + 1;
    return end < bytes.size() ? toCharacter(bytes, end) : -1;
}

qsizetype TextRows::nextWrapped(QByteArrayView bytes, qsizetype start) const
{
    qreal x = 0;
    qsizetype afterSpace = -1;
    for (qsizetype at = start; at < bytes.size();) {
        const Glyph glyph = glyphAt(bytes, at);
        if (glyph.length == 0)
            return -1;
        if (glyph.code == '\n' && glyph.isText)
            return at + 1;
        x += m_advances->of(glyph);
        const bool isSpace = glyph.code == ' ';
        if (at > start && ((x > m_width && !isSpace) || at - start >= kMaxRowBytes))
            return afterSpace > 0 ? afterSpace : at;
        at += glyph.length;
        if (isSpace)
            afterSpace = at;
    }
    return -1;
}

} // namespace widgets
