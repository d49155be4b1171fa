// SPDX-License-Identifier: Apache-2.0
// Workspaces as files, for reading.
#pragma once

#include "protocol/workspace/workspace.h"

#include <optional>

namespace workspace {

/// This user's own, which is used where no other is named.
QString defaultPath();

/// nullopt: there is no such file.
std::expected<std::optional<QByteArray>, wire::Error> contentsOf(const QString& path);
/// The workspace that is in `contents`; an error names `path`.
std::expected<Workspace, wire::Error> parse(const QByteArray& contents, const QString& path);

} // namespace workspace
