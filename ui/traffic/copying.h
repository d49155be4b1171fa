// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as text for the clipboard: as shown, secrets included.
#pragma once

#include "ui/traffic/trafficmodel.h"

namespace traffic {

/// The cells of a row, a tab apart.
QString cellsOf(const TrafficModel& model, int row);
/// What bytes say; those that are no UTF-8 as \xNN.
QString textOf(std::string_view bytes);
/// "0000  65 76 65 6e …  event", 16 a line.
QString hexOf(std::string_view bytes);

} // namespace traffic
