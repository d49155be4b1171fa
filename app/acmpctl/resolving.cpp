// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/resolving.h"

#include "app/acmpctl/discoverevents.h"

#include <QPromise>

namespace acmpctl {

using discovery::Resolver;
using wire::Error;

Listing::Listing(Desk& desk, http::ClientOptions options, discovery::ResolverOptions how)
    : http(desk.clock(), desk.sink(), std::move(options))
    , fetcher(desk.clock(), http)
    , resolver(fetcher, dns, how)
{
}

namespace {

std::expected<http::ClientOptions, Error> optionsOf(Desk& desk, const std::string& what)
{
    auto settings = desk.settingsFor("https://localhost/");
    if (!settings)
        return std::unexpected(settings.error());
    settings->http.own.server = QUrl(QString::fromStdString(what));
    settings->http.limits.bodyBytes = discovery::Manifest::kMaxBytes;
    return std::move(settings->http);
}

QFuture<bool> start(Listing& listing, Desk& desk, const DiscoverArguments& arguments)
{
    auto promise = std::make_shared<QPromise<bool>>();
    promise->start();
    const bool isTold = arguments.isExplained || desk.output().isJson();
    QObject::connect(&listing.resolver, &Resolver::stepEnded, &desk, [&listing, &desk, isTold](int step) {
        if (isTold)
            printStep(desk.output(), listing.resolver.steps()[static_cast<std::size_t>(step)]);
    });
    QObject::connect(&listing.resolver, &Resolver::finished, &desk, [promise] {
        promise->addResult(true);
        promise->finish();
    });
    listing.resolver.start(arguments.what);
    return promise->future();
}

} // namespace

std::expected<Resolved, Error> resolve(Flow& flow, Desk& desk, const DiscoverArguments& arguments)
{
    auto options = flow.onIo([&] { return optionsOf(desk, arguments.what); });
    if (!options)
        return std::unexpected(options.error());
    Resolved resolved;
    resolved.listing = flow.onIo([&] {
        return std::make_unique<Listing>(desk, std::move(*options),
            discovery::ResolverOptions { .followsOtherOrigins = arguments.isFollowing });
    });
    const auto finished = flow.await(
        [&] { return start(*resolved.listing, desk, arguments); }, wire::milliseconds(arguments.timeoutMs));
    flow.onIo([&] { resolved.listing->resolver.stop(); });
    if (!finished)
        resolved.unfinished = finished.error();
    return resolved;
}

} // namespace acmpctl
