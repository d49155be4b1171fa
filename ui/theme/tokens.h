// SPDX-License-Identifier: GPL-3.0-or-later
// The literal colours. Internal to theme/.
#pragma once

#include "ui/theme/theme.h"

namespace theme {

inline constexpr int kTokens = static_cast<int>(Token::Heartbeat) + 1;

QColor color(Token token, bool dark);
QPalette palette(bool dark);
/// `@token@` of a style sheet replaced by its colour.
QString withColors(QString sheet, bool dark);

} // namespace theme
