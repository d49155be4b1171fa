// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said of a node of a JSON tree: shown below it, with icon and word of its level.
#pragma once

#include "protocol/acmp/rules.h"

#include <QString>

#include <string>

namespace widgets {

struct JsonNote {
    std::string pointer; ///< RFC 6901; of what is not there: shown at the innermost that is
    acmp::Level level = acmp::Level::Note;
    QString text;
};

} // namespace widgets
