// SPDX-License-Identifier: Apache-2.0
// Tokens in the system's keychain. Any error but that there is no such entry means that there is no keychain:
// from then on they are kept for this session, which is said once.
#pragma once

#include "protocol/workspace/secretstore.h"

#include <functional>

namespace workspace {

class KeychainStore final : public SecretStore {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeychainStore)

public:
    struct Call {
        enum class Kind { Read, Write, Remove };
        Kind kind = Kind::Read;
        QString key;
        QString secret; ///< to write
    };
    struct Answer {
        enum class Kind { Done, NotFound, Failed };
        Kind kind = Kind::Done;
        QString secret; ///< that was read
        QString reason; ///< of Failed
    };
    using Keychain = std::function<QFuture<Answer>(const Call& call)>;
    static Keychain systemKeychain();

    explicit KeychainStore(Keychain keychain = systemKeychain(), QObject* parent = nullptr);

    QFuture<QString> read(const QString& key) override;
    QFuture<void> write(const QString& key, const QString& secret) override;
    QFuture<void> remove(const QString& key) override;

private:
    bool fellBack(const Answer& answer);

    Keychain m_keychain;
    SessionStore m_session;
    bool m_hasFailed = false;
};

} // namespace workspace
