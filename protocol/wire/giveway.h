// SPDX-License-Identifier: Apache-2.0
// For a thread whose work may wait: whoever receives, or paints, gets the processor first.
#pragma once

namespace wire {

/// The calling thread, from now on. Where the system can't, nothing changes.
void giveWay();

} // namespace wire
