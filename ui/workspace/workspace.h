// SPDX-License-Identifier: GPL-3.0-or-later
// What a *.acmpworkspace file keeps, as values, and its JSON: two spaces, members in a fixed order, so that a
// version control's diff shows what a user changed. Secrets are never in it, only the names they are stored
// under.
#pragma once

#include "protocol/wire/error.h"

#include <QByteArray>
#include <QString>

#include <expected>
#include <string>
#include <vector>

namespace workspace {

/// Members that a newer version wrote: each as it stood, `"name": value`, in the order received.
using Unknown = std::vector<std::string>;

struct Endpoint {
    QString id; ///< unique in its workspace, never shown
    QString name;
    QString url; ///< as typed, not necessarily a good one
    QString tokenRef; ///< names the bearer token; empty: it has none
    QString notes;
    Unknown unknown;
    bool operator==(const Endpoint&) const = default;
};

struct Workspace {
    static constexpr int kFormat = 1;
    static constexpr qsizetype kMaxBytes = qsizetype { 16 } << 20;

    std::vector<Endpoint> endpoints;
    std::vector<QString> scenarios; ///< files, relative to the workspace's folder or absolute
    Unknown unknown;
    bool operator==(const Workspace&) const = default;

    /// The error's `where` is an RFC 6901 pointer and the byte.
    static std::expected<Workspace, wire::Error> parse(const QByteArray& json);
    QByteArray toJson() const;
};

} // namespace workspace
