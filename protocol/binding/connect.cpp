// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/connect.h"

#include "protocol/binding/a2a/client.h"
#include "protocol/binding/followingclient.h"
#include "protocol/binding/mcp/channelclient.h"
#include "protocol/binding/mcp/client.h"
#include "protocol/transport/fd/childchannel.h"
#include "protocol/transport/websocket/clientchannel.h"

namespace binding {

namespace {

/// What a peer answers is read on this far for the record alone.
constexpr std::uint64_t kSpoolBytes = std::uint64_t { 1 } << 30;
/// A program may first fetch or compile itself.
constexpr wire::milliseconds kSlowStart { 30'000 };

http::Client* makeHttp(const Means& means, http::ClientOptions options, const Watch& watch)
{
    options.limits.spoolBytes = means.sink.keeps() ? kSpoolBytes : 0;
    auto* const http = new http::Client(means.clock, means.sink, std::move(options));
    if (watch.exchange) {
        QObject::connect(http, &http::Client::started, http,
            [exchange = watch.exchange](http::ClientExchange* started) { exchange(*started); });
    }
    return http;
}

std::unique_ptr<Client> make(
    const A2aTarget& target, const Means& means, EndpointSettings settings, const Watch& watch)
{
    auto* const http = makeHttp(means, std::move(settings.http), watch);
    a2a::ClientOptions options;
    options.url = target.url;
    options.token = std::move(settings.token);
    options.traceparent = std::move(settings.traceparent);
    options.preference = target.preference;
    options.namesTask = settings.namesA2aTask;
    auto client = std::make_unique<a2a::Client>(means.clock, means.ids, *http, std::move(options));
    http->setParent(client.get());
    return client;
}

std::unique_ptr<Client> make(
    const HttpTarget& target, const Means& means, EndpointSettings settings, const Watch& watch)
{
    auto* const http = makeHttp(means, settings.http, watch);
    mcp::ClientOptions options;
    options.url = target.url;
    options.token = settings.token;
    options.clientName = settings.clientName;
    options.traceparent = settings.traceparent;
    options.followsDocuments = settings.followsDocuments;
    auto client = std::make_unique<mcp::Client>(means.clock, *http, std::move(options));
    http->setParent(client.get());
    if (!settings.followsDocuments)
        return client;
    return std::make_unique<FollowingClient>(
        std::move(client), [means, settings = std::move(settings), watch](const QUrl& card) {
            return make(A2aTarget { card }, means, settings, watch);
        });
}

std::unique_ptr<Client> makeOnChannel(const Target& target, const Means& means,
    const EndpointSettings& settings, std::string transportName,
    std::function<std::unique_ptr<transport::Channel>()> connect, Watch watch)
{
    mcp::ChannelClientOptions options;
    options.connect = [connect = std::move(connect), watch = std::move(watch.channel)] {
        auto channel = connect();
        if (watch)
            watch(*channel);
        return channel;
    };
    options.transportName = std::move(transportName);
    options.target = toString(target);
    options.mayBeRaw = std::holds_alternative<WebSocketTarget>(target);
    if (!options.mayBeRaw)
        options.discoverTimeout = kSlowStart;
    options.clientName = settings.clientName;
    options.traceparent = settings.traceparent;
    return std::make_unique<mcp::ChannelClient>(means.clock, std::move(options));
}

std::unique_ptr<Client> make(
    const WebSocketTarget& target, const Means& means, const EndpointSettings& settings, Watch watch)
{
    ws::ClientOptions options;
    options.http = settings.http;
    options.token = settings.token;
    options.fields = settings.http.own.fields;
    const bool isSecure = target.url.scheme() == QStringLiteral("wss");
    return makeOnChannel(
        target, means, settings, isSecure ? "secure WebSocket" : "WebSocket",
        [means, url = target.url, options]() -> std::unique_ptr<transport::Channel> {
            return std::make_unique<ws::ClientChannel>(means.clock, means.sink, means.ids, url, options);
        },
        std::move(watch));
}

std::unique_ptr<Client> make(
    const StdioTarget& target, const Means& means, const EndpointSettings& settings, Watch watch)
{
    fd::ChildOptions options;
    options.program = target.words.front();
    options.arguments.assign(target.words.begin() + 1, target.words.end());
    options.directory = settings.directory;
    options.environment = settings.environment;
    options.bearerToken = settings.token;
    return makeOnChannel(
        target, means, settings, "MCP over stdio",
        [means, options]() -> std::unique_ptr<transport::Channel> {
            return std::make_unique<fd::ChildChannel>(means.clock, means.sink, options);
        },
        std::move(watch));
}

} // namespace

std::unique_ptr<Client> makeClient(
    const Target& target, const Means& means, EndpointSettings settings, Watch watch)
{
    if (watch.route)
        settings.http.routeChanged = watch.route;
    return std::visit(
        [&](const auto& kind) { return make(kind, means, std::move(settings), std::move(watch)); }, target);
}

} // namespace binding
