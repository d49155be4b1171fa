// SPDX-License-Identifier: GPL-3.0-or-later
// Asks endpoints what they are, several at once, and keeps what each said: under the endpoint it was asked
// of, and only while that endpoint is still the one that was asked.
#pragma once

#include "protocol/workspace/reach.h"
#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"

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
    std::vector<std::string> missing = {}; ///< as workspace::Reached has it
    QTime at; ///< of the end, local
    std::shared_ptr<const stack::Stack::Discovery> discovery; ///< once it has ended
    std::string transportName; ///< "MCP over HTTPS"; empty where it could not be tried
    std::shared_ptr<const transport::Route> route; ///< null where nothing was connected to

    std::shared_ptr<const binding::Inventory> inventory; ///< null where it could not be asked for

    /// Of the last handshake; null if there was none.
    const tls::SessionFacts* tls() const { return route && route->tls ? &*route->tls : nullptr; }
};

class Tester final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tester)

public:
    using Discover = std::function<QFuture<stack::Probe>(const binding::Access& target)>;

    /// `secrets` must outlive it.
    Tester(Discover discover, workspace::SecretStore& secrets, QObject* parent = nullptr);

    /// Again if it has ended; nothing while it runs.
    void test(const workspace::Endpoint& endpoint);
    Outcome outcome(const workspace::Endpoint& endpoint) const;

Q_SIGNALS:
    void changed(const QString& endpointId);

private:
    struct Test {
        workspace::Endpoint asked;
        quint64 number = 0;
        Outcome outcome;
    };
    /// Null if it is no longer the newest of that endpoint.
    Test* find(const QString& id, quint64 number);
    void ask(const QString& id, quint64 number, const workspace::Reached& reached);
    void end(const QString& id, quint64 number, stack::Probe probe);

    Discover m_discover;
    workspace::SecretStore& m_secrets;
    std::map<QString, Test> m_tests;
    quint64 m_lastNumber = 0;
};

} // namespace endpoints
