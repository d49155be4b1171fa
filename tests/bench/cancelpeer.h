// SPDX-License-Identifier: Apache-2.0
// A provider on raw descriptors that floods each task until it is cancelled, and reports when it read the
// cancel. Shares no code with what is measured. Over HTTP each task floods a connection of its own; over a
// WebSocket and over stdio all share one.
#pragma once

#include <cstdint>

namespace bench {

/// Written to the descriptor `reports` as soon as the bytes were read.
struct CancelRead {
    char task[64] = {}; ///< its task_id; "floor": a bare write
    double at = 0; ///< as seconds()
};

/// Each serves until killed.
void cancelOverHttp(int listener, int reports);
void cancelOverWebSocket(int listener, int reports);
void cancelOverStdio(int reports);
/// Reads and reports, nothing else.
void readBare(int listener, int reports);

} // namespace bench
