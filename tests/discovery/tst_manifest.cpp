// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/manifest.h"

#include <QFile>
#include <QTest>

using discovery::Container;
using discovery::Manifest;

class TestManifest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheBindingsExample();
    void tellsWhatIsNone_data();
    void tellsWhatIsNone();
    void knowsItsPredecessor();
    void tellsWhatIsWrongWithTheWhole();
    void keepsEntriesThatAreNone();
    void isBounded();
};

void TestManifest::readsTheBindingsExample()
{
    QFile file(QStringLiteral(SEED_EXAMPLES "/layer5-discovery-ard-01-entries.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto manifest = Manifest::parse(file.readAll());
    QVERIFY(manifest);
    QVERIFY(manifest->findings.empty());
    QCOMPARE(manifest->entries.size(), 1U);
    const discovery::Entry& entry = manifest->entries.front();
    QVERIFY(entry.findings.empty());
    QVERIFY(entry.trades());
    QCOMPARE(entry.priceOf("code-execution")->text(), std::string("0.012"));
    QCOMPARE(entry.acmp.prices.size(), 3U);
    const std::vector<discovery::Term> terms = discovery::termsOf(entry);
    const auto tier = std::ranges::find(terms, "acmp:tier", &discovery::Term::name);
    QVERIFY(tier != terms.end());
    QCOMPARE(tier->iri, std::string("https://a2agora.org/acmp/v0.1#tier"));
    QCOMPARE(tier->value.text(), std::string_view("\"A\""));
}

void TestManifest::tellsWhatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("HTML") << QByteArray("<!doctype html><title>x</title>");
    QTest::newRow("an array") << QByteArray("[]");
    QTest::newRow("no entries") << QByteArray("{}");
    QTest::newRow("entries, an object") << QByteArray(R"({"entries": {}})");
    QTest::newRow("cut short") << QByteArray(R"({"entries": [{"identifier": "urn:air)");
    QTest::newRow("too long") << QByteArray(R"({"entries": []})").leftJustified(Manifest::kMaxBytes + 1, ' ');
}

void TestManifest::tellsWhatIsNone()
{
    QFETCH(const QByteArray, text);
    const auto manifest = Manifest::parse(text);
    QVERIFY(!manifest);
    QVERIFY(!manifest.error().message.empty() && !manifest.error().expected.empty());
    QVERIFY(manifest.error().found.size() < 400);
}

void TestManifest::knowsItsPredecessor()
{
    const auto manifest = Manifest::parse(R"({"specVersion": "1.0", "host": {"displayName": "h"}, "entries":
        [{"identifier": "urn:example:x", "mediaType": "application/a2a-agent-card+json", "url": "https://x/"}]})");
    QVERIFY(manifest);
    QVERIFY(manifest->container == Container::AiCatalog);
    QVERIFY(manifest->findings.empty());
    QVERIFY(manifest->entries.front().kind() == discovery::Kind::A2aAgentCard);
    QVERIFY(manifest->entries.front().findings.empty());
}

void TestManifest::tellsWhatIsWrongWithTheWhole()
{
    const auto manifest = Manifest::parse(R"({"@context": {}, "collections": [], "entries": [
        {"identifier": "urn:air:example.com:x"}, {"identifier": "urn:air:example.com:x"}]})");
    QVERIFY(manifest);
    QCOMPARE(manifest->findings.size(), 2U);
    const auto& findings = manifest->entries.back().findings;
    QVERIFY(std::ranges::any_of(
        findings, [](const acmp::Finding& finding) { return finding.rule->id == "ARD-5.1-duplicate"; }));
}

void TestManifest::keepsEntriesThatAreNone()
{
    const auto manifest
        = Manifest::parse(R"({"entries": ["x", null, {"identifier": "urn:air:example.com:x"}]})");
    QVERIFY(manifest);
    QCOMPARE(manifest->entries.size(), 3U);
    QCOMPARE(manifest->entries[0].raw.text(), std::string_view("\"x\""));
    QCOMPARE(manifest->entries[2].identifier, std::string("urn:air:example.com:x"));
}

void TestManifest::isBounded()
{
    QByteArray text = R"({"entries": [0)";
    for (std::size_t i = 0; i < Manifest::kMaxEntries + 9; ++i)
        text += ",0";
    const auto manifest = Manifest::parse(text + "]}");
    QVERIFY(manifest);
    QCOMPARE(manifest->entries.size(), Manifest::kMaxEntries);
    QCOMPARE(manifest->dropped, 10U);
}

QTEST_GUILESS_MAIN(TestManifest)
#include "tst_manifest.moc"
