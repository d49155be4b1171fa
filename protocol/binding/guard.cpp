// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/guard.h"

#include "protocol/wire/error.h"

#include <openssl/crypto.h>

namespace binding {

namespace {

std::string_view withoutPort(std::string_view host)
{
    if (host.starts_with('['))
        return host.substr(0, host.find(']') == std::string_view::npos ? host.size() : host.find(']') + 1);
    return host.substr(0, host.find(':'));
}

bool isOurs(std::string_view host, const GuardOptions& options)
{
    const std::string_view name = withoutPort(host);
    for (const std::string_view local : { "localhost", "127.0.0.1", "[::1]" }) {
        if (http::equalsIgnoringCase(name, local))
            return true;
    }
    return std::any_of(options.hosts.begin(), options.hosts.end(),
        [name](const std::string& own) { return http::equalsIgnoringCase(name, own); });
}

bool equalInConstantTime(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Refusal unauthorized(std::string_view error)
{
    std::string challenge = "Bearer realm=\"acmp\"";
    if (!error.empty())
        challenge += ", error=\"" + std::string(error) + '"';
    return { 401, { { "WWW-Authenticate", challenge } },
        error.empty() ? "this endpoint wants Authorization: Bearer"
                      : "the bearer token is not the one this endpoint expects" };
}

} // namespace

std::optional<Refusal> refuse(const http::RequestHead& head, const GuardOptions& options)
{
    const auto host = head.fields.find("Host");
    if (!host || !isOurs(*host, options))
        return Refusal { 403, {}, "Host is not one of this server: " + wire::excerpt(host.value_or("none")) };
    if (const auto origin = head.fields.find("Origin")) {
        const auto scheme = origin->find("://");
        if (scheme == std::string_view::npos || !isOurs(origin->substr(scheme + 3), options))
            return Refusal { 403, {}, "Origin is not allowed: " + wire::excerpt(*origin) };
    }
    if (options.token.empty())
        return std::nullopt;
    const auto authorization = head.fields.find("Authorization");
    constexpr std::string_view kScheme = "Bearer ";
    if (!authorization || !http::equalsIgnoringCase(authorization->substr(0, kScheme.size()), kScheme))
        return unauthorized({});
    if (!equalInConstantTime(authorization->substr(kScheme.size()), options.token))
        return unauthorized("invalid_token");
    return std::nullopt;
}

std::string callerOf(const http::ServerExchange& exchange, const GuardOptions& options)
{
    if (!options.token.empty())
        return std::string(exchange.head().fields.find("Authorization").value_or(""));
    const auto certificate = exchange.clientCertificate();
    return certificate ? "certificate " + certificate->sha256 : std::string();
}

} // namespace binding
