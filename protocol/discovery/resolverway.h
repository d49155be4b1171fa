// SPDX-License-Identifier: Apache-2.0
// One place that is asked for a domain's entries. Internal to the resolver.
#pragma once

#include "protocol/discovery/resolver.h"

namespace discovery {

struct Resolver::Way {
    void (Resolver::*take)(Way&) = nullptr;
    QUrl url;
    std::string dnsName;
    bool isSkipped = false;
    std::optional<Documents::Outcome> fetched;
    std::optional<Dns::Outcome> dns;
    wire::nanoseconds took { 0 };
};

} // namespace discovery
