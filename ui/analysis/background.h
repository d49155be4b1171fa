// SPDX-License-Identifier: GPL-3.0-or-later
// For threads whose work may wait: the window and the recording come first where there are few processors.
#pragma once

namespace analysis {

/// Lowers the priority of the calling thread, for good. Linux only: elsewhere it does nothing.
void yieldToOthers();

} // namespace analysis
