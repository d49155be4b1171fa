// SPDX-License-Identifier: Apache-2.0
// How TLS is spoken on a connection of ours: Qt's configuration, and a certificate that alone is accepted.
#pragma once

#include <QSslConfiguration>

#include <string>

namespace tls {

struct Options {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    /// SHA-256 of the peer's certificate, lower-case hex. If set, exactly this one is accepted, verified or
    /// not.
    std::string pin;

    Options() = default;
    Options(const QSslConfiguration& tls)
        : configuration(tls)
    {
    }
    bool operator==(const Options&) const = default;
};

} // namespace tls
