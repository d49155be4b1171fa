// SPDX-License-Identifier: Apache-2.0
// The texts that keys, hashes and signatures travel in. Each decoder takes one text for some bytes, no other:
// what was altered never decodes to the same.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace identity {

/// Base58 costs the square of its length; no key or signature comes near.
inline constexpr std::size_t kLongestBase58 = 512;

/// base58btc, without the `z` of multibase.
std::string toBase58(std::string_view bytes);
std::optional<std::string> fromBase58(std::string_view text);

/// RFC 4648 §5, without padding.
std::string toBase64Url(std::string_view bytes);
std::optional<std::string> fromBase64Url(std::string_view text);

/// The 32 bytes of SHA-256.
std::string sha256(std::string_view bytes);
/// `digest` as "sha256:<lower hex>" (decision D12).
std::string hashName(std::string_view digest);

} // namespace identity
