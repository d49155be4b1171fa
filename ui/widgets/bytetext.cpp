// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bytetext.h"

#include <QChar>

namespace widgets {

namespace {

unsigned byteAt(QByteArrayView bytes, qsizetype offset)
{
    return static_cast<unsigned char>(bytes[offset]);
}

// What would hide or reorder its neighbours. The joiners stay: emoji are made with them.
bool isVisible(char32_t code)
{
    constexpr char32_t kNonJoiner = 0x200C, kJoiner = 0x200D;
    if (code == kNonJoiner || code == kJoiner)
        return true;
    switch (QChar::category(code)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return false;
    default:
        return true;
    }
}

Glyph bad(unsigned byte)
{
    return { byte, 1, false };
}

} // namespace

Glyph glyphAt(QByteArrayView bytes, qsizetype offset)
{
    const unsigned lead = byteAt(bytes, offset);
    if (lead < 0x80)
        return { lead, 1, lead >= 0x20 ? lead != 0x7F : lead == '\n' || lead == '\t' };
    if (lead < 0xC2 || lead > 0xF4)
        return bad(lead);
    const int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    char32_t code = lead & (0xFFU >> (length + 1));
    for (int i = 1; i < length; ++i) {
        if (offset + i == bytes.size())
            return { lead, 0, false };
        const unsigned byte = byteAt(bytes, offset + i);
        if (byte < low || byte > high)
            return bad(lead);
        code = code << 6 | (byte & 0x3F);
        low = 0x80;
        high = 0xBF;
    }
    return { code, length, isVisible(code) };
}

void appendShown(QString& text, const Glyph& glyph)
{
    if (glyph.code == '\n' && glyph.isText)
        return;
    if (glyph.code == '\t' && glyph.isText)
        text += QLatin1String("    ");
    else if (glyph.isText && glyph.code < 0x80)
        text += QLatin1Char(static_cast<char>(glyph.code));
    else if (glyph.isText)
        text += QStringView(QChar::fromUcs4(glyph.code));
    else if (glyph.length <= 1)
        text += QStringLiteral("\\x%1").arg(static_cast<uint>(glyph.code), 2, 16, QLatin1Char('0'));
    else
        text += QStringLiteral("\\u{%1}").arg(static_cast<uint>(glyph.code), 0, 16);
}

ShownText shown(QByteArrayView bytes, qsizetype begin, qsizetype end, bool isGrowing)
{
    ShownText row;
    if (end > begin && bytes[end - 1] == '\n') {
        --end;
        if (end > begin && bytes[end - 1] == '\r')
            --end;
    }
    row.text.reserve(end - begin);
    row.offsets.reserve(static_cast<std::size_t>(end - begin) + 1);
    for (qsizetype at = begin; at < end;) {
        const Glyph glyph = glyphAt(bytes, at);
        if (glyph.length == 0 && isGrowing)
            break;
        const qsizetype before = row.text.size();
        appendShown(row.text, glyph);
        if (!glyph.isText)
            row.escapes.emplace_back(before, row.text.size());
        row.offsets.insert(row.offsets.end(), static_cast<std::size_t>(row.text.size() - before), at);
        at += qMax<qsizetype>(glyph.length, 1);
    }
    row.offsets.push_back(end);
    return row;
}

} // namespace widgets
