// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/tester.h"

#include "protocol/workspace/secretstore.h"

namespace endpoints {

Tester::Tester(Discover discover, workspace::SecretStore& secrets, QObject* parent)
    : QObject(parent)
    , m_discover(std::move(discover))
    , m_secrets(secrets)
{
}

namespace {

/// It is asked the same way.
bool isSame(const workspace::Endpoint& a, const workspace::Endpoint& b)
{
    return a.url == b.url && a.tokenRef == b.tokenRef && a.access == b.access;
}

} // namespace

Outcome Tester::outcome(const workspace::Endpoint& endpoint) const
{
    const auto found = m_tests.find(endpoint.id);
    return found != m_tests.end() && isSame(found->second.asked, endpoint) ? found->second.outcome
                                                                           : Outcome();
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
    test = { endpoint, number, {} };
    test.outcome.stage = Outcome::Stage::Running;
    Q_EMIT changed(endpoint.id);
    workspace::reach(endpoint, m_secrets, this,
        [this, id = endpoint.id, number](const workspace::Reached& reached) { ask(id, number, reached); });
}

void Tester::ask(const QString& id, quint64 number, const workspace::Reached& reached)
{
    Test* test = find(id, number);
    if (!test)
        return;
    test->outcome.missing = reached.missing;
    m_discover(reached.access)
        .then(this, [this, id, number](const stack::Probe& probe) { end(id, number, probe); })
        .onCanceled(this, [this, id, number] {
            end(id, number,
                { std::unexpected(wire::Error {
                      wire::ErrorKind::Cancelled, "the test was not carried out", {}, {}, {}, true }),
                    {}, nullptr });
        });
}

void Tester::end(const QString& id, quint64 number, stack::Probe probe)
{
    Test* test = find(id, number);
    if (!test)
        return;
    test->outcome.stage = Outcome::Stage::Ended;
    test->outcome.at = QTime::currentTime();
    test->outcome.discovery = std::make_shared<const stack::Stack::Discovery>(std::move(probe.discovery));
    test->outcome.transportName = std::move(probe.transportName);
    test->outcome.route = std::move(probe.route);
    test->outcome.inventory = std::move(probe.inventory);
    Q_EMIT changed(id);
}

} // namespace endpoints
