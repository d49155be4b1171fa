// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/target.h"

namespace stack {

using transport::ProxySettings;
using wire::Error;

namespace {

std::expected<void, Error> addTls(
    http::ClientOptions& http, const Target& target, const Surroundings& surroundings)
{
    auto options = tls::configuration(target.tls, [&](const std::string&) {
        return target.passphrase.empty() ? std::nullopt : std::optional(target.passphrase);
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
    ProxySettings& settings, const Target& target, const Surroundings& surroundings)
{
    if (target.proxy == kNoProxy)
        return {};
    settings.environment = surroundings.proxies;
    settings.use = ProxySettings::Use::System;
    if (target.proxy.empty())
        return {};
    auto given = transport::ProxyAddress::parse(target.proxy);
    if (!given)
        return std::unexpected(given.error());
    settings.use = ProxySettings::Use::Given;
    settings.proxy = std::move(*given);
    return {};
}

bool isSecure(const binding::Target& parsed)
{
    if (const auto* http = std::get_if<binding::HttpTarget>(&parsed))
        return http->url.scheme() == QStringLiteral("https");
    const auto* webSocket = std::get_if<binding::WebSocketTarget>(&parsed);
    return webSocket && webSocket->url.scheme() == QStringLiteral("wss");
}

} // namespace

std::expected<binding::EndpointSettings, Error> settingsOf(
    const Target& target, const binding::Target& parsed, const Surroundings& surroundings)
{
    binding::EndpointSettings settings;
    settings.token = target.token;
    settings.traceparent = target.traceparent;
    if (std::holds_alternative<binding::StdioTarget>(parsed)) {
        settings.directory = target.directory;
        settings.environment = target.environment;
        return settings;
    }
    if (auto set = addProxy(settings.http.proxy, target, surroundings); !set)
        return std::unexpected(set.error());
    if (isSecure(parsed)) {
        if (auto set = addTls(settings.http, target, surroundings); !set)
            return std::unexpected(set.error());
    }
    return settings;
}

} // namespace stack
