// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/openssl.h"

#include <array>
#include <openssl/err.h>
#include <openssl/pem.h>

namespace tls {

Bio bioOf(const QByteArray& bytes)
{
    return Bio(BIO_new_mem_buf(bytes.constData(), static_cast<int>(bytes.size())));
}

Bio bioInMemory()
{
    return Bio(BIO_new(BIO_s_mem()));
}

QByteArray contentsOf(BIO* memory)
{
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    return { data, size };
}

X509Ptr x509Of(const QSslCertificate& certificate)
{
    const QByteArray der = certificate.toDer();
    const Bio bio = bioOf(der);
    X509Ptr read(d2i_X509_bio(bio.get(), nullptr));
    ERR_clear_error();
    return read;
}

QSslCertificate certificateOf(X509* certificate)
{
    const Bio bio = bioInMemory();
    i2d_X509_bio(bio.get(), certificate);
    return QSslCertificate(contentsOf(bio.get()), QSsl::Der);
}

QSslKey sslKeyOf(Key key)
{
    return QSslKey(Qt::HANDLE(key.release()), QSsl::PrivateKey);
}

std::string lastError()
{
    std::string text;
    while (const unsigned long code = ERR_get_error()) {
        const char* const reason = ERR_reason_error_string(code);
        text = reason ? reason : "error " + std::to_string(code);
    }
    return text;
}

std::string keyType(const EVP_PKEY* key)
{
    const char* const name = EVP_PKEY_get0_type_name(key);
    std::string text = name ? name : "unknown";
    std::array<char, 64> group {};
    if (text == "EC" && EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1) {
        const std::string curve = group.data();
        text += curve == "prime256v1" ? " P-256" : ' ' + curve;
    }
    return text;
}

} // namespace tls
