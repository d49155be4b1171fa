// SPDX-License-Identifier: Apache-2.0
// TLS as a server of ours speaks it.
#pragma once

#include "protocol/transport/tls/identity.h"

namespace tls {

enum class ClientCertificates {
    Ignored,
    Asked, ///< who has none, or one of anybody's, may go on
    Required, ///< of one of the given issuers; anything else ends the handshake
};

QSslConfiguration serving(const Identity& identity, ClientCertificates clients = ClientCertificates::Ignored,
    const QList<QSslCertificate>& issuers = {});

} // namespace tls
