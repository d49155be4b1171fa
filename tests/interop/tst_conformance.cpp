// SPDX-License-Identifier: Apache-2.0
// The official MCP conformance suite against acmpctl serve, with its fixtures and without, and against a
// client on our binding. Every scenario that MCP 2026-07-28 requires but for OAuth's.
#include "tests/interop/program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr int kPatienceMs = 120'000;

struct Report {
    int exitCode = -1;
    QString text;
};

} // namespace

class TestConformance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theServerPassesWithItsFixtures();
    void theServerAlonePassesWhatItCan();
    void theClientPasses_data();
    void theClientPasses();

private:
    Report suite(const QStringList& arguments) const;
    Report serverSuite(const QStringList& serveOptions, const QStringList& suiteOptions) const;
};

void TestConformance::initTestCase()
{
    SKIP_WITHOUT_PEERS();
}

Report TestConformance::suite(const QStringList& arguments) const
{
    const QTemporaryDir results;
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(interop::node(),
        QStringList { interop::peer(u"node_modules/@modelcontextprotocol/conformance/dist/index.js"_s) }
            + arguments + QStringList { u"-o"_s, results.path() });
    Report report;
    if (process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit)
        report.exitCode = process.exitCode();
    report.text = QString::fromUtf8(process.readAll());
    if (report.exitCode < 0) {
        process.kill();
        process.waitForFinished(kPatienceMs);
    }
    return report;
}

Report TestConformance::serverSuite(const QStringList& serveOptions, const QStringList& suiteOptions) const
{
    interop::Server server;
    server.start(
        interop::acmpctl(), QStringList { u"serve"_s, u"--port"_s, u"0"_s, u"--json"_s } + serveOptions);
    if (server.mcpUrl().isEmpty())
        return { -1, u"acmpctl serve did not start"_s };
    return suite(
        QStringList { u"server"_s, u"--url"_s, server.mcpUrl(), u"--requirements"_s, u"2026-07-28"_s }
        + suiteOptions);
}

void TestConformance::theServerPassesWithItsFixtures()
{
    const Report report = serverSuite({ u"--conformance-fixtures"_s }, {});
    QVERIFY2(report.exitCode == 0, qPrintable(report.text));
    // Not scored yet, but in our hands.
    for (const QString& scenario :
        { u"json-schema-2020-12"_s, u"http-header-validation"_s, u"http-custom-header-server-validation"_s })
        QVERIFY2(report.text.contains(u"✓ "_s + scenario + u':'), qPrintable(report.text));
}

void TestConformance::theServerAlonePassesWhatItCan()
{
    const Report report
        = serverSuite({}, { u"--expected-failures"_s, QString::fromUtf8(CONFORMANCE_BASELINE) });
    QVERIFY2(report.exitCode == 0, qPrintable(report.text));
}

void TestConformance::theClientPasses_data()
{
    QTest::addColumn<QString>("scenario");
    for (const char* const name :
        { "tools_call", "request-metadata", "http-standard-headers", "http-custom-headers",
            "http-invalid-tool-headers", "sep-2322-client-request-state", "json-schema-ref-no-deref" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestConformance::theClientPasses()
{
    QFETCH(const QString, scenario);
    const Report report = suite({ u"client"_s, u"--command"_s, QString::fromUtf8(CONFORMANCE_CLIENT),
        u"--scenario"_s, scenario, u"--spec-version"_s, u"2026-07-28"_s, u"--timeout"_s, u"30000"_s });
    QVERIFY2(report.exitCode == 0, qPrintable(report.text));
}

QTEST_GUILESS_MAIN(TestConformance)
#include "tst_conformance.moc"
