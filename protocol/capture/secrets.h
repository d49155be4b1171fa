// SPDX-License-Identifier: Apache-2.0
// Takes credentials out of what is printed or exported: the values of Authorization, Proxy-Authorization,
// Cookie, Set-Cookie and Mcp-Session-Id, of any header whose name says that it is one (X-API-Key,
// X-Tenant-Secret), of ?token= and ?access_token=, the password of user:password@ in a URL, and what
// ACMP_BEARER_TOKEN is set to. Only what stands whole in the given text is found.
#pragma once

#include <string>
#include <string_view>

namespace capture {

/// What stands in place of a secret.
inline constexpr std::string_view kHidden = "[hidden]";

/// A command line without the token it sets, ACMP_BEARER_TOKEN=…, quoted or not: never recorded either.
std::string withoutTokenVariable(std::string_view commandLine);
/// `text` without tokens and passwords in URLs and without the token variable.
std::string withoutUrlSecrets(std::string_view text);
/// The same for header fields, one a line, a start line before them allowed.
std::string withoutHeaderSecrets(std::string_view head);

} // namespace capture
