// SPDX-License-Identifier: GPL-3.0-or-later
// What acmp-workbench is told when it is started.
#pragma once

#include "ui/theme/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <expected>
#include <optional>

namespace workbench {

struct Arguments {
    QString file; ///< a capture or a workspace to open; may be empty
    QString recordFile; ///< empty: one of our own
    bool demo = false;
    QString tourFolder; ///< empty: no tour
    std::optional<theme::Scheme> scheme;
    QSize size; ///< of the window's inside; invalid: as remembered
};

/// The error is a text for stderr. `--help` and `--version` end the program.
std::expected<Arguments, QString> readArguments(const QStringList& arguments);

} // namespace workbench
