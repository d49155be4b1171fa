// SPDX-License-Identifier: Apache-2.0
// Makes certificates: for the development CA, and for tests that need wrong ones.
#pragma once

#include "protocol/transport/tls/identity.h"
#include "protocol/wire/error.h"
#include "protocol/wire/idsource.h"

#include <expected>
#include <vector>

namespace tls {

struct CertificateRequest {
    enum class Purpose { Ca, Server, Client };
    enum class KeyKind { P256, Ed25519, Rsa2048 };

    Purpose purpose = Purpose::Server;
    std::string commonName;
    std::vector<std::string> hosts = {}; ///< names and addresses it is for
    std::int64_t notBeforeMs = 0; ///< Unix time; certificates know whole seconds
    std::int64_t notAfterMs = 0;
    KeyKind keyKind = KeyKind::P256;
};

/// With a new key. Signed by `issuer`, or by itself where that is null.
std::expected<Identity, wire::Error> issue(
    const CertificateRequest& request, const Identity* issuer, wire::IdSource& ids);

/// The certificate and its key, not encrypted.
QByteArray toPem(const Identity& identity);
QByteArray keyToPem(const QSslKey& key);

} // namespace tls
