// SPDX-License-Identifier: GPL-3.0-or-later
// Documents that anyone may publish, got on the I/O thread with a client of their own: no token, no client
// certificate, no more bytes than a manifest may have. Internal to stack/.
#pragma once

#include "protocol/binding/access.h"
#include "protocol/discovery/registryclient.h"
#include "ui/stack/door.h"
#include "ui/stack/registries.h"

#include <map>

namespace stack {

class Web final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Web)

public:
    using Outcome = discovery::Documents::Outcome;

    /// `clock` and `sink` must outlive it.
    Web(wire::Clock& clock, wire::Sink& sink, const binding::Surroundings& surroundings);
    ~Web() override;

    /// Cancelling its future gives the answer up.
    void fetch(const QUrl& url, const std::string& accept, const Delivery<Outcome>& delivery);
    void forgetFreshness();
    Registries& registries() { return m_registries; }
    /// Kept, because it remembers which registries can't filter. `token`: bearer, for the origin of
    /// `registry` alone; empty: the one client of all.
    std::expected<discovery::RegistryClient*, wire::Error> registryClient(
        const QUrl& registry, const std::string& token);

private:
    std::expected<discovery::Fetcher*, wire::Error> fetcher();

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    binding::Surroundings m_surroundings;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<discovery::Fetcher> m_fetcher;
    std::map<std::pair<QUrl, std::string>, std::unique_ptr<discovery::RegistryClient>> m_registryClients;
    Registries m_registries { *this };
};

} // namespace stack
