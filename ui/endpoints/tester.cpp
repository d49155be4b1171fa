// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/tester.h"

#include "ui/workspace/secretstore.h"

namespace endpoints {

using stack::Stack;

Tester::Tester(Discover discover, workspace::SecretStore& secrets, QObject* parent)
    : QObject(parent)
    , m_discover(std::move(discover))
    , m_secrets(secrets)
{
}

Outcome Tester::outcome(const workspace::Endpoint& endpoint) const
{
    const auto found = m_tests.find(endpoint.id);
    if (found == m_tests.end() || found->second.url != endpoint.url
        || found->second.tokenRef != endpoint.tokenRef)
        return {};
    return found->second.outcome;
}

Tester::Test* Tester::find(const QString& id, quint64 number)
{
    const auto found = m_tests.find(id);
    return found != m_tests.end() && found->second.number == number ? &found->second : nullptr;
}

void Tester::test(const workspace::Endpoint& endpoint)
{
    if (outcome(endpoint).stage == Outcome::Stage::Running)
        return;
    const quint64 number = ++m_lastNumber;
    Test& test = m_tests[endpoint.id];
    test = { endpoint.url, endpoint.tokenRef, number, {} };
    test.outcome.stage = Outcome::Stage::Running;
    Q_EMIT changed(endpoint.id);
    if (endpoint.tokenRef.isEmpty())
        return ask(endpoint.id, number, {});
    m_secrets.read(workspace::secretKey(endpoint))
        .then(this, [this, id = endpoint.id, number](const QString& token) { ask(id, number, token); });
}

void Tester::ask(const QString& id, quint64 number, const QString& token)
{
    Test* test = find(id, number);
    if (!test)
        return;
    test->outcome.isTokenMissing = !test->tokenRef.isEmpty() && token.isEmpty();
    m_discover({ test->url.toStdString(), token.toStdString() })
        .then(this, [this, id, number](const Stack::Discovery& found) { end(id, number, found); })
        .onCanceled(this, [this, id, number] {
            end(id, number,
                std::unexpected(wire::Error {
                    wire::ErrorKind::Cancelled, "the test was not carried out", {}, {}, {}, true }));
        });
}

void Tester::end(const QString& id, quint64 number, Stack::Discovery discovery)
{
    Test* test = find(id, number);
    if (!test)
        return;
    test->outcome.stage = Outcome::Stage::Ended;
    test->outcome.at = QTime::currentTime();
    test->outcome.discovery = std::make_shared<const Stack::Discovery>(std::move(discovery));
    Q_EMIT changed(id);
}

} // namespace endpoints
