// SPDX-License-Identifier: Apache-2.0
#include "testcertificate.h"

#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace {

template <auto free>
struct Free {
    template <typename T>
    void operator()(T* object) const
    {
        free(object);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Memory = std::unique_ptr<BIO, Free<BIO_free_all>>;

void addExtension(X509* certificate, int nid, const char* value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, nid, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

Certificate sign(EVP_PKEY* key)
{
    constexpr long kDay = 86'400;
    Certificate certificate(X509_new());
    X509* const x = certificate.get();
    X509_set_version(x, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_gmtime_adj(X509_getm_notBefore(x), -kDay);
    X509_gmtime_adj(X509_getm_notAfter(x), kDay);
    X509_set_pubkey(x, key);
    X509_NAME_add_entry_by_NID(X509_get_subject_name(x), NID_commonName, MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(x, X509_get_subject_name(x));
    addExtension(x, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(x, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
    X509_sign(x, key, EVP_sha256());
    return certificate;
}

QByteArray contents(BIO* memory)
{
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return { data, size };
}

} // namespace

TestCertificate TestCertificate::make()
{
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate = sign(key.get());
    const Memory certificatePem(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(certificatePem.get(), certificate.get());
    const Memory keyPem(BIO_new(BIO_s_mem()));
    PEM_write_bio_PrivateKey(keyPem.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    return { QSslCertificate(contents(certificatePem.get())), QSslKey(contents(keyPem.get()), QSsl::Ec) };
}

QSslConfiguration TestCertificate::server() const
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setLocalCertificate(certificate);
    tls.setPrivateKey(key);
    return tls;
}

QSslConfiguration TestCertificate::trusting() const
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setCaCertificates({ certificate });
    return tls;
}
