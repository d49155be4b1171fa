// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/reach.h"

#include "ui/workspace/secretstore.h"

namespace stack {

Target targetOf(const workspace::Endpoint& endpoint)
{
    const workspace::Access& access = endpoint.access;
    Target target;
    target.url = endpoint.url.toStdString();
    target.tls.caFile = access.tls.caFile.toStdString();
    target.tls.certificateFile = access.tls.certificateFile.toStdString();
    target.tls.keyFile = access.tls.keyFile.toStdString();
    target.tls.pin = access.tls.pin.toStdString();
    target.proxy = access.proxy.toStdString();
    target.traceparent = access.traceparent.toStdString();
    target.directory = access.directory.toStdString();
    for (const workspace::Variable& variable : access.environment)
        target.environment.emplace_back(variable.name.toStdString(), variable.value.toStdString());
    return target;
}

namespace {

using Taken = std::function<void(const std::string& secret)>;

/// An empty key: no secret, at once.
void read(workspace::SecretStore& secrets, const QString& key, QObject* context, Taken then)
{
    if (key.isEmpty())
        return then({});
    secrets.read(key).then(
        context, [then = std::move(then)](const QString& secret) { then(secret.toStdString()); });
}

} // namespace

void reach(const workspace::Endpoint& endpoint, workspace::SecretStore& secrets, QObject* context,
    std::function<void(Reached reached)> then)
{
    const QString passphrase = workspace::passphraseKey(endpoint);
    Reached reached { targetOf(endpoint), false };
    read(secrets, workspace::secretKey(endpoint), context,
        [reached = std::move(reached), passphrase, hasToken = !endpoint.tokenRef.isEmpty(), &secrets, context,
            then = std::move(then)](const std::string& token) mutable {
            reached.target.token = token;
            reached.isTokenMissing = hasToken && token.empty();
            read(secrets, passphrase, context, [reached, then](const std::string& secret) {
                Reached whole = reached;
                whole.target.passphrase = secret;
                then(std::move(whole));
            });
        });
}

} // namespace stack
