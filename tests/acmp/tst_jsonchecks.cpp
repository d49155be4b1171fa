// SPDX-License-Identifier: Apache-2.0
#include "checktable.h"

#include <QTest>

class TestJsonChecks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsOddJson_data();
    void findsOddJson();
    void looksOnlyWithinTheValue();
    void boundsTheFindingsOfAKind();
    void namesTheRuleOfEachSection_data();
    void namesTheRuleOfEachSection();
};

void TestJsonChecks::findsOddJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
    QTest::addColumn<int>("offset");
    const auto row = [](const char* label, const char* text, const char* findings = "", int offset = 0) {
        QTest::newRow(label) << QByteArray(text) << QString::fromUtf8(findings) << offset;
    };
    row("plain", R"({"a":[1,"\ud83d\ude00",1e308]})");
    row("duplicate key", R"({"a":1,"b":{"c":1,"\u0063":2}})",
        "JSON-duplicate-key /b/c | a name used once | \"\\u0063\"", 18);
    row("lone surrogate", R"(["\ud800"])", "JSON-lone-surrogate /0 | a pair of surrogates | \"\\ud800\"", 1);
    row("lone surrogate in a key", R"({"\udc00":1})",
        "JSON-lone-surrogate /\xed\xb0\x80 | a pair of surrogates | \"\\udc00\"", 1);
    row("a number too large", "[-1e400]", "JSON-number-range /0 | a number that fits a double | -1e400", 1);
    row("a number too small", "[1e-400]", "JSON-number-range /0 | a number that fits a double | 1e-400", 1);
    row("NUL", R"(["a\u0000"])", "JSON-nul /0 | a string without U+0000 | \"a\\u0000\"", 1);
    row("byte order mark", "\xef\xbb\xbf{}", "JSON-bom  | no byte order mark | \\xef\\xbb\\xbf", 0);
}

void TestJsonChecks::findsOddJson()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, offset);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    const acmp::Findings findings = acmp::checkJson(document->root());
    QTEST(describe(findings), "findings");
    if (!findings.empty())
        QCOMPARE(static_cast<int>(findings.front().where.offset), offset);
}

void TestJsonChecks::looksOnlyWithinTheValue()
{
    const auto document = json::Document::parse("\xef\xbb\xbf[1e400,{},1e400]");
    QVERIFY(document);
    QVERIFY(acmp::checkJson(document->at("/1")).empty());
    QCOMPARE(acmp::checkJson(document->at("/2")).size(), std::size_t { 1 });
    QCOMPARE(acmp::checkJson(document->root()).size(), std::size_t { 3 });
    QVERIFY(acmp::checkJson(json::View()).empty());
}

void TestJsonChecks::boundsTheFindingsOfAKind()
{
    const QByteArray text = "{" + QByteArray(R"("a":1,)").repeated(100'000) + R"("b":1e400})";
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    const acmp::Findings findings = acmp::checkJson(document->root());
    QCOMPARE(findings.size(), std::size_t { 17 });
    QCOMPARE(findings.back().rule, &acmp::rule("JSON-number-range"));
}

template <class T>
static acmp::Findings ofNothing()
{
    const acmp::Decoded<T> decoded = acmp::decode<T>(json::View());
    return decoded ? acmp::Findings() : acmp::toFindings(decoded.error());
}

void TestJsonChecks::namesTheRuleOfEachSection_data()
{
    QTest::addColumn<QString>("described");
    QTest::addColumn<QString>("id");
    const auto row = [](const char* id, const acmp::Findings& findings) {
        QTest::addRow("%s %s", id, findings.front().expected.c_str())
            << describe(findings) << QString::fromLatin1(id);
    };
    row("L1-3.1-field", ofNothing<acmp::Content>());
    row("L1-3.1-field", ofNothing<acmp::Invoke>());
    row("L1-3.2-field", ofNothing<acmp::Proof>());
    row("L1-3.2-field", ofNothing<acmp::TaskResult>());
    row("L1-3.3-field", ofNothing<acmp::TaskError>());
    row("L1-3.4-field", ofNothing<acmp::InputChunk>());
    row("L1-3.5-field", ofNothing<acmp::StreamChunk>());
    row("L1-3.6-field", ofNothing<acmp::Heartbeat>());
    row("L1-3.7-field", ofNothing<acmp::Cancel>());
    row("L6-2.1-field", ofNothing<acmp::OfferRequest>());
    row("L6-2.1-field", ofNothing<acmp::Offer>());
    row("L6-2.2-field", ofNothing<acmp::Accept>());
    row("L6-2.2-field", ofNothing<acmp::Ack>());
    row("L1-1-field", ofNothing<acmp::Capability>());
}

void TestJsonChecks::namesTheRuleOfEachSection()
{
    QFETCH(const QString, described);
    QFETCH(const QString, id);
    QVERIFY2(described.startsWith(id + QLatin1Char(' ')), qPrintable(described));
    QVERIFY2(described.endsWith(QLatin1String("| nothing")), qPrintable(described));
}

QTEST_GUILESS_MAIN(TestJsonChecks)
#include "tst_jsonchecks.moc"
