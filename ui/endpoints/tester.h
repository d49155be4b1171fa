// SPDX-License-Identifier: GPL-3.0-or-later
// Asks endpoints what they are, several at once, and keeps what each said: under the endpoint it was asked
// of, and only while that endpoint is still the one that was asked.
#pragma once

#include "ui/stack/stack.h"
#include "ui/workspace/workspace.h"

#include <QObject>
#include <QTime>

#include <functional>
#include <map>

namespace workspace {
class SecretStore;
}

namespace endpoints {

struct Outcome {
    enum class Stage { NotTested, Running, Ended };
    Stage stage = Stage::NotTested;
    bool isTokenMissing = false; ///< it has one, which is not stored here
    QTime at; ///< of the end, local
    std::shared_ptr<const stack::Stack::Discovery> discovery; ///< once it has ended
};

class Tester final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tester)

public:
    using Discover = std::function<QFuture<stack::Stack::Discovery>(const stack::Target& target)>;

    /// `secrets` must outlive it.
    Tester(Discover discover, workspace::SecretStore& secrets, QObject* parent = nullptr);

    /// Again if it has ended; nothing while it runs.
    void test(const workspace::Endpoint& endpoint);
    Outcome outcome(const workspace::Endpoint& endpoint) const;

Q_SIGNALS:
    void changed(const QString& endpointId);

private:
    struct Test {
        QString url, tokenRef;
        quint64 number = 0;
        Outcome outcome;
    };
    /// Null if it is no longer the newest of that endpoint.
    Test* find(const QString& id, quint64 number);
    void ask(const QString& id, quint64 number, const QString& token);
    void end(const QString& id, quint64 number, stack::Stack::Discovery discovery);

    Discover m_discover;
    workspace::SecretStore& m_secrets;
    std::map<QString, Test> m_tests;
    quint64 m_lastNumber = 0;
};

} // namespace endpoints
