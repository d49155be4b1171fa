// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/serving.h"

#include <QSslSocket>

namespace tls {

QSslConfiguration serving(
    const Identity& identity, ClientCertificates clients, const QList<QSslCertificate>& issuers)
{
    QSslConfiguration tls;
    identity.showIn(tls);
    tls.setAllowedNextProtocols({ QByteArrayLiteral("http/1.1") });
    tls.setCaCertificates(issuers);
    switch (clients) {
    case ClientCertificates::Ignored:
        tls.setPeerVerifyMode(QSslSocket::VerifyNone);
        break;
    case ClientCertificates::Asked:
        tls.setPeerVerifyMode(QSslSocket::QueryPeer);
        break;
    case ClientCertificates::Required:
        tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
        // So that the client is told by an alert, and not by a closed connection.
        tls.setHandshakeMustInterruptOnError(true);
        tls.setMissingCertificateIsFatal(true);
        break;
    }
    return tls;
}

} // namespace tls
