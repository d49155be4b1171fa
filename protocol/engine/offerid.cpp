// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/offerid.h"

#include <QByteArray>

#include <cstring>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace engine {

namespace {

constexpr std::string_view kPrefix = "offer_";
/// nonce, valid_until, capability, flags; the price's text follows.
constexpr std::size_t kFixed = 8 + 8 + 4 + 1;
constexpr auto kBase64 = QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals;

template <class Integer>
void append(std::string& out, Integer number)
{
    for (std::size_t i = 0; i < sizeof number; ++i) {
        out += static_cast<char>(number >> (8 * i) & 0xff);
    }
}

template <class Integer>
Integer take(std::string_view& text)
{
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < sizeof(Integer); ++i) {
        number |= std::uint64_t { static_cast<unsigned char>(text[i]) } << (8 * i);
    }
    text.remove_prefix(sizeof(Integer));
    return static_cast<Integer>(number);
}

std::string toBase64(const std::string& bytes)
{
    return kPrefix.data()
        + QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))
              .toBase64(kBase64)
              .toStdString();
}

} // namespace

OfferIdCodec::Mac OfferIdCodec::macOf(std::string_view terms) const
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> whole {};
    unsigned size = 0;
    HMAC(EVP_sha256(), m_key.data(), static_cast<int>(m_key.size()),
        reinterpret_cast<const unsigned char*>(terms.data()), terms.size(), whole.data(), &size);
    Mac mac {};
    std::memcpy(mac.data(), whole.data(), mac.size());
    return mac;
}

std::string OfferIdCodec::encode(const Terms& terms) const
{
    std::string bytes;
    append(bytes, terms.nonce);
    append(bytes, static_cast<std::uint64_t>(terms.validUntilMs));
    append(bytes, terms.capability);
    append(bytes, static_cast<std::uint8_t>(terms.hasProof));
    bytes += terms.priceCu.text();
    for (const unsigned char byte : macOf(bytes)) {
        bytes += static_cast<char>(byte);
    }
    return toBase64(bytes);
}

std::optional<Terms> OfferIdCodec::decode(std::string_view offerId) const
{
    if (!offerId.starts_with(kPrefix)) {
        return std::nullopt;
    }
    const std::string_view encoded = offerId.substr(kPrefix.size());
    const std::string bytes
        = QByteArray::fromBase64(QByteArray(encoded.data(), static_cast<qsizetype>(encoded.size())), kBase64)
              .toStdString();
    // The way back too: base64 has several texts for some bytes, and an id is one text.
    if (bytes.size() < kFixed + sizeof(Mac) || toBase64(bytes) != offerId) {
        return std::nullopt;
    }
    std::string_view text = std::string_view(bytes).substr(0, bytes.size() - sizeof(Mac));
    if (CRYPTO_memcmp(macOf(text).data(), bytes.data() + text.size(), sizeof(Mac)) != 0) {
        return std::nullopt;
    }
    Terms terms;
    terms.nonce = take<std::uint64_t>(text);
    terms.validUntilMs = take<std::int64_t>(text);
    terms.capability = take<std::uint32_t>(text);
    terms.hasProof = take<std::uint8_t>(text) != 0;
    terms.priceCu = json::Decimal::parse(text).value_or(json::Decimal());
    return terms;
}

} // namespace engine
