// SPDX-License-Identifier: GPL-3.0-or-later
// How everything looks: the colours of the look's tokens, light and dark, fonts, measures. No colour is
// written anywhere else. The scheme in force is known from the palette alone, so widgets ask with their own.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

class QApplication;
class QPushButton;

namespace theme {

enum class Scheme { System, Light, Dark };

enum class Token {
    Window,
    Surface,
    Sunken,
    Border,
    Text,
    Secondary,
    Disabled,
    Accent, ///< primary action, links, what was sent
    OnAccent, ///< text on Accent
    Selection,
    Success,
    Warning,
    Error,
    Chunk,
    Heartbeat,
};

/// Style, palette, fonts and style sheet of the application; again at any time to switch.
void apply(QApplication& application, Scheme scheme);

bool isDark(const QPalette& palette);
QColor color(Token token, const QPalette& palette);
/// The same, readable (≥ 4.5:1) on Token::Selection.
QColor colorOnSelection(Token token, const QPalette& palette);

/// Fills it with Accent: the one primary button of a pane.
void makePrimary(QPushButton& button);

/// 12 px with tabular figures: data.
QFont monospace();
/// 12 px of the interface: labels, secondary text.
QFont label();

inline constexpr int kGap = 8, kRowHeight = 26, kCompactRowHeight = 22, kHeaderHeight = 32,
                     kControlHeight = 26;
/// A measure of above, grown as the system's text is. Of kRowHeight: what a row needs.
int scaled(int pixels);

} // namespace theme
