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
    access.proxy = set.proxy.toStdString();
    access.directory = set.directory.toStdString();
    for (const Variable& variable : set.environment)
        access.environment.emplace_back(variable.name.toStdString(), variable.value.toStdString());
    return access;
}

namespace {

using Taken = std::function<void(const std::string& secret)>;

/// An empty key: no secret, at once.
void read(SecretStore& secrets, const QString& key, QObject* context, Taken then)
{
    if (key.isEmpty())
        return then({});
    secrets.read(key).then(
        context, [then = std::move(then)](const QString& secret) { then(secret.toStdString()); });
}

} // namespace

void reach(const Endpoint& endpoint, SecretStore& secrets, QObject* context,
    std::function<void(Reached reached)> then)
{
    const QString passphrase = passphraseKey(endpoint);
    Reached reached { accessOf(endpoint), false };
    read(secrets, secretKey(endpoint), context,
        [reached = std::move(reached), passphrase, hasToken = !endpoint.tokenRef.isEmpty(), &secrets, context,
            then = std::move(then)](const std::string& token) mutable {
            reached.access.token = token;
            reached.isTokenMissing = hasToken && token.empty();
            read(secrets, passphrase, context, [reached, then](const std::string& secret) {
                Reached whole = reached;
                whole.access.passphrase = secret;
                then(std::move(whole));
            });
        });
}

} // namespace workspace
