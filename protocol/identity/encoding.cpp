// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/encoding.h"

#include "protocol/identity/openssl.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <vector>

namespace identity {

namespace {

constexpr std::string_view kAlphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
constexpr unsigned kBase = 58;

// Digits of `base`, the least first, times `factor` plus `add`.
void multiplyAdd(std::vector<unsigned>& digits, unsigned base, unsigned factor, unsigned add)
{
    unsigned carry = add;
    for (unsigned& digit : digits) {
        carry += digit * factor;
        digit = carry % base;
        carry /= base;
    }
    for (; carry != 0; carry /= base) {
        digits.push_back(carry % base);
    }
}

// A leading zero byte is a leading '1'.
std::size_t leading(std::string_view text, char c)
{
    return std::min(text.find_first_not_of(c), text.size());
}

} // namespace

std::string toBase58(std::string_view bytes)
{
    std::vector<unsigned> digits;
    for (const char byte : bytes) {
        multiplyAdd(digits, kBase, 256, static_cast<unsigned char>(byte));
    }
    std::string text(leading(bytes, '\0'), kAlphabet.front());
    std::transform(
        digits.rbegin(), digits.rend(), std::back_inserter(text), [](unsigned d) { return kAlphabet[d]; });
    return text;
}

std::optional<std::string> fromBase58(std::string_view text)
{
    if (text.empty() || text.size() > kLongestBase58) {
        return std::nullopt;
    }
    std::vector<unsigned> bytes;
    for (const char c : text) {
        const std::size_t digit = kAlphabet.find(c);
        if (digit == kAlphabet.npos) {
            return std::nullopt;
        }
        multiplyAdd(bytes, 256, kBase, static_cast<unsigned>(digit));
    }
    std::string out(leading(text, kAlphabet.front()), '\0');
    std::transform(bytes.rbegin(), bytes.rend(), std::back_inserter(out),
        [](unsigned byte) { return static_cast<char>(byte); });
    return out;
}

std::string toBase64Url(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), static_cast<qsizetype>(bytes.size()))
        .toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)
        .toStdString();
}

std::optional<std::string> fromBase64Url(std::string_view text)
{
    const auto decoded
        = QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
            QByteArray::Base64UrlEncoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded) {
        return std::nullopt;
    }
    std::string bytes = (*decoded).toStdString();
    // The way back too: base64 has several texts for some bytes.
    return toBase64Url(bytes) == text ? std::optional(std::move(bytes)) : std::nullopt;
}

std::string sha256(std::string_view bytes)
{
    std::string digest(32, '\0');
    [[maybe_unused]] const int done
        = EVP_Digest(bytes.data(), bytes.size(), bytesOf(digest), nullptr, EVP_sha256(), nullptr);
    Q_ASSERT(done == 1);
    return digest;
}

std::string hashName(std::string_view digest)
{
    return "sha256:"
        + QByteArray::fromRawData(digest.data(), static_cast<qsizetype>(digest.size())).toHex().toStdString();
}

} // namespace identity
