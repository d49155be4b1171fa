// SPDX-License-Identifier: Apache-2.0
// A certificate, its key, and the certificates that lead from it to a root.
#pragma once

#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>

namespace tls {

struct Identity {
    QSslCertificate certificate;
    QSslKey key;
    QList<QSslCertificate> chain; ///< above the certificate, nearest first

    void showIn(QSslConfiguration& configuration) const
    {
        configuration.setLocalCertificateChain(QList<QSslCertificate> { certificate } + chain);
        configuration.setPrivateKey(key);
    }
};

} // namespace tls
