// SPDX-License-Identifier: GPL-3.0-or-later
// What a peer or a file said, in a text of the window: bounded, whatever it is.
#pragma once

#include "protocol/wire/error.h"

#include <QString>

namespace widgets {

inline QString shown(std::string_view text, std::size_t limit = 1024)
{
    return QString::fromStdString(wire::excerpt(text, limit));
}

} // namespace widgets
