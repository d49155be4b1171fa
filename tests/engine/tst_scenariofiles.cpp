// SPDX-License-Identifier: Apache-2.0
// The scenarios that are shipped, and the page that documents their format.
#include "protocol/engine/output.h"
#include "protocol/engine/scenario.h"

#include <QDir>
#include <QFile>
#include <QTest>

class TestScenarioFiles final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEachShippedFile_data();
    void readsEachShippedFile();
    void playsAMarketOfFive();
    void hasABuiltinOne();
    void documentsEachMember();
    void documentsACompleteExample();
};

static QByteArray read(const QString& name)
{
    QFile file(QStringLiteral(ACMP_RESOURCES "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

static std::string whatIsWrong(
    const std::expected<engine::Scenario, std::vector<engine::ScenarioError>>& parsed)
{
    return parsed ? std::string() : parsed.error().front().toString();
}

static engine::Scenario shipped(const QString& name)
{
    return engine::Scenario::parse(
        read(QStringLiteral("scenarios/") + name + QStringLiteral(".json")).toStdString())
        .value_or(engine::Scenario());
}

void TestScenarioFiles::readsEachShippedFile_data()
{
    QTest::addColumn<QString>("file");
    const QStringList files
        = QDir(QStringLiteral(ACMP_RESOURCES "/scenarios")).entryList({ QStringLiteral("*.json") });
    QVERIFY(files.size() >= 4);
    for (const QString& file : files) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

void TestScenarioFiles::readsEachShippedFile()
{
    QFETCH(const QString, file);
    const auto parsed = engine::Scenario::parse(read(QStringLiteral("scenarios/") + file).toStdString());
    QVERIFY2(parsed, whatIsWrong(parsed).c_str());
    QCOMPARE(QString::fromStdString(parsed->name) + QStringLiteral(".json"), file);
}

void TestScenarioFiles::playsAMarketOfFive()
{
    const engine::Scenario fast = shipped(QStringLiteral("demo-fast"));
    const engine::Scenario careful = shipped(QStringLiteral("demo-careful"));
    const engine::Scenario refuser = shipped(QStringLiteral("demo-refuser"));
    for (const char* const name : { "summarize", "sentiment-analysis" }) {
        const auto* const cheap = fast.find(name);
        const auto* const dear = careful.find(name);
        const auto* const dearest = refuser.find(name);
        QVERIFY(cheap && dear && dearest);
        QVERIFY(cheap->priceCu < dear->priceCu && dear->priceCu < dearest->priceCu);
        // The demo's budget, which the third one refuses for its price and nothing else.
        QVERIFY(dear->priceCu < *json::Decimal::parse("0.05")
            && dearest->priceCu > *json::Decimal::parse("0.05"));
        QVERIFY(dearest->canProve("result-hash") && cheap->canProve("result-hash")
            && dear->canProve("result-hash"));
        QVERIFY(cheap->durationOrDefault() < dear->durationOrDefault());
    }
    QVERIFY(fast.streamsOutput() && careful.streamsOutput());
    QVERIFY(careful.heartbeatInterval());
    // The cheapest whose signature is good is not the fastest; the forger would be the best of all.
    const engine::Scenario forger = shipped(QStringLiteral("demo-forger"));
    const engine::Scenario slow = shipped(QStringLiteral("demo-slow"));
    QVERIFY(fast.signature && !fast.signature->spoils && forger.signature && forger.signature->spoils);
    for (const char* const name : { "summarize", "sentiment-analysis" }) {
        QVERIFY(forger.find(name)->priceCu < fast.find(name)->priceCu);
        QVERIFY(slow.find(name)->priceCu < forger.find(name)->priceCu);
        QVERIFY(*slow.find(name)->latencySlaMs > 10'000);
    }
    const engine::Scenario flood = shipped(QStringLiteral("flood"));
    QVERIFY(flood.find("flood") && flood.find("flood")->chunks == 1'000'000);
    QVERIFY(flood.find("flood")->chunkInterval.count() == 0);
}

void TestScenarioFiles::hasABuiltinOne()
{
    const auto parsed = engine::Scenario::parse(engine::builtinScenarioText());
    QVERIFY2(parsed, whatIsWrong(parsed).c_str());
    QVERIFY(*parsed == engine::builtinScenario());
    const engine::Scenario& scenario = engine::builtinScenario();
    const auto* const analysis = scenario.find("sentiment-analysis");
    const auto* const summary = scenario.find("summarize");
    QVERIFY(analysis && summary);
    QVERIFY(analysis->priceCu.text() == "0.003" && analysis->durationOrDefault().count() == 40);
    QVERIFY(engine::makeSharedOutput(*analysis)->chunks() == 2);
    QVERIFY(
        summary->priceCu.text() == "0.012" && summary->chunks == 24 && summary->chunkInterval.count() == 120);
    QVERIFY(scenario.heartbeatInterval() == engine::milliseconds(500));
}

void TestScenarioFiles::documentsEachMember()
{
    const std::string page = read(QStringLiteral("help/scenario.md")).toStdString();
    for (const std::string& member : engine::scenarioMembers()) {
        const auto dot = member.rfind('.');
        const std::string name = member.substr(dot + 1);
        const std::string heading
            = dot == std::string::npos ? "## The file\n" : "# `" + member.substr(0, dot) + "`\n";
        const auto begin = page.find(heading);
        QVERIFY2(begin != std::string::npos, heading.c_str());
        // In the table of its object.
        const std::string section = page.substr(begin, page.find("\n#", begin) - begin);
        QVERIFY2(section.contains("\n| `" + name + "` |"), member.c_str());
    }
}

void TestScenarioFiles::documentsACompleteExample()
{
    const std::string page = read(QStringLiteral("help/scenario.md")).toStdString();
    const auto begin = page.find("```json\n") + 8;
    const std::string example = page.substr(begin, page.find("\n```", begin) - begin);
    const auto parsed = engine::Scenario::parse(example);
    QVERIFY2(parsed, whatIsWrong(parsed).c_str());
    for (const std::string& member : engine::scenarioMembers()) {
        if (member == "key.file" || member == "key.keychain") {
            continue; // it would have to be there
        }
        QVERIFY2(example.contains('"' + member.substr(member.rfind('.') + 1) + '"'), member.c_str());
    }
}

QTEST_APPLESS_MAIN(TestScenarioFiles)
#include "tst_scenariofiles.moc"
