// SPDX-License-Identifier: Apache-2.0
// A buyer on the official A2A SDK at the provider of acmpctl serve, over both bindings. It makes one visit
// over each; the cases look at what it saw.
#include "tests/interop/program.h"

#include <QJsonArray>
#include <QTest>

#include <map>

using namespace Qt::StringLiterals;

class TestA2aBuyers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void discovers_data() { addBindings(); }
    void discovers();
    void quotesAndAccepts_data() { addBindings(); }
    void quotesAndAccepts();
    void streams_data() { addBindings(); }
    void streams();
    void cancelsAndIsRefused_data() { addBindings(); }
    void cancelsAndIsRefused();
    void blocksAndLooksUp_data() { addBindings(); }
    void blocksAndLooksUp();
    void watchesFromASecondStream_data() { addBindings(); }
    void watchesFromASecondStream();
    void isRefusedInTheTermsOfA2a_data() { addBindings(); }
    void isRefusedInTheTermsOfA2a();

private:
    void addBindings() const;
    const interop::Finished& buyer() const;
    QList<QJsonObject> errors(const QString& method) const;

    std::map<QString, interop::Finished> m_buyers;
};

void TestA2aBuyers::initTestCase()
{
    SKIP_WITHOUT_PEERS();
    interop::Server provider;
    provider.start(interop::acmpctl(), { u"serve"_s, u"--port"_s, u"0"_s, u"--json"_s });
    const QString card = provider.listening().value(u"a2a"_s).toString();
    QVERIFY(card.endsWith(u"/.well-known/agent-card.json"_s));
    for (const QString& binding : { u"JSONRPC"_s, u"HTTP+JSON"_s }) {
        m_buyers[binding]
            = interop::run(interop::node(), { interop::peer(u"a2abuyer.mjs"_s), card, binding });
        VERIFY_ENDED(m_buyers[binding], 0);
    }
    QVERIFY(provider.stop());
}

void TestA2aBuyers::addBindings() const
{
    QTest::addColumn<QString>("binding");
    for (const auto& [binding, unused] : m_buyers)
        QTest::newRow(qPrintable(binding)) << binding;
}

const interop::Finished& TestA2aBuyers::buyer() const
{
    return m_buyers.at(QString::fromUtf8(QTest::currentDataTag()));
}

QList<QJsonObject> TestA2aBuyers::errors(const QString& method) const
{
    QList<QJsonObject> all = buyer().named(u"error"_s);
    all.removeIf([&](const QJsonObject& error) { return error.value(u"method"_s) != method; });
    return all;
}

void TestA2aBuyers::discovers()
{
    const QJsonObject discovered = buyer().first(u"discovered"_s);
    QCOMPARE(discovered.value(u"version"_s).toString(), u"1.0"_s);
    const QJsonValue capability = discovered.value(u"capability"_s);
    QCOMPARE(capability[u"role"_s].toString(), u"provider"_s);
    QVERIFY(capability[u"features"_s][u"output_streaming"_s].toBool());
    QVERIFY(!capability[u"features"_s][u"input_streaming"_s].toBool(true));
    QVERIFY(capability[u"features"_s][u"heartbeat_interval_ms"_s].toInteger() > 0);
}

void TestA2aBuyers::quotesAndAccepts()
{
    const QJsonObject offer = buyer().first(u"offer"_s);
    QVERIFY(offer.value(u"price_cu"_s).toDouble() > 0);
    QCOMPARE(buyer().named(u"accepted"_s).size(), 1);
    QCOMPARE(buyer().first(u"accepted"_s).value(u"offer_id"_s), offer.value(u"offer_id"_s));
    const QList<QJsonObject> refusals = errors(u"acmp/accept"_s);
    QCOMPARE(refusals.size(), 2);
    QCOMPARE(refusals.at(0).value(u"code"_s).toInteger(), -34003);
    QCOMPARE(refusals.at(1).value(u"code"_s).toInteger(), -34001);
}

void TestA2aBuyers::streams()
{
    const QList<QJsonObject> results = buyer().named(u"result"_s);
    QCOMPARE(results.size(), 2);
    QCOMPARE(results.at(1), results.at(0));
    QVERIFY(results.at(0).value(u"output_streamed"_s).toBool());
    QList<QJsonObject> chunks = buyer().named(u"chunk"_s);
    chunks.removeIf([&](const QJsonObject& chunk) {
        return chunk.value(u"task_id"_s) != results.at(0).value(u"task_id"_s);
    });
    // Twice under one task_id, the second time replayed.
    QCOMPARE(chunks.size() % 2, 0);
    QVERIFY2(interop::areInOrder(chunks.first(chunks.size() / 2)), qPrintable(buyer().text));
    QCOMPARE(chunks.last(chunks.size() / 2), chunks.first(chunks.size() / 2));
}

void TestA2aBuyers::cancelsAndIsRefused()
{
    const QList<QJsonObject> refusals = errors(u"acmp/invoke"_s);
    QCOMPARE(refusals.size(), 3);
    QCOMPARE(refusals.at(0).value(u"code"_s).toInteger(), -33004);
    QCOMPARE(refusals.at(0).value(u"data"_s)[u"task_id"_s], refusals.at(0).value(u"task_id"_s));
    QCOMPARE(refusals.at(1).value(u"code"_s).toInteger(), -33002);
    QCOMPARE(refusals.at(2).value(u"code"_s).toInteger(), -33001);
    QVERIFY(!buyer().named(u"heartbeat"_s).isEmpty());
}

void TestA2aBuyers::blocksAndLooksUp()
{
    const QJsonObject done = buyer().first(u"blocking"_s);
    QCOMPARE(done.value(u"state"_s).toString(), u"COMPLETED"_s);
    const QJsonValue artifact = done.value(u"artifacts"_s)[0];
    QCOMPARE(artifact[u"artifactId"_s].toString(), u"acmp-result"_s);
    QCOMPARE(artifact[u"data"_s][u"acmp_result"_s][u"cost_cu"_s].toDouble(), 0.003);
    const QJsonObject known = buyer().first(u"known"_s);
    QCOMPARE(known.value(u"id"_s), done.value(u"id"_s));
    QCOMPARE(known.value(u"state"_s).toString(), u"COMPLETED"_s);
    QCOMPARE(known.value(u"messages"_s).toInteger(), 1);
    const QJsonObject listed = buyer().first(u"listed"_s);
    QCOMPARE(listed.value(u"total"_s).toInteger(), 1);
    QCOMPARE(listed.value(u"ids"_s)[0], done.value(u"id"_s));
}

void TestA2aBuyers::watchesFromASecondStream()
{
    const QList<QJsonObject> second = buyer().named(u"second"_s);
    QVERIFY(second.size() > 2);
    QCOMPARE(second.first().value(u"kind"_s).toString(), u"task"_s);
    for (const QString& stream : { u"first"_s, u"second"_s }) {
        const QJsonObject last = buyer().named(stream).last();
        QCOMPARE(last.value(u"state"_s).toString(), u"CANCELED"_s);
        QCOMPARE(last.value(u"said"_s)[0][u"acmp_error"_s][u"code"_s].toInteger(), -33004);
    }
    const QList<QJsonObject> canceled = buyer().named(u"canceled"_s);
    QCOMPARE(canceled.size(), 2);
    QCOMPARE(canceled.at(0).value(u"state"_s).toString(), u"CANCELED"_s);
    QCOMPARE(canceled.at(1), canceled.at(0));
}

void TestA2aBuyers::isRefusedInTheTermsOfA2a()
{
    QMap<QString, QString> refused;
    for (const QJsonObject& event : buyer().named(u"refused"_s))
        refused[event.value(u"what"_s).toString()] = event.value(u"name"_s).toString();
    QCOMPARE(refused.value(u"unknown"_s), u"TASK_NOT_FOUND"_s);
    QCOMPARE(refused.value(u"over"_s), u"UNSUPPORTED_OPERATION"_s);
    QCOMPARE(refused.value(u"late"_s), u"TASK_NOT_CANCELABLE"_s);
    QCOMPARE(refused.value(u"literal"_s), u"TASK_NOT_FOUND"_s);
    QVERIFY(buyer().named(u"odd"_s).isEmpty());
}

QTEST_GUILESS_MAIN(TestA2aBuyers)
#include "tst_a2abuyers.moc"
