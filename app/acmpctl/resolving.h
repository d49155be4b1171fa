// SPDX-License-Identifier: Apache-2.0
// What is listed at a domain, a URL or in a file.
#pragma once

#include "app/acmpctl/verbs.h"

#include "protocol/discovery/fetcher.h"
#include "protocol/discovery/resolver.h"

namespace acmpctl {

/// Lives on the I/O thread, and goes there.
struct Listing {
    http::Client http;
    discovery::Fetcher fetcher;
    discovery::SystemDns dns;
    discovery::Resolver resolver;

    Listing(Desk& desk, http::ClientOptions options, discovery::ResolverOptions how);
};

struct Resolved {
    std::unique_ptr<Listing> listing;
    std::optional<wire::Error> unfinished; ///< why there may be more
};

/// Prints each step where that is asked for. An error is about the options.
std::expected<Resolved, wire::Error> resolve(Flow& flow, Desk& desk, const DiscoverArguments& arguments);

} // namespace acmpctl
