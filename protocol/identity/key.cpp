// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/key.h"

#include "protocol/identity/failure.h"
#include "protocol/identity/openssl.h"

#include <QFile>
#include <QSaveFile>

#include <array>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/pem.h>

namespace identity {

namespace {

constexpr qint64 kLongestFile = qint64 { 64 } << 10;
constexpr auto kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

int noPassphrase(char* /*buffer*/, int /*size*/, int /*isWriting*/, void* wasAsked)
{
    *static_cast<bool*>(wasAsked) = true;
    return -1;
}

std::string kindOf(const EVP_PKEY* key)
{
    const char* const name = EVP_PKEY_get0_type_name(key);
    std::string kind = name ? name : "unknown";
    std::array<char, 64> group {};
    if (EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1) {
        kind.append(" ").append(group.data());
    }
    return kind;
}

std::string rawOf(const EVP_PKEY* key)
{
    std::string bytes(32, '\0');
    std::size_t size = bytes.size();
    EVP_PKEY_get_raw_public_key(key, bytesOf(bytes), &size);
    return bytes;
}

std::string pointOf(EVP_PKEY* key)
{
    std::string point(65, '\0');
    std::size_t size = 0;
    EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, bytesOf(point), point.size(), &size);
    point.resize(size);
    return point;
}

bool isP256(const EVP_PKEY* key)
{
    std::array<char, 64> group {};
    return EVP_PKEY_is_a(key, "EC") == 1
        && EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1
        && std::string_view(group.data()) == "prime256v1";
}

wire::Error cant(std::string message, const std::string& file, const QFileDevice& device)
{
    return { .kind = wire::ErrorKind::Io,
        .message = std::move(message) + ": " + device.errorString().toStdString(),
        .expected = {},
        .found = {},
        .where = file };
}

} // namespace

std::expected<Key, wire::Error> Key::of(std::shared_ptr<evp_pkey_st> key)
{
    const bool isEd25519 = EVP_PKEY_is_a(key.get(), "ED25519") == 1;
    if (!isEd25519 && !isP256(key.get())) {
        return wrong("the key is of another kind", "Ed25519 or EC P-256", kindOf(key.get()));
    }
    auto publicKey = PublicKey::fromBytes(
        isEd25519 ? KeyType::Ed25519 : KeyType::P256, isEd25519 ? rawOf(key.get()) : pointOf(key.get()));
    if (!publicKey) {
        return std::unexpected(publicKey.error());
    }
    return Key(std::move(key), std::move(*publicKey));
}

std::expected<Key, wire::Error> Key::generate(KeyType type)
{
    std::shared_ptr<EVP_PKEY> key(
        type == KeyType::P256 ? EVP_EC_gen("P-256") : EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"),
        Free<EVP_PKEY_free>());
    if (!key) {
        ERR_clear_error();
        return wrong("the system's OpenSSL makes no such key", std::string(toString(type)));
    }
    return of(std::move(key));
}

Key Key::fromSeed(std::span<const unsigned char, 32> seed)
{
    auto key = of(std::shared_ptr<EVP_PKEY>(
        EVP_PKEY_new_raw_private_key_ex(nullptr, "ED25519", nullptr, seed.data(), seed.size()),
        Free<EVP_PKEY_free>()));
    Q_ASSERT(key); // any 32 bytes are a key
    return std::move(*key);
}

std::expected<Key, wire::Error> Key::fromPem(const QByteArray& pem)
{
    const Bio bio(BIO_new_mem_buf(pem.constData(), static_cast<int>(pem.size())));
    bool isLocked = false;
    std::shared_ptr<EVP_PKEY> key(
        PEM_read_bio_PrivateKey(bio.get(), nullptr, &noPassphrase, &isLocked), Free<EVP_PKEY_free>());
    ERR_clear_error();
    if (isLocked) {
        return wrong("the private key needs a passphrase", "a key without one");
    }
    if (!key) {
        return wrong("there is no private key that can be read", "-----BEGIN PRIVATE KEY-----");
    }
    return of(std::move(key));
}

QByteArray Key::toPem() const
{
    const Bio bio(BIO_new(BIO_s_secmem()));
    PEM_write_bio_PKCS8PrivateKey(bio.get(), m_key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &data);
    return { data, size };
}

std::string Key::sign(std::string_view message) const
{
    const bool isEd25519 = m_public.type() == KeyType::Ed25519;
    const DigestContext context(EVP_MD_CTX_new());
    std::string signature(80, '\0'); // DER of ES256 has at most 72
    std::size_t size = signature.size();
    [[maybe_unused]] const bool isSigned
        = EVP_DigestSignInit_ex(
              context.get(), nullptr, isEd25519 ? nullptr : "SHA256", nullptr, nullptr, m_key.get(), nullptr)
            == 1
        && EVP_DigestSign(context.get(), bytesOf(signature), &size, bytesOf(message), message.size()) == 1;
    Q_ASSERT(isSigned);
    signature.resize(size);
    return isEd25519 ? signature : fromDer(signature);
}

std::expected<Key, wire::Error> readKeyFile(const std::string& file)
{
    QFile device(QString::fromStdString(file));
    if (!device.open(QIODevice::ReadOnly)) {
        return std::unexpected(cant("can't read the key", file, device));
    }
    QByteArray pem = device.read(kLongestFile + 1);
    if (pem.size() > kLongestFile) {
        return wrong("the file is too long for a key", "at most 64 KiB", {}, file);
    }
    auto key = Key::fromPem(pem);
    std::fill(pem.begin(), pem.end(), '\0');
    if (!key) {
        key.error().where = file;
    }
    return key;
}

std::expected<void, wire::Error> writeKeyFile(const std::string& file, const Key& key, bool overwrite)
{
    const QString path = QString::fromStdString(file);
    if (!overwrite) {
        QFile fresh(path);
        if (!fresh.open(QIODevice::WriteOnly | QIODevice::NewOnly, kOwnerOnly) || fresh.write(key.toPem()) < 0
            || !fresh.flush()) {
            return std::unexpected(cant("can't make the key's file", file, fresh));
        }
        return {};
    }
    QSaveFile saved(path);
    if (!saved.open(QIODevice::WriteOnly) || !saved.setPermissions(kOwnerOnly) || saved.write(key.toPem()) < 0
        || !saved.commit()) {
        return std::unexpected(cant("can't write the key's file", file, saved));
    }
    return {};
}

} // namespace identity
