// SPDX-License-Identifier: Apache-2.0
// acmpctl at the reference server of MCP before 2026-07-28, over each of its transports: named as what it is,
// and not as a connection that failed.
#include "tests/interop/program.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using interop::Finished;

class TestLegacy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data();
    void initTestCase();
    void init();
    void cleanupTestCase();
    void namesItAndWhatItOffers();
    void theDoctorNamesItAtTheVersion();
    void nothingElseIsAskedOfIt();
    void namesTheOldestTransport();

private:
    interop::Server m_server;
    QString m_target;
};

namespace {

/// Of a program on a busy machine, in ms.
const QString kSlowStart = u"25000"_s;

} // namespace

void TestLegacy::initTestCase_data()
{
    QTest::addColumn<bool>("isStdio");
    QTest::newRow("HTTP") << false;
    QTest::newRow("stdio") << true;
}

void TestLegacy::initTestCase()
{
    SKIP_WITHOUT_PEERS();
    m_server.start(interop::node(), { interop::peer(u"everything.mjs"_s), u"streamableHttp"_s });
    QVERIFY(!m_server.mcpUrl().isEmpty());
}

void TestLegacy::init()
{
    QFETCH_GLOBAL(bool, isStdio);
    m_target = isStdio ? u"stdio:'%1' '%2' stdio"_s.arg(interop::node(), interop::peer(u"everything.mjs"_s))
                       : m_server.mcpUrl();
}

void TestLegacy::cleanupTestCase()
{
    m_server.stop();
}

void TestLegacy::namesItAndWhatItOffers()
{
    const Finished inspect = interop::run(
        interop::acmpctl(), { u"inspect"_s, m_target, u"--json"_s, u"--timeout"_s, kSlowStart });
    VERIFY_ENDED(inspect, 1);
    QVERIFY(inspect.named(u"error"_s).isEmpty());
    const QJsonObject discovered = inspect.first(u"discovered"_s);
    QVERIFY(discovered.value(u"legacy"_s).toBool());
    QVERIFY(discovered.value(u"capability"_s).isNull());
    QCOMPARE(discovered.value(u"versions"_s).toArray(), QJsonArray { u"2025-11-25"_s });
    QCOMPARE(discovered.value(u"server"_s)[u"name"_s].toString(), u"mcp-servers/everything"_s);
    QCOMPARE(discovered.value(u"findings"_s)[0][u"id"_s].toString(), u"MCP-legacy"_s);
    const QJsonArray lists = discovered.value(u"lists"_s).toArray();
    QStringList kinds;
    for (const QJsonValue& list : lists) {
        kinds += list[u"kind"_s].toString();
        QVERIFY2(list[u"error"_s].isNull(), qPrintable(inspect.text));
        QVERIFY2(!list[u"items"_s].toArray().isEmpty(), qPrintable(inspect.text));
    }
    QCOMPARE(kinds, (QStringList { u"tools"_s, u"resources"_s, u"resourceTemplates"_s, u"prompts"_s }));
}

void TestLegacy::theDoctorNamesItAtTheVersion()
{
    const Finished doctor = interop::run(interop::acmpctl(),
        { u"inspect"_s, u"--doctor"_s, m_target, u"--json"_s, u"--timeout"_s, kSlowStart });
    VERIFY_ENDED(doctor, 1);
    for (const QJsonObject& step : doctor.named(u"step"_s)) {
        const QString name = step.value(u"name"_s).toString();
        if (name == u"version"_s) {
            QCOMPARE(step.value(u"state"_s).toString(), u"failed"_s);
            QVERIFY2(
                step.value(u"detail"_s).toString().contains(u"MCP 2025-11-25"_s), qPrintable(doctor.text));
            return;
        }
        QVERIFY2(step.value(u"ok"_s).toBool(), qPrintable(doctor.text));
    }
    QFAIL(qPrintable(doctor.text));
}

void TestLegacy::nothingElseIsAskedOfIt()
{
    const Finished invoke = interop::run(interop::acmpctl(),
        { u"invoke"_s, m_target, u"-c"_s, u"summarize"_s, u"--input"_s, u"text:x"_s, u"--json"_s,
            u"--discover-timeout"_s, kSlowStart });
    VERIFY_ENDED(invoke, 2);
    QVERIFY2(invoke.first(u"error"_s).value(u"message"_s).toString().contains(u"can't carry ACMP"_s),
        qPrintable(invoke.text));
    QVERIFY(invoke.named(u"sent"_s).isEmpty());
}

void TestLegacy::namesTheOldestTransport()
{
    QFETCH_GLOBAL(bool, isStdio);
    if (isStdio)
        QSKIP("that one is of HTTP");
    interop::Server old;
    old.start(interop::node(), { interop::peer(u"everything.mjs"_s), u"sse"_s });
    const Finished inspect = interop::run(interop::acmpctl(), { u"inspect"_s, old.mcpUrl(), u"--json"_s });
    VERIFY_ENDED(inspect, 1);
    QVERIFY2(inspect.first(u"error"_s).value(u"message"_s).toString().contains(u"2024-11-05"_s),
        qPrintable(inspect.text));
    old.stop();
}

QTEST_GUILESS_MAIN(TestLegacy)
#include "tst_legacy.moc"
