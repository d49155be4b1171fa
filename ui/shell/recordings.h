// SPDX-License-Identifier: GPL-3.0-or-later
// Where sessions are recorded when the user names no file: a folder of captures by date, of which the newest
// are kept.
#pragma once

#include <QString>

namespace shell {

inline constexpr int kKeptRecordings = 20;

/// A name not taken yet in `folder`, which is made; the oldest recordings there beyond those kept are
/// removed.
QString newRecording(const QString& folder);
QString recordingsFolder();

} // namespace shell
