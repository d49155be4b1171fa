// SPDX-License-Identifier: Apache-2.0
// WebSockets with npm's ws at the other end: acmpctl as a buyer at a provider that knows no MCP, and an odd
// buyer at acmpctl serve.
#include "tests/interop/program.h"

#include <QJsonArray>
#include <QTemporaryFile>
#include <QTest>

using namespace Qt::StringLiterals;
using interop::Finished;

class TestWsPeers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void saysThatItsCapabilitiesAreUnknown();
    void streamsWhatCameInPieces();
    void cancelIsConfirmed();
    void streamsItsInput_data();
    void streamsItsInput();
    void namesAnUnknownCapability();
    void namesHowThePeerHungUp();
    void refusesABinaryMessage();
    void namesARefusedHandshake();
    void servesAnOddBuyer();

private:
    Finished invoke(const QString& capability, const QStringList& more, const QByteArray& input = {}) const
    {
        return interop::run(interop::acmpctl(),
            QStringList { u"invoke"_s, u"--json"_s, m_target, u"-c"_s, capability, u"--stream"_s } + more,
            input);
    }

    interop::Server m_provider;
    QString m_target;
};

namespace {

QString outputOf(const Finished& run)
{
    QString text;
    for (const QJsonObject& chunk : run.named(u"chunk"_s))
        text += chunk.value(u"data"_s).toString();
    return text;
}

QStringList findingsOf(const Finished& run)
{
    QStringList ids;
    for (const QJsonObject& finding : run.named(u"finding"_s))
        ids.append(finding.value(u"id"_s).toString());
    return ids;
}

} // namespace

void TestWsPeers::initTestCase()
{
    SKIP_WITHOUT_PEERS();
    m_provider.start(interop::node(), { interop::peer(u"wsprovider.mjs"_s) });
    QVERIFY(!m_provider.wsUrl().isEmpty());
    m_target = m_provider.wsUrl() + u"?party_id=agent%3Abuyer"_s;
}

void TestWsPeers::cleanupTestCase()
{
    m_provider.stop();
}

void TestWsPeers::saysThatItsCapabilitiesAreUnknown()
{
    const Finished inspect = interop::run(interop::acmpctl(), { u"inspect"_s, u"--json"_s, m_target });
    VERIFY_ENDED(inspect, 0);
    const QJsonObject discovered = inspect.first(u"discovered"_s);
    QCOMPARE(discovered.value(u"transport"_s).toString(), u"WebSocket"_s);
    QVERIFY(discovered.value(u"capability"_s).isNull());
}

void TestWsPeers::streamsWhatCameInPieces()
{
    const Finished story
        = invoke(u"story"_s, { u"--input"_s, u"text:bitte"_s, u"--max-price"_s, u"0.001"_s });
    VERIFY_ENDED(story, 0);
    QVERIFY2(interop::areInOrder(story.named(u"chunk"_s)), qPrintable(story.text));
    QCOMPARE(outputOf(story), u"Es war einmal ein Käuzchen 🦉, das fraß keine Mäuse."_s);
    const QJsonObject result = story.first(u"result"_s);
    QCOMPARE(result.value(u"raw"_s)[u"result"_s][u"party"_s].toString(), u"agent:buyer"_s);
    QCOMPARE(findingsOf(story), QStringList());
}

void TestWsPeers::cancelIsConfirmed()
{
    const Finished diary = invoke(u"diary"_s, { u"--cancel-after"_s, u"200"_s });
    VERIFY_ENDED(diary, 0);
    QVERIFY(diary.first(u"cancelled"_s).value(u"confirmed"_s).toBool());
    QVERIFY(!diary.named(u"heartbeat"_s).isEmpty());
    QVERIFY(diary.named(u"chunk"_s).size() > 1);
    QCOMPARE(findingsOf(diary), QStringList());
}

void TestWsPeers::streamsItsInput_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("pieces");
    QTest::newRow("lines") << QStringList() << 4; // the last is empty and final
    QTest::newRow("pieces of 7 bytes") << QStringList { u"--chunk-bytes"_s, u"7"_s } << 5;
}

void TestWsPeers::streamsItsInput()
{
    QFETCH(QStringList, options);
    QFETCH(int, pieces);
    const QByteArray input = "the quick\nbrown fox\njumps over\n";
    const Finished echo = invoke(u"echo"_s, QStringList { u"--input-stream"_s, u"-"_s } + options, input);
    VERIFY_ENDED(echo, 0);
    QCOMPARE(echo.named(u"chunk"_s).size(), pieces);
    QCOMPARE(outputOf(echo), QString::fromUtf8(input));
    QCOMPARE(findingsOf(echo), QStringList());
}

void TestWsPeers::namesAnUnknownCapability()
{
    const Finished unknown = invoke(u"nothing-of-the-kind"_s, {});
    VERIFY_ENDED(unknown, 1);
    QCOMPARE(unknown.first(u"error"_s).value(u"code"_s).toInteger(), -33002);
}

void TestWsPeers::namesHowThePeerHungUp()
{
    const Finished hangUp = invoke(u"hangUp"_s, {});
    VERIFY_ENDED(hangUp, 3);
    QCOMPARE(outputOf(hangUp), u"that was "_s);
    const QString message = hangUp.first(u"error"_s).value(u"message"_s).toString();
    QVERIFY2(message.contains(u"1011"_s) && message.contains(u"out of paper"_s), qPrintable(message));
}

void TestWsPeers::refusesABinaryMessage()
{
    const Finished binary = invoke(u"binary"_s, {});
    VERIFY_ENDED(binary, 4);
    QVERIFY2(binary.text.contains(u"binary"_s), qPrintable(binary.text));
}

void TestWsPeers::namesARefusedHandshake()
{
    const Finished refused
        = interop::run(interop::acmpctl(), { u"inspect"_s, u"--json"_s, m_provider.wsUrl() });
    VERIFY_ENDED(refused, 4);
    QVERIFY2(refused.text.contains(u"400"_s), qPrintable(refused.text));
    QVERIFY2(refused.text.contains(u"party_id is missing"_s), qPrintable(refused.text));
}

void TestWsPeers::servesAnOddBuyer()
{
    interop::Server shop;
    shop.start(
        interop::acmpctl(), { u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, QString::fromUtf8(SHOP) });
    QVERIFY(!shop.wsUrl().isEmpty());
    const Finished buyer
        = interop::run(interop::node(), { interop::peer(u"wsoddbuyer.mjs"_s), shop.wsUrl() });
    VERIFY_ENDED(buyer, 0);
    const auto member
        = [&](const QString& event, const QString& name) { return buyer.first(event).value(name); };
    QCOMPARE(member(u"connected"_s, u"extensions"_s).toString(), QString());
    QCOMPARE(member(u"connected"_s, u"protocol"_s).toString(), QString());
    QCOMPARE(member(u"pieces"_s, u"output"_s)[u"data"_s].toString(), u"Grüße, 世界 🙂"_s);
    QCOMPARE(member(u"pong"_s, u"payload"_s).toString(), u"still there?"_s);
    const QJsonArray output = member(u"input"_s, u"output"_s).toArray();
    QCOMPARE(output.size(), 1);
    QCOMPARE(output.last()[u"chunk"_s][u"data"_s].toString(), u"one two three"_s);
    QVERIFY(member(u"input"_s, u"result"_s)[u"output_streamed"_s].toBool());
    // The same party's is not run again, and not something else under the same id (Layer 1 §3.1.1).
    QCOMPARE(member(u"same party"_s, u"code"_s).toInteger(), -32602);
    QCOMPARE(member(u"other party"_s, u"output"_s)[u"data"_s].toString(), u"Guten Tag."_s);
    QCOMPARE(member(u"binary"_s, u"code"_s).toInteger(), 1003);
    QVERIFY(!buyer.named(u"alive"_s).isEmpty());
    QCOMPARE(member(u"closed"_s, u"code"_s).toInteger(), 1000);
    QVERIFY(shop.stop());
}

QTEST_GUILESS_MAIN(TestWsPeers)
#include "tst_wspeers.moc"
