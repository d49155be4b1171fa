// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/web.h"

#include "protocol/discovery/manifest.h"

#include <QFutureWatcher>

namespace stack {

Web::Web(wire::Clock& clock, wire::Sink& sink, const binding::Surroundings& surroundings)
    : m_clock(clock)
    , m_sink(sink)
    , m_surroundings(surroundings)
{
}

Web::~Web() = default;

std::expected<discovery::Fetcher*, wire::Error> Web::fetcher()
{
    if (m_fetcher)
        return m_fetcher.get();
    // A client for any host: what is set for one endpoint is not for it.
    const binding::Access access { .url = "https://localhost/" };
    const auto parsed = binding::parseTarget(access.url);
    auto settings = parsed
        ? binding::settingsOf(access, *parsed, m_surroundings)
        : std::expected<binding::EndpointSettings, wire::Error>(std::unexpected(parsed.error()));
    if (!settings)
        return std::unexpected(settings.error());
    settings->http.limits.bodyBytes = discovery::Manifest::kMaxBytes;
    m_http = std::make_unique<http::Client>(m_clock, m_sink, std::move(settings->http));
    m_fetcher = std::make_unique<discovery::Fetcher>(m_clock, *m_http);
    return m_fetcher.get();
}

std::expected<discovery::RegistryClient*, wire::Error> Web::registryClient(
    const QUrl& registry, const std::string& token)
{
    const auto fetcher = this->fetcher();
    if (!fetcher)
        return std::unexpected(fetcher.error());
    const QUrl tokenFor = token.empty() ? QUrl() : registry;
    auto& client = m_registryClients[{ tokenFor, token }];
    if (!client) {
        discovery::RegistryOptions options { .token = token, .tokenFor = tokenFor };
        client = std::make_unique<discovery::RegistryClient>(**fetcher, *m_http, std::move(options));
    }
    return client.get();
}

void Web::fetch(const QUrl& url, const std::string& accept, const Delivery<Outcome>& delivery)
{
    const auto fetcher = this->fetcher();
    if (!fetcher)
        return delivery.deliver(std::unexpected(fetcher.error()));
    QFuture<Outcome> got = (*fetcher)->get(url, accept);
    auto* const watcher = new QFutureWatcher<Outcome>(this);
    connect(watcher, &QFutureWatcherBase::canceled, this, [got]() mutable {
        if (!got.isFinished())
            got.cancel();
    });
    connect(watcher, &QFutureWatcherBase::finished, watcher, &QObject::deleteLater);
    watcher->setFuture(delivery.future());
    got.then(this, [delivery](const Outcome& outcome) { delivery.deliver(outcome); })
        .onCanceled(this, [delivery] { delivery.drop(); });
}

void Web::forgetFreshness()
{
    if (m_fetcher)
        m_fetcher->forgetFreshness();
}

} // namespace stack
