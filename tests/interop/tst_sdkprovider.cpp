// SPDX-License-Identifier: Apache-2.0
// acmpctl as a buyer at a provider on the official SDKs: MCP's over HTTP and stdio, A2A's over both of its
// bindings.
#include "tests/interop/program.h"

#include <QHash>
#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using interop::Finished;

class TestSdkProvider : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanupTestCase();
    void inspectsTheProvider();
    void quotesAndAccepts();
    void namesARefusedQuote();
    void invokesWithStreaming();
    void invokesWithoutStreaming();
    void aTaskIdRunsOnce();
    void cancelIsConfirmed();
    void namesAnUnknownCapability();
    void theDeadlineHoldsAgainstHeartbeats();

private:
    Finished acmpctl(const QStringList& arguments) const;

    interop::Server m_provider, m_agent;
    QString m_agentUrl;
    QString m_target;
};

namespace {

const QString kInput = u"It broke after a week."_s;

QString joined(const QList<QJsonObject>& chunks, const auto& dataOf)
{
    QString text;
    for (const QJsonObject& chunk : chunks)
        text += dataOf(chunk).toString();
    return text;
}

/// The state of the verdict `id`; empty if it was not given.
QString verdict(const QJsonObject& result, const QString& id)
{
    const QJsonArray verdicts = result.value(u"verdicts"_s).toArray();
    for (const QJsonValue& verdict : verdicts) {
        if (verdict[u"id"_s] == id)
            return verdict[u"state"_s].toString();
    }
    return {};
}

} // namespace

void TestSdkProvider::initTestCase_data()
{
    QTest::addColumn<QString>("transport");
    for (const char* name : { "MCP over HTTP", "MCP over stdio", "A2A over JSON-RPC", "A2A over HTTP+JSON" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestSdkProvider::initTestCase()
{
    SKIP_WITHOUT_PEERS();
    m_provider.start(interop::node(), { interop::peer(u"provider.mjs"_s) });
    QVERIFY(!m_provider.mcpUrl().isEmpty());
    m_agent.start(interop::node(), { interop::peer(u"a2aprovider.mjs"_s) });
    m_agentUrl = m_agent.listening().value(u"a2a"_s).toString();
    QVERIFY(!m_agentUrl.isEmpty());
}

void TestSdkProvider::init()
{
    QFETCH_GLOBAL(QString, transport);
    const QHash<QString, QString> targets {
        { u"MCP over HTTP"_s, m_provider.mcpUrl() },
        { u"MCP over stdio"_s,
            u"stdio:'%1' '%2'"_s.arg(interop::node(), interop::peer(u"stdioprovider.mjs"_s)) },
        { u"A2A over JSON-RPC"_s, u"a2a:"_s + m_agentUrl },
        { u"A2A over HTTP+JSON"_s, u"a2a+rest:"_s + m_agentUrl },
    };
    m_target = targets.value(transport);
}

void TestSdkProvider::cleanupTestCase()
{
    m_provider.stop();
    m_agent.stop();
}

Finished TestSdkProvider::acmpctl(const QStringList& arguments) const
{
    QStringList all = arguments;
    all.insert(1, m_target);
    Finished finished = interop::run(interop::acmpctl(), all + QStringList { u"--json"_s });
    for (const QJsonObject& event : finished.events) {
        if (!event.value(u"t_ms"_s).isDouble())
            finished.mistake = u"an event without t_ms"_s;
    }
    return finished;
}

void TestSdkProvider::inspectsTheProvider()
{
    const Finished inspect = acmpctl({ u"inspect"_s });
    VERIFY_ENDED(inspect, 0);
    const QJsonObject discovered = inspect.first(u"discovered"_s);
    QFETCH_GLOBAL(QString, transport);
    const bool isAgent = transport.startsWith(u"A2A"_s);
    const QString place = transport == u"MCP over stdio"_s ? u"stdioprovider.mjs"_s
        : transport == u"MCP over HTTP"_s                  ? m_provider.mcpUrl()
        : transport == u"A2A over JSON-RPC"_s              ? m_agentUrl + u"/rpc"_s
                                                           : m_agentUrl + u"/rest"_s;
    QVERIFY2(discovered.value(u"target"_s).toString().contains(place), qPrintable(inspect.text));
    QCOMPARE(discovered.value(u"transport"_s).toString(), transport);
    QCOMPARE(
        discovered.value(u"server"_s)[u"name"_s].toString(), isAgent ? u"a2a-provider"_s : u"sdk-provider"_s);
    QVERIFY(discovered.value(u"versions"_s).toArray().contains(isAgent ? u"1.0"_s : u"2026-07-28"_s));
    const QJsonValue capability = discovered.value(u"capability"_s);
    QCOMPARE(capability[u"role"_s].toString(), u"provider"_s);
    QCOMPARE(capability[u"features"_s][u"heartbeat_interval_ms"_s].toInteger(), 1000);
    QCOMPARE(capability[u"accepts"_s].toArray().size(), 4);
    QCOMPARE(discovered.value(u"findings"_s).toArray(), QJsonArray());
}

void TestSdkProvider::quotesAndAccepts()
{
    const Finished quote = acmpctl({ u"quote"_s, u"-c"_s, u"sentiment-analysis"_s, u"--max-price"_s, u"1"_s,
        u"--proof"_s, u"result-hash"_s, u"--escrow"_s, u"esc_1"_s, u"--accept"_s, u"cheapest"_s });
    VERIFY_ENDED(quote, 0);
    const QJsonObject offered = quote.first(u"offer"_s);
    QCOMPARE(offered.value(u"offer"_s)[u"price_cu"_s].toDouble(), 0.003);
    QCOMPARE(offered.value(u"offer"_s)[u"proof_method"_s].toString(), u"result-hash"_s);
    QCOMPARE(offered.value(u"signature"_s)[u"state"_s].toString(), u"unsigned"_s);
    const QJsonObject accepted = quote.first(u"accepted"_s);
    QCOMPARE(accepted.value(u"offer_id"_s), offered.value(u"offer"_s)[u"offer_id"_s]);
    QCOMPARE(accepted.value(u"price_cu"_s).toDouble(), 0.003);
    QCOMPARE(accepted.value(u"escrow_id"_s).toString(), u"esc_1"_s);
}

void TestSdkProvider::namesARefusedQuote()
{
    const Finished quote
        = acmpctl({ u"quote"_s, u"-c"_s, u"sentiment-analysis"_s, u"--max-price"_s, u"0.001"_s });
    VERIFY_ENDED(quote, 1);
    const QJsonObject refused = quote.first(u"refused"_s);
    QCOMPARE(refused.value(u"code"_s).toInteger(), -33001);
    QCOMPARE(refused.value(u"name"_s).toString(), u"budget_exceeded"_s);
    QCOMPARE(refused.value(u"data"_s)[u"min_price_cu"_s].toDouble(), 0.003);
}

void TestSdkProvider::invokesWithStreaming()
{
    const Finished invoke = acmpctl(
        { u"invoke"_s, u"-c"_s, u"sentiment-analysis"_s, u"--input"_s, u"text:"_s + kInput, u"--stream"_s,
            u"--output-type"_s, u"text"_s, u"--proof"_s, u"result-hash"_s, u"--max-price"_s, u"0.003"_s });
    VERIFY_ENDED(invoke, 0);
    QCOMPARE(invoke.named(u"sent"_s).size(), 1);
    QCOMPARE(invoke.named(u"heartbeat"_s).size(), 1);
    const QList<QJsonObject> chunks = invoke.named(u"chunk"_s);
    QCOMPARE(chunks.size(), 5);
    QVERIFY2(interop::areInOrder(chunks), qPrintable(invoke.text));
    QCOMPARE(joined(chunks, [](const QJsonObject& chunk) { return chunk.value(u"data"_s); }), kInput);
    const QJsonObject result = invoke.first(u"result"_s);
    QCOMPARE(result.value(u"task_id"_s), invoke.first(u"sent"_s).value(u"task_id"_s));
    QCOMPARE(result.value(u"output"_s)[u"data"_s].toString(), kInput);
    QCOMPARE(result.value(u"cost_cu"_s).toDouble(), 0.003);
    QCOMPARE(result.value(u"tokens_used"_s).toInteger(), 5);
    QCOMPARE(verdict(result, u"proof"_s), u"ok"_s);
    QCOMPARE(verdict(result, u"cost"_s), u"ok"_s);
}

void TestSdkProvider::invokesWithoutStreaming()
{
    const Finished invoke = acmpctl({ u"invoke"_s, u"-c"_s, u"sentiment-analysis"_s, u"--input"_s,
        u"text:"_s + kInput, u"--proof"_s, u"result-hash"_s });
    VERIFY_ENDED(invoke, 0);
    QVERIFY(invoke.named(u"chunk"_s).isEmpty());
    const QJsonObject result = invoke.first(u"result"_s);
    QCOMPARE(result.value(u"output"_s)[u"type"_s].toString(), u"text"_s);
    QCOMPARE(result.value(u"output"_s)[u"data"_s].toString(), kInput);
    QCOMPARE(verdict(result, u"proof"_s), u"ok"_s);
}

void TestSdkProvider::aTaskIdRunsOnce()
{
    QFETCH_GLOBAL(QString, transport);
    if (transport == u"MCP over stdio"_s)
        QSKIP("each run has a provider of its own");
    const QStringList arguments { u"invoke"_s, u"-c"_s, u"sentiment-analysis"_s, u"--input"_s,
        u"text:"_s + kInput, u"--stream"_s, u"--task-id"_s, u"task_once_"_s + transport.right(4) };
    const Finished first = acmpctl(arguments);
    VERIFY_ENDED(first, 0);
    QVERIFY(!first.named(u"chunk"_s).isEmpty());
    const Finished second = acmpctl(arguments);
    QVERIFY2(second.mistake.isEmpty(), qPrintable(second.mistake));
    QVERIFY2(second.named(u"chunk"_s).isEmpty(), "the provider ran it again");
    QCOMPARE(second.first(u"result"_s).value(u"cost_cu"_s), first.first(u"result"_s).value(u"cost_cu"_s));
}

void TestSdkProvider::cancelIsConfirmed()
{
    const Finished invoke = acmpctl({ u"invoke"_s, u"-c"_s, u"summarize"_s, u"--input"_s, u"text:"_s + kInput,
        u"--stream"_s, u"--cancel-after"_s, u"300"_s });
    VERIFY_ENDED(invoke, 0);
    QVERIFY(invoke.first(u"cancelled"_s).value(u"confirmed"_s).toBool());
    QVERIFY(invoke.named(u"result"_s).isEmpty());
    QVERIFY(invoke.named(u"error"_s).isEmpty());
}

void TestSdkProvider::namesAnUnknownCapability()
{
    const Finished invoke
        = acmpctl({ u"invoke"_s, u"-c"_s, u"nothing-of-the-kind"_s, u"--input"_s, u"text:"_s + kInput });
    VERIFY_ENDED(invoke, 1);
    const QJsonObject error = invoke.first(u"error"_s);
    QCOMPARE(error.value(u"code"_s).toInteger(), -33002);
    QCOMPARE(error.value(u"name"_s).toString(), u"capability_not_found"_s);
    QCOMPARE(error.value(u"data"_s)[u"detail"_s].toString(), u"nothing-of-the-kind"_s);
}

void TestSdkProvider::theDeadlineHoldsAgainstHeartbeats()
{
    const Finished invoke = acmpctl({ u"invoke"_s, u"-c"_s, u"summarize"_s, u"--input"_s, u"text:"_s + kInput,
        u"--stream"_s, u"--timeout-ms"_s, u"1500"_s });
    VERIFY_ENDED(invoke, 5);
    QVERIFY(!invoke.named(u"heartbeat"_s).isEmpty());
    QCOMPARE(invoke.first(u"error"_s).value(u"code"_s).toInteger(), -33003);
}

QTEST_GUILESS_MAIN(TestSdkProvider)
#include "tst_sdkprovider.moc"
