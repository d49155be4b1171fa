// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as characters to show: UTF-8 where it is, \xNN where it isn't, controls and what would hide or
// reorder text by name. Pure.
#pragma once

#include <QByteArrayView>
#include <QString>

#include <vector>

namespace widgets {

struct Glyph {
    char32_t code = 0; ///< of text; a byte if it isn't
    qsizetype length = 0; ///< in bytes; 0: cut off by the end, more of it may come
    bool isText = false; ///< shown as itself
};

/// The character at `offset` < bytes.size(). A line feed and a tab are text.
Glyph glyphAt(QByteArrayView bytes, qsizetype offset);
/// What stands for it on the screen: itself, spaces for a tab, nothing for a line feed, an escape for the
/// rest.
void appendShown(QString& text, const Glyph& glyph);

struct ShownText {
    QString text;
    std::vector<qsizetype> offsets; ///< of the byte behind each unit of `text`, and the end
    std::vector<std::pair<qsizetype, qsizetype>> escapes; ///< ranges of `text` that stand for something else
};

/// The range `begin`…`end` of bytes, one row: a line break at its end is left out. What the end of all bytes
/// cuts off is left out if `isGrowing`.
ShownText shown(QByteArrayView bytes, qsizetype begin, qsizetype end, bool isGrowing);

} // namespace widgets
