// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/advances.h"

namespace widgets {

namespace {

// Kerning would make a sum of characters differ from their text.
QFont unkerned(QFont font)
{
    font.setKerning(false);
    return font;
}

} // namespace

Advances::Advances(const QFont& font)
    : m_font(unkerned(font))
    , m_metrics(m_font)
{
    for (char16_t c = 0x20; c < 0x7F; ++c)
        m_ascii.at(c) = m_metrics.horizontalAdvance(QChar(c));
    for (char32_t byte = 0; byte < 0x100; ++byte)
        m_escaped.at(byte) = ofShown({ byte, 1, false });
}

qreal Advances::of(const Glyph& glyph) const
{
    if (glyph.isText)
        return glyph.code < 0x20 ? ofShown(glyph) : of(glyph.code);
    if (glyph.length <= 1)
        return m_escaped.at(glyph.code & 0xFF);
    const auto known = m_named.constFind(glyph.code);
    if (known != m_named.constEnd())
        return *known;
    return *m_named.insert(glyph.code, ofShown(glyph));
}

qreal Advances::ofShown(const Glyph& glyph) const
{
    QString text;
    appendShown(text, glyph);
    qreal sum = 0;
    for (const QChar c : text)
        sum += of(c.unicode());
    return sum;
}

qreal Advances::ofOther(char32_t code) const
{
    const auto known = m_others.constFind(code);
    if (known != m_others.constEnd())
        return *known;
    const QChar::Category category = QChar::category(code);
    const bool isMark = category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
    const qreal advance = isMark ? 0 : m_metrics.horizontalAdvance(QString::fromUcs4(&code, 1));
    m_others.insert(code, advance);
    return advance;
}

} // namespace widgets
