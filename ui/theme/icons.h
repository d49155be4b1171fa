// SPDX-License-Identifier: GPL-3.0-or-later
// Line icons (resources/icons/NAME.svg, 18 px grid) in the colours of the palette in force when painted.
#pragma once

#include "ui/theme/theme.h"

#include <QIcon>
#include <QString>

namespace theme {

/// `name`: "invoke", "mock", "traffic", "endpoints", "send", "copy" …; a program error if there is none.
/// Secondary, Text under the pointer, Accent when checked or selected, Disabled.
QIcon icon(const QString& name);
/// Always in that colour unless disabled: OnAccent for a primary button, a state's colour.
QIcon icon(const QString& name, Token token);

} // namespace theme
