// SPDX-License-Identifier: GPL-3.0-or-later
// How wide each character of a font is: the place of a character in a row is the sum of those before it,
// which needs no layout of the row.
#pragma once

#include "ui/widgets/bytetext.h"

#include <QFontMetricsF>
#include <QHash>

#include <array>

namespace widgets {

class Advances final {
public:
    explicit Advances(const QFont& font);

    const QFont& font() const { return m_font; }
    const QFontMetricsF& metrics() const { return m_metrics; }
    qreal of(char32_t code) const { return code < 0x80 ? m_ascii[code] : ofOther(code); }
    /// Of what is shown for it.
    qreal of(const Glyph& glyph) const;

private:
    qreal ofOther(char32_t code) const;
    qreal ofShown(const Glyph& glyph) const;

    QFont m_font;
    QFontMetricsF m_metrics;
    std::array<qreal, 0x80> m_ascii {};
    std::array<qreal, 0x100> m_escaped {}; // \xNN
    mutable QHash<char32_t, qreal> m_others, m_named;
};

} // namespace widgets
