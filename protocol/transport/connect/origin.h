// SPDX-License-Identifier: Apache-2.0
// Where a URL leads: a host, a port, and whether TLS is spoken there.
#pragma once

#include "protocol/wire/error.h"

#include <QUrl>

#include <cstdint>
#include <expected>

namespace transport {

struct Origin {
    bool isTls = false;
    std::string host; ///< without brackets
    std::uint16_t port = 0;

    auto operator<=>(const Origin&) const = default;
    /// Of a URL whose scheme is `plain`, or `plain` and an s: "http" and "https", "ws" and "wss".
    static std::expected<Origin, wire::Error> of(const QUrl& url, std::string_view plain = "http");
    /// As in a Host field: the port left out where it is the scheme's own.
    std::string authority() const;
};

/// "host:port", brackets around an IPv6 address.
std::string hostAndPort(std::string_view host, std::uint16_t port);

/// Two http or https URLs of one server: what a token belongs to (decision D17).
bool isSameOrigin(const QUrl& a, const QUrl& b);

} // namespace transport
