// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"
#include "ui/widgets/bytelayout.h"
#include "ui/widgets/bytetext.h"
#include "ui/widgets/textrows.h"

#include <QPainter>
#include <QtMath>

namespace widgets {

namespace {

constexpr qreal kLeading = 4;

// A row's text and the left edge of each unit; one edge more: the right one of the last.
struct Laid {
    ShownText shown;
    std::vector<qreal> edges;

    std::size_t unitOf(qsizetype offset) const
    {
        const auto at = std::lower_bound(shown.offsets.begin(), shown.offsets.end(), offset);
        return static_cast<std::size_t>(qMin(at, std::prev(shown.offsets.end())) - shown.offsets.begin());
    }
    std::size_t unitAt(qreal x) const
    {
        const auto after = std::upper_bound(edges.begin(), edges.end(), x);
        return after == edges.begin() ? 0 : static_cast<std::size_t>(after - edges.begin() - 1);
    }
};

class TextLayout final : public ByteLayout {
public:
    TextLayout(const QFont& font, bool wraps)
        : ByteLayout(font)
        , m_wraps(wraps)
    {
    }

    void reset(qreal width) override
    {
        m_rows.reset(m_wraps ? qMax(width, 8 * m_advances.of(U'm')) : 0, &m_advances);
    }
    bool index(QByteArrayView bytes, QDeadlineTimer until) override { return m_rows.index(bytes, until); }
    qsizetype rowCount(QByteArrayView) const override { return m_rows.count(); }
    qsizetype indexedTo(QByteArrayView) const override { return m_rows.indexedTo(); }
    qsizetype rowStart(QByteArrayView bytes, qsizetype row) const override
    {
        return m_rows.start(bytes, row);
    }
    qsizetype rowOf(QByteArrayView bytes, qsizetype offset) const override
    {
        return m_rows.rowOf(bytes, offset);
    }
    qsizetype nextRow(QByteArrayView bytes, qsizetype start) const override
    {
        return m_rows.next(bytes, start);
    }
    qreal width() const override
    {
        return m_wraps ? 0 : static_cast<qreal>(m_rows.longest()) * m_advances.of(U'm');
    }

    qreal xOf(QByteArrayView bytes, qsizetype start, qsizetype offset) const override;
    qsizetype offsetAt(QByteArrayView bytes, qsizetype start, qreal x) const override;
    qsizetype step(QByteArrayView bytes, qsizetype offset, bool forward) const override;
    void paintRow(QByteArrayView bytes, qsizetype start, const Canvas& canvas) const override;
    QString copied(QByteArrayView bytes, qsizetype begin, qsizetype end) const override;

private:
    Laid lay(QByteArrayView bytes, qsizetype start, bool isGrowing = false) const;
    void paintText(const Laid& row, std::size_t from, std::size_t to, const Canvas& canvas) const;

    bool m_wraps;
    TextRows m_rows;
};

Laid TextLayout::lay(QByteArrayView bytes, qsizetype start, bool isGrowing) const
{
    const qsizetype next = m_rows.next(bytes, start);
    Laid row { shown(bytes, start, next < 0 ? bytes.size() : next, isGrowing), {} };
    const QString& text = row.shown.text;
    row.edges.reserve(static_cast<std::size_t>(text.size()) + 1);
    qreal x = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        row.edges.push_back(x);
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size();
        x += m_advances.of(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode());
        if (isPair) {
            row.edges.push_back(x);
            ++i;
        }
    }
    row.edges.push_back(x);
    return row;
}

qreal TextLayout::xOf(QByteArrayView bytes, qsizetype start, qsizetype offset) const
{
    const Laid row = lay(bytes, start);
    return row.edges.at(row.unitOf(offset));
}

qsizetype TextLayout::offsetAt(QByteArrayView bytes, qsizetype start, qreal x) const
{
    const Laid row = lay(bytes, start);
    const std::size_t unit = row.unitAt(x);
    if (unit + 1 >= row.edges.size())
        return row.shown.offsets.back();
    // To the nearer edge of the whole character, which may be several units.
    const qsizetype offset = row.shown.offsets.at(unit);
    const auto after = std::upper_bound(row.shown.offsets.begin(), row.shown.offsets.end(), offset);
    if (after == row.shown.offsets.end())
        return offset;
    const qreal left = row.edges.at(row.unitOf(offset));
    const qreal right = row.edges.at(static_cast<std::size_t>(after - row.shown.offsets.begin()));
    return x - left > right - x ? *after : offset;
}

qsizetype TextLayout::step(QByteArrayView bytes, qsizetype offset, bool forward) const
{
    if (forward)
        return offset >= bytes.size() ? offset : offset + qMax<qsizetype>(1, glyphAt(bytes, offset).length);
    for (qsizetype back = 4; back > 1; --back) {
        if (offset >= back && glyphAt(bytes.first(offset), offset - back).length == back)
            return offset - back;
    }
    return qMax<qsizetype>(0, offset - 1);
}

void TextLayout::paintRow(QByteArrayView bytes, qsizetype start, const Canvas& canvas) const
{
    const Laid row = lay(bytes, start, canvas.isGrowing);
    const std::size_t units = static_cast<std::size_t>(row.shown.text.size());
    const std::size_t from = row.unitAt(-canvas.left);
    const std::size_t to = qMin(row.unitAt(canvas.viewWidth - canvas.left) + 1, units);
    // With the line break, if it is in sight.
    const qsizetype end = row.shown.offsets.at(to) + (to == units ? 1 : 0);
    for (const Highlight& mark : canvas.highlights(row.shown.offsets.at(from), end)) {
        const qreal left = row.edges.at(row.unitOf(mark.begin));
        const bool isOver = mark.end > row.shown.offsets.back();
        const qreal right = row.edges.at(row.unitOf(mark.end)) + (isOver ? m_advances.of(U' ') : 0);
        canvas.painter.fillRect(QRectF(canvas.left + left, canvas.top, right - left, rowHeight()), mark.fill);
    }
    paintText(row, from, to, canvas);
}

// In runs: ASCII together, as sums of its characters are exact; others so that they can be shaped.
void TextLayout::paintText(const Laid& row, std::size_t from, std::size_t to, const Canvas& canvas) const
{
    const QString& text = row.shown.text;
    const auto unit = [&text](std::size_t i) { return text.at(static_cast<qsizetype>(i)); };
    if (from > 0 && from < to && unit(from).isLowSurrogate())
        --from;
    auto escape = row.shown.escapes.begin();
    while (from < to) {
        while (escape != row.shown.escapes.end() && static_cast<std::size_t>(escape->second) <= from)
            ++escape;
        const bool hasEscape = escape != row.shown.escapes.end();
        const bool isEscape = hasEscape && static_cast<std::size_t>(escape->first) <= from;
        const std::size_t limit
            = qMin(to, hasEscape ? static_cast<std::size_t>(isEscape ? escape->second : escape->first) : to);
        std::size_t end = from + 1;
        while (end < limit && (unit(end).unicode() < 0x80) == (unit(from).unicode() < 0x80))
            ++end;
        canvas.painter.setPen(
            theme::color(isEscape ? theme::Token::Warning : theme::Token::Text, canvas.palette));
        canvas.painter.drawText(QPointF(canvas.left + row.edges.at(from), canvas.top + baseline()),
            text.mid(static_cast<qsizetype>(from), static_cast<qsizetype>(end - from)));
        from = end;
    }
}

QString TextLayout::copied(QByteArrayView bytes, qsizetype begin, qsizetype end) const
{
    const QByteArrayView part = bytes.sliced(begin, end - begin);
    QString text;
    text.reserve(part.size());
    for (qsizetype at = 0; at < part.size();) {
        const Glyph glyph = glyphAt(part, at);
        if (glyph.code == '\n' || glyph.code == '\r' || glyph.code == '\t')
            text += QLatin1Char(static_cast<char>(glyph.code));
        else
            appendShown(text, glyph);
        at += qMax<qsizetype>(1, glyph.length);
    }
    return text;
}

} // namespace

qreal ByteLayout::rowHeight() const
{
    return qCeil(m_advances.metrics().height()) + kLeading;
}

qreal ByteLayout::baseline() const
{
    return qRound(m_advances.metrics().ascent() + kLeading / 2);
}

std::unique_ptr<ByteLayout> makeTextLayout(const QFont& font, bool wraps)
{
    return std::make_unique<TextLayout>(font, wraps);
}

} // namespace widgets
