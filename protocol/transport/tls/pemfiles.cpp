// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/pemfiles.h"

#include "protocol/transport/tls/openssl.h"

#include <QFile>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/pem.h>

namespace tls {

namespace {

constexpr qint64 kLongestFile = qint64 { 8 } << 20;

std::unexpected<wire::Error> wrong(
    const std::string& file, std::string message, std::string expected = {}, std::string found = {})
{
    return std::unexpected(wire::Error { .kind = wire::ErrorKind::Usage,
        .message = std::move(message),
        .expected = std::move(expected),
        .found = std::move(found),
        .where = file });
}

std::expected<QByteArray, wire::Error> contents(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return std::unexpected(wire::Error { .kind = wire::ErrorKind::Io,
            .message = "can't read the file: " + file.errorString().toStdString(),
            .expected = {},
            .found = {},
            .where = path });
    }
    QByteArray bytes = file.read(kLongestFile + 1);
    if (bytes.size() > kLongestFile) {
        return wrong(path, "the file is too long", "certificates or a key, at most 8 MiB");
    }
    return bytes;
}

bool isPem(const QByteArray& bytes)
{
    return bytes.contains("-----BEGIN ");
}

/// Asks once, and wipes what it was told.
class Secret final {
public:
    Secret(const Passphrase& ask, const std::string& file)
        : m_ask(ask)
        , m_file(file)
    {
    }
    ~Secret()
    {
        if (m_text) {
            OPENSSL_cleanse(m_text->data(), m_text->size());
        }
    }
    Secret(const Secret&) = delete;
    Secret& operator=(const Secret&) = delete;

    bool wasAsked() const { return m_wasAsked; }
    const std::optional<std::string>& get()
    {
        if (!std::exchange(m_wasAsked, true) && m_ask) {
            m_text = m_ask(m_file);
        }
        return m_text;
    }

    static int callback(char* buffer, int size, int, void* secret)
    {
        const auto& text = static_cast<Secret*>(secret)->get();
        if (!text || text->size() > static_cast<std::size_t>(size)) {
            return -1;
        }
        std::ranges::copy(*text, buffer);
        return static_cast<int>(text->size());
    }

private:
    const Passphrase& m_ask;
    const std::string& m_file;
    std::optional<std::string> m_text;
    bool m_wasAsked = false;
};

std::unexpected<wire::Error> locked(const std::string& file, Secret& secret)
{
    return secret.get() ? wrong(file, "the passphrase is wrong") : wrong(file, "the key needs a passphrase");
}

// Null without an error: there is none in it.
std::expected<Key, wire::Error> keyIn(const QByteArray& bytes, const std::string& file, const Passphrase& ask)
{
    Secret secret(ask, file);
    const Bio bio = bioOf(bytes);
    ERR_clear_error();
    Key key(isPem(bytes) ? PEM_read_bio_PrivateKey(bio.get(), nullptr, &Secret::callback, &secret)
                         : d2i_PrivateKey_bio(bio.get(), nullptr));
    if (!key && secret.wasAsked()) {
        ERR_clear_error();
        return locked(file, secret);
    }
    if (!key && bytes.contains("PRIVATE KEY-----")) {
        return wrong(file, "the private key can't be read: " + lastError());
    }
    ERR_clear_error();
    return key;
}

std::expected<Identity, wire::Error> fromPkcs12(
    const Pkcs12& file, const std::string& path, const Passphrase& ask)
{
    Secret secret(ask, path);
    // No passphrase at all and an empty one are not the same, and programs write both.
    const bool needsNone
        = PKCS12_verify_mac(file.get(), nullptr, 0) == 1 || PKCS12_verify_mac(file.get(), "", 0) == 1;
    if (!needsNone
        && (!secret.get()
            || PKCS12_verify_mac(file.get(), secret.get()->c_str(), static_cast<int>(secret.get()->size()))
                != 1)) {
        ERR_clear_error();
        return locked(path, secret);
    }
    EVP_PKEY* key = nullptr;
    X509* certificate = nullptr;
    STACK_OF(X509)* chain = nullptr;
    ERR_clear_error();
    const bool isRead
        = PKCS12_parse(file.get(), needsNone ? "" : secret.get()->c_str(), &key, &certificate, &chain) == 1;
    Key ownedKey(key);
    const X509Ptr ownedCertificate(certificate);
    Identity identity;
    for (int i = 0; i < sk_X509_num(chain); ++i) {
        identity.chain.append(certificateOf(sk_X509_value(chain, i)));
    }
    sk_X509_pop_free(chain, X509_free);
    if (!isRead) {
        return wrong(path, "the PKCS#12 file can't be read: " + lastError());
    }
    if (!key || !certificate) {
        return wrong(path, "the PKCS#12 file lacks something", "a certificate and its key",
            key ? "only a key" : "no key");
    }
    identity.certificate = certificateOf(certificate);
    identity.key = sslKeyOf(std::move(ownedKey));
    return identity;
}

} // namespace

std::expected<QList<QSslCertificate>, wire::Error> readCertificates(const std::string& file)
{
    const auto bytes = contents(file);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    auto certificates = QSslCertificate::fromData(*bytes, isPem(*bytes) ? QSsl::Pem : QSsl::Der);
    certificates.removeIf([](const QSslCertificate& certificate) { return certificate.isNull(); });
    if (certificates.isEmpty()) {
        return wrong(file, "there is no certificate in the file", "-----BEGIN CERTIFICATE-----");
    }
    return certificates;
}

std::expected<Identity, wire::Error> readIdentity(
    const std::string& certificateFile, const std::string& keyFile, const Passphrase& passphrase)
{
    if (certificateFile.empty()) {
        return wrong(keyFile, "there is a key, but no certificate is given for it");
    }
    const auto bytes = contents(certificateFile);
    if (!bytes) {
        return std::unexpected(bytes.error());
    }
    if (!isPem(*bytes)) {
        const Bio bio = bioOf(*bytes);
        if (const Pkcs12 pkcs12 { d2i_PKCS12_bio(bio.get(), nullptr) }) {
            return fromPkcs12(pkcs12, certificateFile, passphrase);
        }
        ERR_clear_error();
    }
    auto certificates = readCertificates(certificateFile);
    if (!certificates) {
        return std::unexpected(certificates.error());
    }
    const std::string& from = keyFile.empty() ? certificateFile : keyFile;
    const auto keyBytes = contents(from);
    if (!keyBytes) {
        return std::unexpected(keyBytes.error());
    }
    auto key = keyIn(*keyBytes, from, passphrase);
    if (!key) {
        return std::unexpected(key.error());
    }
    if (!*key) {
        return wrong(from, "there is no private key in the file", "-----BEGIN PRIVATE KEY-----");
    }
    const X509Ptr x509 = x509Of(certificates->first());
    if (!x509 || X509_check_private_key(x509.get(), key->get()) != 1) {
        ERR_clear_error();
        return wrong(from, "the key does not belong to the certificate",
            "the key of " + certificates->first().subjectDisplayName().toStdString(),
            "another " + keyType(key->get()) + " key");
    }
    Identity identity;
    identity.certificate = certificates->takeFirst();
    identity.chain = *certificates;
    identity.key = sslKeyOf(std::move(*key));
    return identity;
}

} // namespace tls
