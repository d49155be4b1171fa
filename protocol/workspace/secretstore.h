// SPDX-License-Identifier: Apache-2.0
// Where tokens and passphrases are kept. Asked only because of something that the user has just done: a
// keychain may ask the user back.
#pragma once

#include <QFuture>
#include <QMap>
#include <QObject>

namespace workspace {

struct Endpoint;
struct Header;

/// What the token of an endpoint is stored under; empty if it has none. The server is a part of it: a
/// workspace that came from elsewhere can't have a token sent to another server than it was entered for.
QString secretKey(const Endpoint& endpoint);
/// What the passphrase of its key is stored under, likewise with the file it is for.
QString passphraseKey(const Endpoint& endpoint);
/// What the value of a header is stored under, likewise with the server; empty if it is no secret.
QString headerKey(const Endpoint& endpoint, const Header& header);

class SecretStore : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SecretStore)

public:
    /// Empty if there is none.
    virtual QFuture<QString> read(const QString& key) = 0;
    virtual QFuture<void> write(const QString& key, const QString& secret) = 0;
    virtual QFuture<void> remove(const QString& key) = 0;

Q_SIGNALS:
    /// Once: there is no keychain, so what is written is forgotten when the program ends.
    void keptForSessionOnly(const QString& reason);

protected:
    using QObject::QObject;
};

/// In memory.
class SessionStore final : public SecretStore {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionStore)

public:
    using SecretStore::SecretStore;

    QFuture<QString> read(const QString& key) override;
    QFuture<void> write(const QString& key, const QString& secret) override;
    QFuture<void> remove(const QString& key) override;

private:
    QMap<QString, QString> m_secrets;
};

} // namespace workspace
