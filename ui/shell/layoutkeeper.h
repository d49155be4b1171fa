// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers a window's geometry, and the splitters and table headers in it that have a name.
#pragma once

#include <QSettings>

class QWidget;

namespace shell {

void saveLayout(const QWidget& window, QSettings& settings);
/// What was never saved, or no longer fits, stays as it is.
void restoreLayout(QWidget& window, const QSettings& settings);
/// The same of what is within a widget, without its geometry.
void restoreParts(const QWidget& widget, const QSettings& settings);

} // namespace shell
