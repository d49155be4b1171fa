// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, times and sizes as text.
#pragma once

#include "protocol/wire/clock.h"

#include <QString>

#include <optional>

namespace traffic {

inline constexpr QChar kMinus(0x2212);

/// "1 372": groups of three, apart by a no-break space.
QString grouped(std::uint64_t number);
/// "04:12:07.300 118", of the day in this machine's time zone; without a time of day since `start`:
/// "+0.300 118".
QString timeText(std::optional<std::int64_t> unixUs, wire::nanoseconds sinceStart);
/// "+2.4", to three significant digits below 100 ms.
QString deltaText(wire::nanoseconds delta);
/// "412 B", "97.6 KiB", "1.0 MiB".
QString shortSizeText(std::uint64_t bytes);
/// To the byte: "1 048 576 B (1.0 MiB)".
QString sizeText(std::uint64_t bytes);

} // namespace traffic
