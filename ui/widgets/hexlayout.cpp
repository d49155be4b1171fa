// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"
#include "ui/widgets/bytelayout.h"

#include <QPainter>

namespace widgets {

namespace {

constexpr qsizetype kPerRow = 16;

// Columns, in characters: offset, gap, "65 76 …", gap, text.
class HexLayout final : public ByteLayout {
public:
    explicit HexLayout(const QFont& font)
        : ByteLayout(font)
        , m_cell(m_advances.of(U'0'))
    {
    }

    void reset(qreal) override { }
    bool index(QByteArrayView bytes, QDeadlineTimer) override
    {
        m_digits = bytes.size() > 0xFFFF ? 8 : 4;
        return true;
    }
    qsizetype rowCount(QByteArrayView bytes) const override { return bytes.size() / kPerRow + 1; }
    qsizetype indexedTo(QByteArrayView bytes) const override { return bytes.size(); }
    qsizetype rowStart(QByteArrayView bytes, qsizetype row) const override
    {
        return qMin(row * kPerRow, bytes.size() - bytes.size() % kPerRow);
    }
    qsizetype rowOf(QByteArrayView, qsizetype offset) const override { return offset / kPerRow; }
    qsizetype nextRow(QByteArrayView bytes, qsizetype start) const override
    {
        return start + kPerRow <= bytes.size() ? start + kPerRow : -1;
    }
    qreal width() const override { return (textColumn() + kPerRow) * m_cell; }

    qreal xOf(QByteArrayView, qsizetype start, qsizetype offset) const override
    {
        return (hexColumn() + 3.0 * static_cast<qreal>(offset - start)) * m_cell;
    }
    qsizetype offsetAt(QByteArrayView bytes, qsizetype start, qreal x) const override;
    qsizetype step(QByteArrayView bytes, qsizetype offset, bool forward) const override
    {
        return qBound<qsizetype>(0, offset + (forward ? 1 : -1), bytes.size());
    }
    void paintRow(QByteArrayView bytes, qsizetype start, const Canvas& canvas) const override;
    QString copied(QByteArrayView bytes, qsizetype begin, qsizetype end) const override
    {
        return QString::fromLatin1(bytes.sliced(begin, end - begin).toByteArray().toHex(' '));
    }

private:
    qreal hexColumn() const { return m_digits + 2; }
    qreal textColumn() const { return hexColumn() + 3 * kPerRow + 1; }
    void paintMarks(qsizetype start, qsizetype end, const Canvas& canvas) const;

    qreal m_cell;
    int m_digits = 4;
};

qsizetype HexLayout::offsetAt(QByteArrayView bytes, qsizetype start, qreal x) const
{
    const qreal column = x / m_cell;
    const qreal byte = column < textColumn() ? (column - hexColumn()) / 3 : column - textColumn();
    const qsizetype last = qMin(kPerRow, bytes.size() - start);
    return start + qBound<qsizetype>(0, qRound64(byte), last);
}

void HexLayout::paintMarks(qsizetype start, qsizetype end, const Canvas& canvas) const
{
    for (const Highlight& mark : canvas.highlights(start, end)) {
        const qreal from = static_cast<qreal>(qMax(mark.begin, start) - start);
        const qreal to = static_cast<qreal>(qMin(mark.end, end) - start);
        if (to <= from)
            continue;
        const auto fill = [&](qreal left, qreal right) {
            canvas.painter.fillRect(
                QRectF(canvas.left + left * m_cell, canvas.top, (right - left) * m_cell, rowHeight()),
                mark.fill);
        };
        fill(hexColumn() + 3 * from - 0.5, hexColumn() + 3 * to - 0.5);
        fill(textColumn() + from, textColumn() + to);
    }
}

void HexLayout::paintRow(QByteArrayView bytes, qsizetype start, const Canvas& canvas) const
{
    const qsizetype end = qMin(start + kPerRow, bytes.size());
    paintMarks(start, end, canvas);
    constexpr char kHex[] = "0123456789abcdef";
    QString hex, text;
    for (qsizetype at = start; at < end; ++at) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        hex += QLatin1Char(kHex[byte >> 4]);
        hex += QLatin1Char(kHex[byte & 0xF]);
        hex += u' ';
        text += byte >= 0x20 && byte < 0x7F ? QLatin1Char(static_cast<char>(byte)) : QLatin1Char('.');
    }
    const auto draw = [&](qreal column, const QString& string, theme::Token token) {
        canvas.painter.setPen(theme::color(token, canvas.palette));
        canvas.painter.drawText(QPointF(canvas.left + column * m_cell, canvas.top + baseline()), string);
    };
    draw(0, QStringLiteral("%1").arg(start, m_digits, 16, QLatin1Char('0')), theme::Token::Secondary);
    draw(hexColumn(), hex, theme::Token::Text);
    draw(textColumn(), text, theme::Token::Secondary);
}

} // namespace

std::unique_ptr<ByteLayout> makeHexLayout(const QFont& font)
{
    return std::make_unique<HexLayout>(font);
}

} // namespace widgets
