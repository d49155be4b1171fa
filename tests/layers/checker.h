// SPDX-License-Identifier: Apache-2.0
// Reads the sources of a tree and says what in them breaks the rules of its layers: upward includes, widgets
// in protocol/, clocks and random numbers outside wire/, libraries outside the few files that may use them,
// licenses.
#pragma once

#include <QList>
#include <QString>

namespace layers {

struct Finding {
    QString file; ///< from the root of the tree
    qsizetype line = 0; ///< from 1; 0 = the file as a whole
    QString what;

    /// "file:line: what"
    QString toString() const;
};

/// How many .cpp files may include nlohmann's header, which costs each of them seconds of compile time.
inline constexpr int kMaxNlohmannFiles = 15;

QList<Finding> check(const QString& root);

} // namespace layers
