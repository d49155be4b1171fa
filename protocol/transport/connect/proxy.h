// SPDX-License-Identifier: Apache-2.0
// Which proxy, if any, a connection goes through: the user's settings, what the environment says, and the
// hosts that need none. Pure; the one who reads the environment is the program, once.
#pragma once

#include "protocol/transport/connect/origin.h"

#include <optional>
#include <vector>

namespace transport {

struct ProxyAddress {
    enum class Kind { Http, Socks5 };
    Kind kind = Kind::Http; ///< Http: by CONNECT (RFC 9110 §9.3.6), for plain targets too; Socks5: RFC 1928
    std::string host;
    std::uint16_t port = 0;
    std::string user; ///< empty: none is sent
    std::string password;

    bool operator==(const ProxyAddress&) const = default;
    /// "http://host:port", "socks5://host:port": without user and password.
    std::string toString() const;
    /// "http://user:password@host:port", "socks5://…", "socks5h://…" (the proxy resolves names in both), or
    /// "host:port" for HTTP.
    static std::expected<ProxyAddress, wire::Error> parse(std::string_view text);
};

/// http_proxy, https_proxy, all_proxy, no_proxy as programs have come to read them.
struct ProxyEnvironment {
    std::optional<ProxyAddress> http; ///< for targets without TLS
    std::optional<ProxyAddress> https; ///< for targets with TLS
    std::optional<ProxyAddress> all; ///< for either, where there is no closer one
    std::vector<std::string> exceptions;
    std::vector<wire::Error> mistakes; ///< variables that could not be read, named in `where`

    bool isEmpty() const { return !http && !https && !all; }

    /// `value` gives a variable's value, empty if it is not set. The name in capitals counts too, but not
    /// HTTP_PROXY, which a web server sets from a request's Proxy field.
    using Lookup = std::function<std::string(const char* name)>;
    static ProxyEnvironment read(const Lookup& value);
};

struct ProxySettings {
    enum class Use {
        Direct,
        System, ///< the environment's, else the desktop's; never for loopback
        Given, ///< `proxy`, for every host that is no exception, loopback too
    };
    Use use = Use::Direct;
    std::optional<ProxyAddress> proxy;
    /// Hosts that need no proxy: "host" (and what is below it), ".suffix" (the same), "host:port",
    /// "10.0.0.0/8", "*". Those of the environment count besides.
    std::vector<std::string> exceptions;
    ProxyEnvironment environment;
};

struct ProxyChoice {
    std::optional<ProxyAddress> proxy; ///< none: direct
    std::string why; ///< what made the choice, for a person
    bool asksDesktop = false; ///< undecided: the desktop's settings have the say

    bool operator==(const ProxyChoice&) const = default;
};

/// For a connection to `target`. A host map may lead it elsewhere: then `address` is what is connected to.
ProxyChoice chooseProxy(
    const ProxySettings& settings, const Origin& target, const std::optional<std::string>& address = {});

/// The desktop's choice. May take long where it runs a script to find out; not for the I/O thread.
ProxyChoice askDesktop(const Origin& target);

/// A list as in NO_PROXY, by commas or blanks.
std::vector<std::string> splitExceptions(std::string_view list);
/// One entry of such a list.
bool isException(std::string_view entry, std::string_view host, std::uint16_t port);
bool isLoopback(std::string_view host);

} // namespace transport
