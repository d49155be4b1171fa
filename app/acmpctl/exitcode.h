// SPDX-License-Identifier: Apache-2.0
// What acmpctl's exit status says.
#pragma once

#include "protocol/session/tasktrack.h"
#include "protocol/wire/error.h"

namespace acmpctl {

enum Exit : int {
    kFine = 0, ///< also a cancel that was asked for and confirmed
    kRefused = 1, ///< the peer said no, or a check failed
    kUsage = 2, ///< wrong arguments, or not advertised by the peer
    kUnreachable = 3,
    kBroken = 4, ///< the peer broke the protocol
    kDeadline = 5, ///< deadline or liveness lost
    kInterrupted = 130,
};

Exit exitFor(const wire::Error& error);
Exit exitFor(session::End end, const std::optional<wire::Error>& error);

} // namespace acmpctl
