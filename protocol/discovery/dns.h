// SPDX-License-Identifier: Apache-2.0
// SVCB records (RFC 9460), by which a domain may name where its entries or its registry are:
// _entries._agents.DOMAIN, _search._agents.DOMAIN.
#pragma once

#include "protocol/wire/error.h"

#include <QFuture>

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace discovery {

struct Svcb {
    std::uint16_t priority = 0; ///< 0: an alias of `target`
    std::string target; ///< without a dot at its end; empty: the name itself
    std::uint16_t port = 0; ///< 0: none is said
    bool operator==(const Svcb&) const = default;
};

class Dns {
public:
    using Outcome = std::expected<std::vector<Svcb>, wire::Error>;

    Dns() = default;
    Dns(const Dns&) = delete;
    Dns& operator=(const Dns&) = delete;
    virtual ~Dns() = default;

    /// By priority. Empty: there is no such name, or it has no such record.
    virtual QFuture<Outcome> svcb(const std::string& name) = 0;
};

/// Asks the resolver of this machine, on a thread of its own.
class SystemDns final : public Dns {
public:
    QFuture<Outcome> svcb(const std::string& name) override;
};

/// An answer as it came from a name server (RFC 1035 §4).
Dns::Outcome readSvcb(std::span<const unsigned char> message);

} // namespace discovery
