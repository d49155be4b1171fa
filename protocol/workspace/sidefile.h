// SPDX-License-Identifier: Apache-2.0
// Files that stand beside a workspace. Internal to workspace/.
#pragma once

#include "protocol/wire/error.h"

#include <QString>

class QFile;

namespace workspace {

/// NAME and `ending`, beside NAME.acmpworkspace.
QString besideOf(const QString& workspaceFile, const QString& ending);
/// `what` could not be done with it.
wire::Error fileError(const QString& path, const QFile& file, const char* what);

} // namespace workspace
