// SPDX-License-Identifier: Apache-2.0
// OpenSSL's certificates as owned objects, and between them and Qt's. For .cpp files of tls/ alone.
#pragma once

#include "protocol/wire/openssl.h"

#include <QSslCertificate>
#include <QSslKey>

#include <openssl/pkcs12.h>
#include <openssl/x509.h>

namespace tls {

using wire::Bio;
using wire::Free;
using Key = wire::Pkey;
using X509Ptr = std::unique_ptr<X509, Free<X509_free>>;
using Pkcs12 = std::unique_ptr<PKCS12, Free<PKCS12_free>>;

/// To read from; `bytes` must outlive it.
Bio bioOf(const QByteArray& bytes);
Bio bioInMemory();
QByteArray contentsOf(BIO* memory);
/// Null if OpenSSL can't read what Qt could.
X509Ptr x509Of(const QSslCertificate& certificate);
QSslCertificate certificateOf(X509* certificate);
/// Any kind of key: QSslKey alone can't load Ed25519, but takes the handle.
QSslKey sslKeyOf(Key key);
/// The last thing that OpenSSL has to say, in its words; the queue is empty afterwards.
std::string lastError();
/// For people: "EC", "RSA", "ED25519"; and the curve of an EC key.
std::string keyType(const EVP_PKEY* key);

} // namespace tls
