// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/publickey.h"

#include "protocol/identity/encoding.h"
#include "protocol/identity/failure.h"
#include "protocol/identity/openssl.h"
#include "protocol/json/writer.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

namespace identity {

namespace {

// Multicodec: varint(0xed), varint(0x1200).
constexpr std::string_view kEd25519Prefix = "\xed\x01";
constexpr std::string_view kP256Prefix = "\x80\x24";
constexpr std::size_t kEd25519Size = 32;
constexpr std::size_t kCoordinate = 32;

Pkey p256Of(std::string_view point)
{
    std::string curve = "prime256v1";
    std::string octets(point);
    const std::array parameters { OSSL_PARAM_construct_utf8_string(
                                      OSSL_PKEY_PARAM_GROUP_NAME, curve.data(), 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, octets.data(), octets.size()),
        OSSL_PARAM_construct_end() };
    const PkeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    EVP_PKEY* key = nullptr;
    auto copy = parameters; // OpenSSL takes it as if it wrote there
    if (EVP_PKEY_fromdata_init(context.get()) != 1
        || EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, copy.data()) != 1) {
        ERR_clear_error();
        return nullptr;
    }
    return Pkey(key);
}

Pkey evpOf(KeyType type, std::string_view bytes)
{
    if (type == KeyType::P256) {
        return p256Of(bytes);
    }
    return Pkey(EVP_PKEY_new_raw_public_key_ex(nullptr, "ED25519", nullptr, bytesOf(bytes), bytes.size()));
}

std::string compressed(std::string_view point)
{
    const bool isOdd = (static_cast<unsigned char>(point.back()) & 1U) != 0;
    return (isOdd ? '\x03' : '\x02') + std::string(point.substr(1, kCoordinate));
}

// The 32 bytes of a coordinate; empty if it is anything else.
std::string coordinate(const json::View& jwk, std::string_view name)
{
    const json::View member = jwk[name];
    const auto text = member ? member.text() : std::nullopt;
    const auto bytes = text ? fromBase64Url(*text) : std::nullopt;
    return bytes && bytes->size() == kCoordinate ? *bytes : std::string();
}

// Of these points of Ed25519 anybody can make signatures: their order is small. The sign bit is left out.
bool isWeak(std::string_view bytes)
{
    static constexpr std::array<std::string_view, 7> kPoints {
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    };
    QByteArray plain(bytes.data(), static_cast<qsizetype>(bytes.size()));
    plain.back() = static_cast<char>(plain.back() & 0x7f);
    return std::ranges::find(kPoints, plain.toHex().toStdString()) != kPoints.end();
}

} // namespace

std::string_view toString(KeyType type)
{
    return type == KeyType::Ed25519 ? "Ed25519" : "P-256";
}

std::string_view algOf(KeyType type)
{
    return type == KeyType::Ed25519 ? "EdDSA" : "ES256";
}

std::expected<PublicKey, wire::Error> PublicKey::fromBytes(KeyType type, std::string_view bytes)
{
    constexpr std::size_t kCompressed = 1 + kCoordinate;
    constexpr std::size_t kWhole = 1 + 2 * kCoordinate;
    const bool fits = type == KeyType::Ed25519
        ? bytes.size() == kEd25519Size
        : (bytes.size() == kCompressed && (bytes.front() == '\x02' || bytes.front() == '\x03'))
            || (bytes.size() == kWhole && bytes.front() == '\x04');
    if (!fits) {
        return wrong("the key is of another form",
            type == KeyType::Ed25519 ? "32 bytes of Ed25519" : "a point of P-256, 33 bytes or 65",
            std::to_string(bytes.size()) + " bytes");
    }
    if (!evpOf(type, bytes)) {
        return wrong("the key is no point of the curve", std::string(toString(type)));
    }
    if (type == KeyType::Ed25519 && isWeak(bytes)) {
        return wrong("the key is a point of small order: anybody can sign for it");
    }
    return PublicKey(type, bytes.size() == kWhole ? compressed(bytes) : std::string(bytes));
}

std::expected<PublicKey, wire::Error> PublicKey::fromMultikey(std::string_view text)
{
    const auto bytes = text.starts_with('z') ? fromBase58(text.substr(1)) : std::nullopt;
    if (!bytes) {
        return wrong("the key is no Multikey", "z and base58btc", text);
    }
    if (bytes->starts_with(kEd25519Prefix)) {
        return fromBytes(KeyType::Ed25519, std::string_view(*bytes).substr(kEd25519Prefix.size()));
    }
    // A P-256 Multikey is compressed: no second text for the same key.
    if (bytes->starts_with(kP256Prefix) && bytes->size() == kP256Prefix.size() + 1 + kCoordinate) {
        return fromBytes(KeyType::P256, std::string_view(*bytes).substr(kP256Prefix.size()));
    }
    return wrong(
        "the key is of an unknown kind", "Ed25519 (multicodec ed01) or P-256 (8024), 32 or 33 bytes", text);
}

std::expected<PublicKey, wire::Error> PublicKey::fromJwk(const json::View& jwk)
{
    const json::View kty = jwk["kty"];
    const json::View crv = jwk["crv"];
    const bool isEd25519 = kty.equals("OKP") && crv.equals("Ed25519");
    if (!isEd25519 && !(kty.equals("EC") && crv.equals("P-256"))) {
        return wrong("the JWK is of an unknown kind", "OKP with Ed25519, or EC with P-256",
            jwk ? jwk.lexeme() : "nothing", jwk.pointer());
    }
    const std::string x = coordinate(jwk, "x");
    const std::string y = isEd25519 ? std::string() : coordinate(jwk, "y");
    if (x.empty() || (y.empty() && !isEd25519)) {
        return wrong("the JWK lacks a part of the key", "x and, of EC, y: 32 bytes in base64url",
            jwk.lexeme(), jwk.pointer());
    }
    return isEd25519 ? fromBytes(KeyType::Ed25519, x) : fromBytes(KeyType::P256, '\x04' + x + y);
}

std::string PublicKey::multikey() const
{
    std::string bytes(m_type == KeyType::Ed25519 ? kEd25519Prefix : kP256Prefix);
    return 'z' + toBase58(bytes += m_bytes);
}

std::string PublicKey::jwk() const
{
    json::Writer writer;
    writer.beginObject();
    if (m_type == KeyType::Ed25519) {
        writer.key("kty").string("OKP").key("crv").string("Ed25519").key("x").string(toBase64Url(m_bytes));
        return writer.endObject().text();
    }
    std::string x(kCoordinate, '\0');
    std::string y(kCoordinate, '\0');
    const Pkey key = evpOf(m_type, m_bytes);
    for (auto [name, target] :
        { std::pair { OSSL_PKEY_PARAM_EC_PUB_X, &x }, { OSSL_PKEY_PARAM_EC_PUB_Y, &y } }) {
        BIGNUM* number = nullptr;
        EVP_PKEY_get_bn_param(key.get(), name, &number);
        BN_bn2binpad(number, bytesOf(*target), static_cast<int>(kCoordinate));
        BN_free(number);
    }
    writer.key("kty").string("EC").key("crv").string("P-256");
    writer.key("x").string(toBase64Url(x)).key("y").string(toBase64Url(y));
    return writer.endObject().text();
}

bool PublicKey::verifies(std::string_view message, std::string_view signature) const
{
    if (signature.size() != kSignatureSize) {
        return false;
    }
    const Pkey key = evpOf(m_type, m_bytes);
    const DigestContext context(EVP_MD_CTX_new());
    const bool isEd25519 = m_type == KeyType::Ed25519;
    const std::string given = isEd25519 ? std::string(signature) : toDer(signature);
    const bool isVerified = key
        && EVP_DigestVerifyInit_ex(
               context.get(), nullptr, isEd25519 ? nullptr : "SHA256", nullptr, nullptr, key.get(), nullptr)
            == 1
        && EVP_DigestVerify(context.get(), bytesOf(given), given.size(), bytesOf(message), message.size())
            == 1;
    ERR_clear_error();
    return isVerified;
}

std::string fromDer(std::string_view der)
{
    const unsigned char* at = bytesOf(der);
    const EcdsaSignature read(d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
    ERR_clear_error();
    if (!read || at != bytesOf(der) + der.size()) {
        return {};
    }
    std::string both(kSignatureSize, '\0');
    constexpr int kHalf = static_cast<int>(kSignatureSize / 2);
    if (BN_is_negative(ECDSA_SIG_get0_r(read.get())) == 1 || BN_is_negative(ECDSA_SIG_get0_s(read.get())) == 1
        || BN_bn2binpad(ECDSA_SIG_get0_r(read.get()), bytesOf(both), kHalf) != kHalf
        || BN_bn2binpad(ECDSA_SIG_get0_s(read.get()), bytesOf(both) + kHalf, kHalf) != kHalf
        || toDer(both) != der) {
        ERR_clear_error();
        return {};
    }
    return both;
}

std::string toDer(std::string_view signature)
{
    constexpr int kHalf = static_cast<int>(kSignatureSize / 2);
    Q_ASSERT(signature.size() == kSignatureSize);
    const EcdsaSignature pair(ECDSA_SIG_new());
    ECDSA_SIG_set0(pair.get(), BN_bin2bn(bytesOf(signature), kHalf, nullptr),
        BN_bin2bn(bytesOf(signature) + kHalf, kHalf, nullptr));
    std::string der(static_cast<std::size_t>(std::max(0, i2d_ECDSA_SIG(pair.get(), nullptr))), '\0');
    unsigned char* at = bytesOf(der);
    i2d_ECDSA_SIG(pair.get(), &at);
    return der;
}

} // namespace identity
