// SPDX-License-Identifier: Apache-2.0
// What a TARGET means: an address, or the name of an endpoint in the workspace with all that is set for it
// there. What the command line says of tokens, TLS, proxy and programs goes before what the workspace says.
#pragma once

#include "app/acmpctl/arguments.h"

#include "protocol/binding/access.h"
#include "protocol/workspace/secretstore.h"
#include "protocol/workspace/spendguard.h"
#include "protocol/workspace/workspace.h"

#include <QFuture>
#include <QObject>

namespace acmpctl {

class Targets final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Targets)

public:
    using Found = std::expected<binding::Access, wire::Error>;

    Targets(const GlobalArguments& arguments, Environment environment, QObject* parent);

    /// May read the keychain: where a secret is stored for the endpoint, and none was given.
    QFuture<Found> find(const std::string& target);

    /// What guards the money of the workspace that the target was found in; null: it is an address, and no
    /// workspace's. After find().
    workspace::SpendGuard* spendingOf(const std::string& target);

    /// An address with what the command line says.
    binding::Access given(const std::string& address) const;

private:
    std::expected<workspace::Endpoint, wire::Error> findEndpoint(
        const std::string& name, const wire::Error& parsing);
    QFuture<Found> reachEndpoint(workspace::Endpoint endpoint);
    wire::Error secretMissing(const std::string& secret, const std::string& endpoint) const;
    void apply(binding::Access& access) const;

    GlobalArguments m_arguments;
    Environment m_environment;
    std::unique_ptr<workspace::SecretStore> m_secrets;
    QString m_ledger; ///< of the workspace; empty before a target was found by its name
    workspace::Budget m_budget; ///< likewise
    std::unique_ptr<workspace::SpendGuard> m_spending; ///< null before something is to be spent
    std::string m_keychainFailure; ///< why it can't be read; empty: nothing is known against it
};

} // namespace acmpctl
