// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/issuing.h"

#include "protocol/transport/tls/openssl.h"

#include <QHostAddress>

#include <array>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace tls {

namespace {

using Purpose = CertificateRequest::Purpose;

Key newKey(CertificateRequest::KeyKind kind)
{
    constexpr std::size_t kRsaBits = 2048;
    switch (kind) {
    case CertificateRequest::KeyKind::Ed25519:
        return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
    case CertificateRequest::KeyKind::Rsa2048:
        return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", kRsaBits));
    case CertificateRequest::KeyKind::P256:
        break;
    }
    return Key(EVP_EC_gen("P-256"));
}

// All keys here were made or read by OpenSSL, but Qt may have taken them apart.
Key evpOf(const QSslKey& key)
{
    if (key.algorithm() == QSsl::Opaque) {
        auto* const handle = static_cast<EVP_PKEY*>(key.handle());
        EVP_PKEY_up_ref(handle);
        return Key(handle);
    }
    const QByteArray pem = key.toPem();
    const Bio bio = bioOf(pem);
    return Key(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
}

bool addExtension(X509* certificate, X509* issuer, int nid, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str());
    const bool isAdded = extension && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return isAdded;
}

bool addName(X509_NAME* name, int nid, std::string_view text)
{
    return X509_NAME_add_entry_by_NID(name, nid, MBSTRING_UTF8,
               reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()), -1, 0)
        == 1;
}

// Not by a configuration string: a comma in a name would add a name.
bool addHosts(X509* certificate, const std::vector<std::string>& hosts)
{
    if (hosts.empty()) {
        return true;
    }
    GENERAL_NAMES* const names = GENERAL_NAMES_new();
    for (const std::string& host : hosts) {
        const bool isAddress = !QHostAddress(QString::fromStdString(host)).isNull();
        GENERAL_NAME* const name = GENERAL_NAME_new();
        if (isAddress) {
            GENERAL_NAME_set0_value(name, GEN_IPADD, a2i_IPADDRESS(host.c_str()));
        } else {
            ASN1_IA5STRING* const text = ASN1_IA5STRING_new();
            ASN1_STRING_set(text, host.data(), static_cast<int>(host.size()));
            GENERAL_NAME_set0_value(name, GEN_DNS, text);
        }
        sk_GENERAL_NAME_push(names, name);
    }
    const bool isAdded = X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, 0) == 1;
    GENERAL_NAMES_free(names);
    return isAdded;
}

bool setSerial(X509* certificate, wire::IdSource& ids)
{
    std::array<unsigned char, 16> bytes {};
    ids.fill(bytes);
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7f) | 0x01); // positive, and of full length
    BIGNUM* const number = BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr);
    const bool isSet = BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nullptr;
    BN_free(number);
    return isSet;
}

bool fill(X509* x, X509* issuer, const CertificateRequest& request, wire::IdSource& ids)
{
    const bool isCa = request.purpose == Purpose::Ca;
    X509_set_version(x, X509_VERSION_3);
    X509_NAME* const subject = X509_get_subject_name(x);
    return setSerial(x, ids) && addName(subject, NID_organizationName, "ACMP Workbench")
        && addName(subject, NID_commonName, request.commonName)
        && X509_set_issuer_name(x, X509_get_subject_name(issuer)) == 1
        && ASN1_TIME_set(X509_getm_notBefore(x), request.notBeforeMs / 1000)
        && ASN1_TIME_set(X509_getm_notAfter(x), request.notAfterMs / 1000)
        && addExtension(
            x, issuer, NID_basic_constraints, isCa ? "critical,CA:TRUE,pathlen:0" : "critical,CA:FALSE")
        && addExtension(
            x, issuer, NID_key_usage, isCa ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature")
        && (isCa
            || addExtension(x, issuer, NID_ext_key_usage,
                request.purpose == Purpose::Client ? "clientAuth" : "serverAuth"))
        && addExtension(x, issuer, NID_subject_key_identifier, "hash")
        && addExtension(x, issuer, NID_authority_key_identifier, "keyid") && addHosts(x, request.hosts);
}

wire::Error failure()
{
    return { .kind = wire::ErrorKind::Usage,
        .message = "can't make the certificate: " + lastError(),
        .expected = {},
        .found = {},
        .where = {} };
}

} // namespace

std::expected<Identity, wire::Error> issue(
    const CertificateRequest& request, const Identity* issuer, wire::IdSource& ids)
{
    Key key = newKey(request.keyKind);
    const X509Ptr certificate(X509_new());
    const X509Ptr issuerCertificate = issuer ? x509Of(issuer->certificate) : nullptr;
    const Key issuerKey = issuer ? evpOf(issuer->key) : nullptr;
    X509* const by = issuer ? issuerCertificate.get() : certificate.get();
    EVP_PKEY* const signer = issuer ? issuerKey.get() : key.get();
    if (!key || !certificate || !by || !signer || X509_set_pubkey(certificate.get(), key.get()) != 1
        || !fill(certificate.get(), by, request, ids)) {
        return std::unexpected(failure());
    }
    const bool hashesItself = EVP_PKEY_is_a(signer, "ED25519") == 1;
    if (X509_sign(certificate.get(), signer, hashesItself ? nullptr : EVP_sha256()) == 0) {
        return std::unexpected(failure());
    }
    return Identity { certificateOf(certificate.get()), sslKeyOf(std::move(key)), {} };
}

QByteArray keyToPem(const QSslKey& key)
{
    const Key evp = evpOf(key);
    const Bio bio = bioInMemory();
    PEM_write_bio_PrivateKey(bio.get(), evp.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return contentsOf(bio.get());
}

QByteArray toPem(const Identity& identity)
{
    return identity.certificate.toPem() + keyToPem(identity.key);
}

} // namespace tls
