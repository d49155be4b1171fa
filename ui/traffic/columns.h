// SPDX-License-Identifier: GPL-3.0-or-later
// What the list's model and its delegate agree on.
#pragma once

#include <QtGlobal>

#include <Qt>

namespace traffic {

enum Column { kNo, kTime, kDelta, kArrow, kPeers, kCarrier, kMessage, kTask, kId, kSize, kFinding, kColumns };

/// How a cell's text stands out; the delegate knows the colours.
enum class Tone { Text, Secondary, Request, Chunk, Heartbeat, Success, Warning, Error };

enum Role {
    kToneRole = Qt::UserRole, ///< Tone
    kIsDataRole, ///< true: monospaced
};

} // namespace traffic
