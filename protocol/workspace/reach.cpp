// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/reach.h"

#include "protocol/workspace/secretstore.h"

namespace workspace {

binding::Access accessOf(const Endpoint& endpoint)
{
    const Access& set = endpoint.access;
    binding::Access access;
    access.url = endpoint.url.toStdString();
    access.tls.caFile = set.tls.caFile.toStdString();
    access.tls.certificateFile = set.tls.certificateFile.toStdString();
    access.tls.keyFile = set.tls.keyFile.toStdString();
    access.tls.pin = set.tls.pin.toStdString();
    access.traceparent = set.traceparent.toStdString();
    access.connectTimeout = wire::milliseconds(set.connectTimeoutMs);
    access.proxy = set.proxy.toStdString();
    access.directory = set.directory.toStdString();
    for (const Variable& variable : set.environment)
        access.environment.emplace_back(variable.name.toStdString(), variable.value.toStdString());
    for (const Header& header : set.headers)
        access.headers.push_back({ header.name.toStdString(), header.value.toStdString() });
    return access;
}

namespace {

/// Reads one secret after the other: a keychain that is locked asks its user once.
class Reading final : public std::enable_shared_from_this<Reading> {
public:
    using Take = std::function<void(Reached& reached, std::string secret)>;

    Reading(const Endpoint& endpoint, SecretStore& secrets, QObject* context,
        std::function<void(Reached reached)> then)
        : m_secrets(secrets)
        , m_context(context)
        , m_then(std::move(then))
        , m_reached { accessOf(endpoint) }
    {
    }

    /// An empty key: there is none to read.
    void add(const QString& key, Take take)
    {
        if (!key.isEmpty())
            m_steps.emplace_back(key, std::move(take));
    }

    void go()
    {
        if (m_done == m_steps.size()) {
            std::erase_if(
                m_reached.access.headers, [](const http::Field& header) { return header.name.empty(); });
            return m_then(std::move(m_reached));
        }
        m_secrets.read(m_steps[m_done].first)
            .then(m_context, [self = shared_from_this()](const QString& secret) {
                self->m_steps[self->m_done++].second(self->m_reached, secret.toStdString());
                self->go();
            });
    }

private:
    SecretStore& m_secrets;
    QObject* const m_context;
    const std::function<void(Reached reached)> m_then;
    Reached m_reached;
    std::vector<std::pair<QString, Take>> m_steps;
    std::size_t m_done = 0;
};

} // namespace

void reach(const Endpoint& endpoint, SecretStore& secrets, QObject* context,
    std::function<void(Reached reached)> then)
{
    const auto reading = std::make_shared<Reading>(endpoint, secrets, context, std::move(then));
    reading->add(secretKey(endpoint), [](Reached& reached, std::string secret) {
        if (secret.empty())
            reached.missing.emplace_back("token");
        reached.access.token = std::move(secret);
    });
    reading->add(passphraseKey(endpoint),
        [](Reached& reached, std::string secret) { reached.access.passphrase = std::move(secret); });
    for (std::size_t n = 0; n < endpoint.access.headers.size(); ++n) {
        reading->add(
            headerKey(endpoint, endpoint.access.headers[n]), [n](Reached& reached, std::string secret) {
                http::Field& header = reached.access.headers[n];
                if (secret.empty())
                    reached.missing.push_back("header " + std::exchange(header.name, {}));
                header.value = std::move(secret);
            });
    }
    reading->go();
}

} // namespace workspace
