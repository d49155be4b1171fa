// SPDX-License-Identifier: Apache-2.0
// What a certificate says, for a viewer, a log or a comparison.
#pragma once

#include <QSslCertificate>

#include <cstdint>
#include <string>
#include <vector>

namespace tls {

struct CertificateFacts {
    std::string subject; ///< as in RFC 4514: "CN=agent.example,O=Example"
    std::string issuer;
    std::vector<std::string> names; ///< subject alternative names: "DNS:…", "IP:…", "URI:…", "email:…"
    std::int64_t notBeforeMs = 0; ///< Unix time
    std::int64_t notAfterMs = 0;
    std::string serial; ///< hex
    std::string keyType; ///< "RSA", "EC P-256", "ED25519"
    int keyBits = 0;
    std::string sha256; ///< of the certificate, lower-case hex: its fingerprint
    bool isSelfSigned = false;
    bool isCa = false;

    bool operator==(const CertificateFacts&) const = default;

    static CertificateFacts of(const QSslCertificate& certificate);
    /// "label: value" lines.
    std::vector<std::string> describe() const;
    /// The hosts it is for: "localhost, 127.0.0.1"; of the subject where it names no others.
    std::string hosts() const;
};

/// SHA-256 in lower-case hex, as in CertificateFacts::sha256.
std::string fingerprint(const QSslCertificate& certificate);
/// "2026-07-02 18:45:00 UTC"
std::string utc(std::int64_t unixMs);

} // namespace tls
