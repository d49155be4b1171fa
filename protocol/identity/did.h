// SPDX-License-Identifier: Apache-2.0
// Decentralized identifiers as text (Layer 7 §2, decision D13): did:key carries its key, did:web says where
// its document is.
#pragma once

#include "protocol/wire/error.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace identity {

/// did:METHOD:ID, without path, query or fragment.
bool isDid(std::string_view text);
/// "web" of "did:web:…"; empty if it is no DID.
std::string_view methodOf(std::string_view did);
/// The DID that a verification method's id begins with: what stands before its '#'.
std::string_view didOf(std::string_view methodId);

/// Where the document of a did:web is: https://HOST/.well-known/did.json, or /PATH/did.json. Of a host of
/// this machine http comes first, then https. Addresses of private networks, and by number at all but for
/// loopback, are refused: nobody but their owner could vouch for them.
std::expected<std::vector<std::string>, wire::Error> documentUrls(std::string_view did);
/// The did:web of a host, "example.com" or "127.0.0.1:8080", and path segments.
std::string didWeb(std::string_view hostAndPort, const std::vector<std::string>& path = {});

} // namespace identity
