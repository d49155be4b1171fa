// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/filter.h"
#include "protocol/json/document.h"

#include <QTest>

using discovery::Entry;
using discovery::Filter;

class TestFilter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void matches_data();
    void matches();

private:
    Entry m_entry;
};

Q_DECLARE_METATYPE(Filter)

void TestFilter::initTestCase()
{
    const auto document = json::Document::parse(R"({"@context": {"acmp": "https://a2agora.org/acmp/v0.1#",
        "acmp:price_cu_indicative": {"@type": "@json"}}, "identifier": "urn:air:example.com:OpenClaw",
        "displayName": "Claw", "url": "https://x/", "capabilities": ["a", "b"], "description": "reads moods",
        "acmp:tier": "A", "acmp:price_cu_indicative": {"a": 0.5, "b": 2}, "acmp:latency_p99_ms": 800,
        "acmp:proof_methods": ["result-hash"]})");
    QVERIFY(document);
    m_entry = discovery::readEntry(document->root(), discovery::Container::Ard);
}

void TestFilter::matches_data()
{
    QTest::addColumn<Filter>("filter");
    QTest::addColumn<bool>("isIn");
    const auto row = [](const char* name, bool isIn, auto set) {
        Filter filter;
        set(filter);
        QTest::newRow(name) << filter << isIn;
    };
    const auto cu = [](const char* text) { return *json::Decimal::parse(text); };
    row("nothing asked", true, [](Filter&) { });
    row("words", true, [](Filter& f) { f.words = "openclaw MOODS"; });
    row("a word that is missing", false, [](Filter& f) { f.words = "claw vision"; });
    row("capability", true, [](Filter& f) { f.capability = "b"; });
    row("a part of a capability", false, [](Filter& f) {
        f.capability = "";
        f.words = "zz";
    });
    row("another capability", false, [](Filter& f) { f.capability = "c"; });
    row("tier", true, [](Filter& f) { f.tier = "A"; });
    row("another tier", false, [](Filter& f) { f.tier = "S"; });
    row("proof", true, [](Filter& f) { f.proof = "result-hash"; });
    row("another proof", false, [](Filter& f) { f.proof = "tee-attestation"; });
    row("price of any", true, [&](Filter& f) { f.maxPriceCu = cu("0.5"); });
    row("price too high", false, [&](Filter& f) { f.maxPriceCu = cu("0.49"); });
    row("price of the capability", false, [&](Filter& f) {
        f.maxPriceCu = cu("1");
        f.capability = "b";
    });
    row("latency", true, [&](Filter& f) { f.maxLatencyMs = cu("800"); });
    row("latency too long", false, [&](Filter& f) { f.maxLatencyMs = cu("799.9"); });
    row("trades", true, [](Filter& f) { f.onlyTrading = true; });
    row("findings", true, [](Filter& f) { f.onlyFindings = true; });
}

void TestFilter::matches()
{
    QFETCH(const Filter, filter);
    QFETCH(const bool, isIn);
    QCOMPARE(filter.matches(m_entry), isIn);
}

QTEST_GUILESS_MAIN(TestFilter)
#include "tst_filter.moc"
