// SPDX-License-Identifier: Apache-2.0
// What a *.acmpworkspace file keeps, as values, and its JSON: two spaces, members in a fixed order, so that a
// version control's diff shows what a user changed. Secrets are never in it, only the names they are stored
// under.
#pragma once

#include "protocol/wire/error.h"
#include "protocol/workspace/budget.h"

#include <QByteArray>
#include <QString>

#include <expected>
#include <string>
#include <vector>

namespace workspace {

/// Of https and wss. Files by their absolute paths.
struct TlsAccess {
    QString caFile; ///< whom to trust besides the system's
    QString certificateFile; ///< ours, to show
    QString keyFile; ///< empty: in certificateFile
    QString passphraseRef; ///< names the passphrase of the key; empty: it has none
    QString pin; ///< SHA-256 of the one certificate that is accepted, in hex
    Unknown unknown;
    bool operator==(const TlsAccess&) const = default;
};

/// As typed: no place for a secret.
struct Variable {
    QString name;
    QString value;
    Unknown unknown;
    bool operator==(const Variable&) const = default;
};

/// An HTTP header field.
struct Header {
    QString name;
    QString value; ///< as typed
    QString valueRef = {}; ///< names the value instead, where that is a secret
    Unknown unknown = {};
    bool operator==(const Header&) const = default;
};

/// How an endpoint is reached, beside its address and token.
struct Access {
    TlsAccess tls;
    QString proxy; ///< empty: as the system has it; kNoProxy; else a proxy's URL
    QString directory; ///< a program starts in; empty: ours
    std::vector<Variable> environment; ///< a program has besides ours
    QString traceparent = {}; ///< W3C Trace Context, of every message; empty: none
    std::int64_t connectTimeoutMs = 0; ///< for name, TCP, proxy and TLS together; 0: the usual
    std::vector<Header> headers = {}; ///< of every request over HTTP, and of a WebSocket's handshake
    bool operator==(const Access&) const = default;
};
inline constexpr std::int64_t kLongestConnectMs = 3'600'000;
inline const QString kNoProxy = QStringLiteral("none");

struct Endpoint {
    QString id; ///< unique in its workspace, never shown
    QString name;
    QString url; ///< its address, any target, as typed, not necessarily a good one
    QString tokenRef; ///< names the bearer token; empty: it has none
    QString notes;
    Access access = {};
    Unknown unknown = {};
    bool operator==(const Endpoint&) const = default;
};

struct Workspace {
    static constexpr int kFormat = 1;
    static constexpr qsizetype kMaxBytes = qsizetype { 16 } << 20;

    std::vector<Endpoint> endpoints;
    std::vector<QString> scenarios; ///< files, relative to the workspace's folder or absolute
    Budget budget;
    Unknown unknown;
    bool operator==(const Workspace&) const = default;

    /// The error's `where` is an RFC 6901 pointer and the byte.
    static std::expected<Workspace, wire::Error> parse(const QByteArray& json);
    QByteArray toJson() const;
};

} // namespace workspace
