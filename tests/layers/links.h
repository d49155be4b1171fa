// SPDX-License-Identifier: Apache-2.0
// Which layer may use which: the link graph of the tree, as architecture and not as CMake has it.
#pragma once

#include <QSet>
#include <QString>

namespace layers {

/// The layer that a file belongs to, by its path from the root of the tree: "json", "ui", "acmpctl"; empty if
/// none.
QString layerOf(const QString& path);

bool isKnown(const QString& layer);

/// Everything below a layer, and itself.
QSet<QString> reachableFrom(const QString& layer);

} // namespace layers
