// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario with the text that it was read from, or with what is wrong in it.
#pragma once

#include "protocol/engine/scenario.h"
#include "protocol/wire/error.h"

#include <QByteArray>
#include <QString>

namespace mock {

struct ScenarioFile {
    static constexpr qint64 kMaxBytes = qint64 { 4 } << 20;

    QString path; ///< one that begins with ":/" is shipped with the program
    QByteArray text;
    std::optional<engine::Scenario> scenario;
    std::vector<engine::ScenarioError> mistakes;
    std::optional<wire::Error> failure; ///< it could not be read at all

    static ScenarioFile read(const QString& path);
    bool isBuiltin() const { return path.startsWith(QStringLiteral(":/")); }
    /// Its scenario's, else the file's.
    QString name() const;
    /// Byte in `text` that a mistake points at.
    qsizetype offsetOf(const engine::ScenarioError& mistake) const;
};

} // namespace mock
