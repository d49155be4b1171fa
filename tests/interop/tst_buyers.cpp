// SPDX-License-Identifier: Apache-2.0
// A buyer on the official MCP TypeScript SDK at the provider of acmpctl serve. It makes one visit; the cases
// look at what it saw.
#include "tests/interop/program.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;

class TestSdkBuyer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void discovers();
    void quotesAndAccepts();
    void streams();
    void getsTheSameForTheSameTask();
    void cancels();
    void isRefused();

private:
    QList<QJsonObject> errors(const QString& method) const;
    /// Of the task that ended well, which it asked for twice.
    QList<QJsonObject> chunks() const;

    interop::Finished m_buyer;
};

void TestSdkBuyer::initTestCase()
{
    SKIP_WITHOUT_PEERS();
    interop::Server provider;
    provider.start(interop::acmpctl(), { u"serve"_s, u"--port"_s, u"0"_s, u"--json"_s });
    QCOMPARE(provider.listening().value(u"event"_s), u"listening"_s);
    m_buyer = interop::run(interop::node(), { interop::peer(u"buyer.mjs"_s), provider.mcpUrl() });
    VERIFY_ENDED(m_buyer, 0);
    QVERIFY(provider.stop());
}

QList<QJsonObject> TestSdkBuyer::errors(const QString& method) const
{
    QList<QJsonObject> all = m_buyer.named(u"error"_s);
    all.removeIf([&](const QJsonObject& error) { return error.value(u"method"_s) != method; });
    return all;
}

void TestSdkBuyer::discovers()
{
    const QJsonObject discovered = m_buyer.first(u"discovered"_s);
    QCOMPARE(discovered.value(u"version"_s).toString(), u"2026-07-28"_s);
    const QJsonValue capability = discovered.value(u"capability"_s);
    QCOMPARE(capability[u"role"_s].toString(), u"provider"_s);
    QVERIFY(capability[u"accepts"_s].toArray().contains(u"acmp/invoke"_s));
    QVERIFY(capability[u"features"_s][u"output_streaming"_s].toBool());
    QVERIFY(capability[u"features"_s][u"heartbeat_interval_ms"_s].toInteger() > 0);
}

void TestSdkBuyer::quotesAndAccepts()
{
    const QJsonObject offer = m_buyer.first(u"offer"_s);
    QCOMPARE(offer.value(u"capability"_s).toString(), u"sentiment-analysis"_s);
    QVERIFY(offer.value(u"price_cu"_s).toDouble() > 0);
    QCOMPARE(m_buyer.named(u"accepted"_s).size(), 1);
    const QJsonObject accepted = m_buyer.first(u"accepted"_s);
    QCOMPARE(accepted.value(u"offer_id"_s), offer.value(u"offer_id"_s));
    QCOMPARE(accepted.value(u"price_cu"_s), offer.value(u"price_cu"_s));
    QCOMPARE(accepted.value(u"escrow_id"_s).toString(), u"esc_interop"_s);

    const QList<QJsonObject> refusals = errors(u"acmp/accept"_s);
    QCOMPARE(refusals.size(), 2);
    QCOMPARE(refusals.at(0).value(u"code"_s).toInteger(), -34003);
    QCOMPARE(refusals.at(1).value(u"code"_s).toInteger(), -34001);
}

QList<QJsonObject> TestSdkBuyer::chunks() const
{
    const QJsonValue taskId = m_buyer.first(u"result"_s).value(u"task_id"_s);
    QList<QJsonObject> all = m_buyer.named(u"chunk"_s);
    all.removeIf([&](const QJsonObject& chunk) { return chunk.value(u"task_id"_s) != taskId; });
    return all;
}

void TestSdkBuyer::streams()
{
    QVERIFY2(interop::areInOrder(chunks().first(chunks().size() / 2)), qPrintable(m_buyer.text));
    const QJsonObject result = m_buyer.first(u"result"_s);
    QVERIFY(result.value(u"output_streamed"_s).toBool());
    QVERIFY(!result.contains(u"output"_s));
    QCOMPARE(result.value(u"cost_cu"_s), m_buyer.first(u"offer"_s).value(u"price_cu"_s));
    QVERIFY(result.value(u"tokens_used"_s).toInteger(-1) >= 0);
}

void TestSdkBuyer::getsTheSameForTheSameTask()
{
    const QList<QJsonObject> results = m_buyer.named(u"result"_s);
    QCOMPARE(results.size(), 2);
    QCOMPARE(results.at(1), results.at(0));
    QCOMPARE(chunks().size() % 2, 0);
    QCOMPARE(chunks().last(chunks().size() / 2), chunks().first(chunks().size() / 2));
}

void TestSdkBuyer::cancels()
{
    const QList<QJsonObject> refusals = errors(u"acmp/invoke"_s);
    QCOMPARE(refusals.size(), 3);
    const QJsonObject cancelled = refusals.first();
    QCOMPARE(cancelled.value(u"code"_s).toInteger(), -33004);
    QCOMPARE(cancelled.value(u"data"_s)[u"task_id"_s], cancelled.value(u"task_id"_s));
    const QList<QJsonObject> heartbeats = m_buyer.named(u"heartbeat"_s);
    QVERIFY(std::any_of(heartbeats.begin(), heartbeats.end(), [&](const QJsonObject& heartbeat) {
        return heartbeat.value(u"task_id"_s) == cancelled.value(u"task_id"_s);
    }));
}

void TestSdkBuyer::isRefused()
{
    const QList<QJsonObject> refusals = errors(u"acmp/invoke"_s);
    QCOMPARE(refusals.size(), 3);
    QCOMPARE(refusals.at(1).value(u"code"_s).toInteger(), -33002);
    QCOMPARE(refusals.at(2).value(u"code"_s).toInteger(), -33001);
    QVERIFY(refusals.at(2).value(u"data"_s)[u"min_price_cu"_s].toDouble() > 0);
}

QTEST_GUILESS_MAIN(TestSdkBuyer)
#include "tst_buyers.moc"
