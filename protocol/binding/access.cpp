// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/access.h"

namespace binding {

using transport::ProxySettings;
using wire::Error;

namespace {

std::expected<void, Error> addTls(
    http::ClientOptions& http, const Access& access, const Surroundings& surroundings)
{
    auto options = tls::configuration(access.tls, [&](const std::string&) {
        return access.passphrase.empty() ? std::nullopt : std::optional(access.passphrase);
    });
    if (!options)
        return std::unexpected(options.error());
    http.tls = std::move(*options);
    const tls::Options own = tls::trustingDevCa(http.tls, surroundings.devCaFolder);
    for (const char* const host : { "localhost", "127.0.0.1", "::1" })
        http.tlsFor[host] = own;
    return {};
}

std::expected<void, Error> addProxy(
    ProxySettings& settings, const Access& access, const Surroundings& surroundings)
{
    if (access.proxy == kNoProxy)
        return {};
    settings.environment = surroundings.proxies;
    settings.use = ProxySettings::Use::System;
    if (access.proxy.empty())
        return {};
    auto given = transport::ProxyAddress::parse(access.proxy);
    if (!given)
        return std::unexpected(given.error());
    settings.use = ProxySettings::Use::Given;
    settings.proxy = std::move(*given);
    return {};
}

std::expected<void, Error> addHeaders(http::OwnFields& own, const Access& access, const Target& parsed)
{
    for (const http::Field& field : access.headers) {
        if (auto checked = http::checkOwnField(field); !checked)
            return std::unexpected(std::move(checked.error()));
        if (!access.token.empty() && http::equalsIgnoringCase(field.name, "Authorization"))
            return std::unexpected(Error { wire::ErrorKind::Usage,
                "a bearer token and a header Authorization exclude each other", "one of them", "both", {},
                false });
        own.fields.add(field.name, field.value);
    }
    own.server = *urlOf(parsed);
    return {};
}

bool isSecure(const Target& parsed)
{
    const QUrl* const url = urlOf(parsed);
    return url && (url->scheme() == QStringLiteral("https") || url->scheme() == QStringLiteral("wss"));
}

} // namespace

std::expected<EndpointSettings, Error> settingsOf(
    const Access& access, const Target& parsed, const Surroundings& surroundings)
{
    EndpointSettings settings;
    settings.token = access.token;
    settings.traceparent = access.traceparent;
    if (std::holds_alternative<StdioTarget>(parsed)) {
        settings.directory = access.directory;
        settings.environment = access.environment;
        return settings;
    }
    if (access.connectTimeout > wire::milliseconds(0))
        settings.http.connectTimeout = access.connectTimeout;
    if (auto set = addProxy(settings.http.proxy, access, surroundings); !set)
        return std::unexpected(set.error());
    if (auto set = addHeaders(settings.http.own, access, parsed); !set)
        return std::unexpected(set.error());
    // A document at an http URL may lead to https; what is left over from another address is no obstacle to
    // it.
    if (auto set = addTls(settings.http, access, surroundings); !set && isSecure(parsed))
        return std::unexpected(set.error());
    return settings;
}

} // namespace binding
