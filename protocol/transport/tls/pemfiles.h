// SPDX-License-Identifier: Apache-2.0
// Certificates and keys from files, with errors that say which file it is and what is wrong with it.
#pragma once

#include "protocol/transport/tls/identity.h"
#include "protocol/transport/tls/settings.h"

namespace tls {

/// All in the file, PEM or one in DER. At least one.
std::expected<QList<QSslCertificate>, wire::Error> readCertificates(const std::string& file);
/// PEM or PKCS#12. An empty `keyFile`: the key is in `certificateFile`. The key fits the certificate.
std::expected<Identity, wire::Error> readIdentity(
    const std::string& certificateFile, const std::string& keyFile, const Passphrase& passphrase);

} // namespace tls
