// SPDX-License-Identifier: Apache-2.0
// The rules of an entry, a row each: what is said of it, and that the rest of it is read all the same.
#include "protocol/discovery/entry.h"
#include "protocol/json/document.h"

#include <QTest>

using discovery::Container;
using discovery::Entry;

class TestEntry final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAllOfIt();
    void keepsEachRule_data();
    void keepsEachRule();
    void asksLessOfAProjection_data();
    void asksLessOfAProjection();
    void readsWhatJsonLdTakesForTheSame();
    void followsContextsInValuesToo();
    void leavesTheRestOfAnEntryAlone();
    void tellsPlacesWithinTheEntry();

private:
    static Entry read(const QByteArray& text, Container container = Container::Ard)
    {
        const auto document = json::Document::parse(text);
        if (!document)
            qFatal("%s", text.constData());
        return discovery::readEntry(document->root(), container);
    }
    static QByteArray findings(const Entry& entry)
    {
        QByteArray ids;
        for (const acmp::Finding& finding : entry.findings)
            ids += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size())) + ' ';
        return ids.trimmed();
    }
};

namespace {

/// A good entry with `members` instead of, or besides, its own.
QByteArray entryWith(const QByteArray& members)
{
    const auto given = json::Document::parse('{' + members + '}');
    if (!given)
        qFatal("%s", members.constData());
    QByteArray text = "{" + members;
    const std::pair<const char*, const char*> good[] = { { "identifier", R"("urn:air:example.com:acmp:x")" },
        { "displayName", R"("X")" }, { "type", R"("application/mcp-server-card+json")" },
        { "url", R"("https://x.example.com/card")" }, { "representativeQueries", R"(["a", "b"])" } };
    for (const auto& [name, value] : good) {
        if (!given->root()[name])
            text += (text.size() > 1 ? ", \"" : "\"") + QByteArray(name) + "\": " + value;
    }
    return text + '}';
}

const QByteArray kAcmp = R"("@context": {"acmp": "https://a2agora.org/acmp/v0.1#",
    "acmp:price_cu_indicative": {"@type": "@json"}})";

} // namespace

void TestEntry::readsAllOfIt()
{
    const Entry entry = read(entryWith(kAcmp + R"(, "capabilities": ["sentiment-analysis"], "tags": ["t"],
        "description": "d", "version": "1.0.0", "updatedAt": "2026-09-01T00:00:00Z", "metadata": {"k": 1},
        "trustManifest": {"identity": "did:web:example.com"}, "acmp:tier": "A",
        "acmp:price_cu_indicative": {"sentiment-analysis": 0.0030}, "acmp:price_basis": "acmp:reference-tasks/v1",
        "acmp:latency_p99_ms": 800, "acmp:availability": 0.997, "acmp:proof_methods": ["result-hash"],
        "acmp:negotiation_endpoint": "https://x.example.com/negotiate")"));
    QCOMPARE(findings(entry), QByteArray());
    QCOMPARE(entry.urn->publisher, std::string("example.com"));
    QCOMPARE(entry.displayName, std::string("X"));
    QVERIFY(entry.kind() == discovery::Kind::McpServerCard);
    QCOMPARE(entry.capabilities, std::vector<std::string> { "sentiment-analysis" });
    QVERIFY(entry.binding == discovery::PublisherBinding::Same);
    QVERIFY(entry.trades());
    QCOMPARE(*entry.acmp.tier, std::string("A"));
    QCOMPARE(entry.priceOf("sentiment-analysis")->text(), std::string("0.0030"));
    QVERIFY(!entry.priceOf("vision"));
    QCOMPARE(entry.acmp.latencyP99Ms->text(), std::string("800"));
    QCOMPARE(entry.acmp.availability->text(), std::string("0.997"));
    QCOMPARE(entry.acmp.proofMethods, std::vector<std::string> { "result-hash" });
    QCOMPARE(*entry.acmp.negotiationEndpoint, std::string("https://x.example.com/negotiate"));
    QVERIFY(entry.raw.text().starts_with('{') && entry.raw.text().ends_with('}'));
}

void TestEntry::keepsEachRule_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // ids, in the order found
    QTest::addColumn<bool>("isCatalog");
    const auto whole = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected) << false;
    };
    const auto row = [&](const char* name, const QByteArray& members, const char* expected) {
        whole(name, entryWith(members), expected);
    };
    row("good", "", "");
    whole("a string", R"("x")", "ARD-4.2-field");
    whole("null", "null", "ARD-4.2-field");
    whole(
        "empty", "{}", "ARD-4.2-required ARD-4.2-required ARD-4.2-required ARD-4.3-url-data ARD-4.2-queries");
    row("identifier, no urn", R"("identifier": "x")", "ARD-4.2-identifier");
    row("identifier, a number", R"("identifier": 7)", "ARD-4.2-field");
    row("publisher localhost", R"("identifier": "urn:air:localhost:x")", "ARD-4.2-publisher");
    row("displayName, a number", R"("displayName": 7)", "ARD-4.2-field");
    row("type unknown", R"("type": "application/ai-skill+md")", "ARD-3.3-type");
    row("url and data", R"("data": {})", "ARD-4.3-url-data");
    row("data null beside url", R"("data": null)", "ARD-4.3-url-data ARD-4.3-data");
    row("file:", R"("url": "file:///etc/passwd")", "ARD-4.3-url");
    row("javascript:", R"x("url": "javascript:alert(1)")x", "ARD-4.3-url");
    row("relative", R"("url": "/card")", "ARD-4.3-url");
    row("one query", R"("representativeQueries": ["a"])", "ARD-4.2-queries");
    row("six queries", R"("representativeQueries": ["a", "b", "c", "d", "e", "f"])", "ARD-4.2-queries");
    row("queries, a string", R"("representativeQueries": "a")", "ARD-4.2-field ARD-4.2-queries");
    row("query, a number", R"("representativeQueries": ["a", "b", 7])", "ARD-4.2-field");
    row("trustManifest without identity", R"("trustManifest": {})", "ARD-4.5-identity");
    row("trustManifest, a string", R"("trustManifest": "did:web:example.com")", "ARD-4.5-identity");
    row("identity of another", R"("trustManifest": {"identity": "did:web:evil.example"})",
        "ARD-4.5.1-binding");
    row("identity without a host", R"("trustManifest": {"identity": "did:key:z6Mk"})",
        "ARD-4.5.1-unverifiable");
    row("metadata nested", R"("metadata": {"a": {}, "b": null})", "ARD-4.6-metadata");
    row("metadata, an array", R"("metadata": [])", "ARD-4.6-metadata");
    row("@id", R"("@id": "urn:air:example.com:y")", "ARD-C-id");
    row("unknown context", R"("@context": "https://other.example/c")", "ARD-4.1-context");
    row("mediaType",
        R"("mediaType": "application/mcp-server-card+json", "type": "application/mcp-server-card+json")", "");
    row("unknown members", R"("x": 1, "foo:bar": {})", "");

    row("acmp: elsewhere", R"("@context": {"acmp": "https://evil.example/#"}, "acmp:tier": "A")",
        "L5-namespace");
    row("acmp: undeclared", R"("acmp:tier": "A")", "L5-namespace");
    row("tier unknown", kAcmp + R"(, "acmp:tier": "Z")", "L5-tier");
    row("tier, a number", kAcmp + R"(, "acmp:tier": 1)", "L5-term");
    row("price, a string", kAcmp + R"(, "capabilities": ["a"], "acmp:price_basis": "b",
        "acmp:price_cu_indicative": {"a": "0.003"})",
        "L5-term");
    row("price below 0", kAcmp + R"(, "acmp:price_basis": "b", "acmp:price_cu_indicative": {"a": -1})",
        "L5-term");
    row("prices, a number", kAcmp + R"(, "acmp:price_cu_indicative": 0.003)", "L5-term");
    row("no @json", R"("@context": {"acmp": "https://a2agora.org/acmp/v0.1#"}, "capabilities": ["a"],
        "acmp:price_basis": "b", "acmp:price_cu_indicative": {"a": 1})",
        "L5-price-json");
    row("price of no capability", kAcmp + R"(, "capabilities": ["a"], "acmp:price_basis": "b",
        "acmp:price_cu_indicative": {"a": 1, "b": 1})",
        "L5-price-capability");
    row("capability without a price", kAcmp + R"(, "capabilities": ["a", "b"], "acmp:price_basis": "b",
        "acmp:price_cu_indicative": {"a": 1})",
        "L5-capability-price");
    row("no basis", kAcmp + R"(, "capabilities": ["a"], "acmp:price_cu_indicative": {"a": 1})",
        "L5-price-basis");
    row("latency, a string", kAcmp + R"(, "acmp:latency_p99_ms": "800")", "L5-term");
    row("availability 1.7", kAcmp + R"(, "acmp:availability": 1.7)", "L5-availability");
    row("availability 1.0", kAcmp + R"(, "acmp:availability": 1.0)", "");
    row("proof unknown", kAcmp + R"(, "acmp:proof_methods": ["trust-me"])", "L5-proof");
    row("proof, a number", kAcmp + R"(, "acmp:proof_methods": [1])", "L5-term");
    row("endpoint no URL", kAcmp + R"(, "acmp:negotiation_endpoint": "negotiate")", "L5-endpoint");
    row("trades, no card", kAcmp + R"(, "acmp:tier": "A", "type": "application/ai-registry+json")",
        "L5-card-type");
    row("null is absent", kAcmp + R"(, "acmp:tier": null)", "");
    whole("capability object", R"({"identifier": "urn:air:example.com:x", "displayName": "x",
        "type": "application/mcp-server-card+json", "representativeQueries": ["a", "b"],
        "data": {"role": "provider", "accepts": []}})",
        "L5-capability-object");

    const auto catalog = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected) << true;
    };
    catalog("catalog", R"({"identifier": "urn:example:x", "mediaType": "application/mcp-server-card+json",
        "url": "https://x/"})",
        "");
    catalog("catalog, identity is the identifier", R"({"identifier": "urn:example:x", "url": "https://x/",
        "mediaType": "application/mcp-server-card+json", "trustManifest": {"identity": "urn:example:x"}})",
        "");
    catalog("catalog, another identity", R"({"identifier": "urn:example:x", "url": "https://x/",
        "mediaType": "application/mcp-server-card+json", "trustManifest": {"identity": "urn:example:y"}})",
        "ARD-4.5.1-binding");
    whole("mediaType in ARD",
        R"({"identifier": "urn:air:example.com:x", "displayName": "x", "url": "https://x/",
        "mediaType": "application/mcp-server-card+json", "representativeQueries": ["a", "b"]})",
        "AIC-media-type");
}

void TestEntry::keepsEachRule()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    QFETCH(const bool, isCatalog);
    const Entry entry = read(text, isCatalog ? Container::AiCatalog : Container::Ard);
    QCOMPARE(findings(entry), expected);
}

void TestEntry::asksLessOfAProjection_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& members, const char* expected) {
        QTest::newRow(name) << QByteArray(R"({"identifier": "urn:air:x.example:a")" + members + '}')
                            << QByteArray(expected);
    };
    row("identifier alone", "", "");
    row("prices alone", ", " + kAcmp + R"(, "acmp:price_cu_indicative": {"read": 1})", "");
    row("both url and data", R"(, "url": "https://x.example/", "data": {})", "ARD-4.3-url-data");
    row("mediaType", R"(, "mediaType": "application/mcp-server-card+json")", "AIC-media-type");
    row("@id of another", R"(, "@id": "urn:air:x.example:b")", "ARD-C-id");
    row("wrong types", R"(, "displayName": 7, "tags": [7])", "ARD-4.2-field ARD-4.2-field");
    row("tier of another type", ", " + kAcmp + R"(, "acmp:tier": 7)", "L5-term");
}

void TestEntry::asksLessOfAProjection()
{
    QFETCH(const QByteArray, members);
    QTEST(findings(read(members, Container::Projection)), "expected");
}

void TestEntry::readsWhatJsonLdTakesForTheSame()
{
    const Entry entry = read(entryWith(R"("@context": {"acmp": "https://a2agora.org/acmp/v0.1#"},
        "acmp:tier": [{"@value": "A"}], "acmp:proof_methods": {"@list": ["result-hash", {"@value": "tee-attestation"}]},
        "acmp:availability": {"@value": 0.5}, "acmp:latency_p99_ms": [12.5])"));
    QCOMPARE(findings(entry), QByteArray());
    QCOMPARE(*entry.acmp.tier, std::string("A"));
    QCOMPARE(entry.acmp.proofMethods, (std::vector<std::string> { "result-hash", "tee-attestation" }));
    QCOMPARE(entry.acmp.availability->text(), std::string("0.5"));
    QCOMPARE(entry.acmp.latencyP99Ms->text(), std::string("12.5"));
    // A single proof need not stand in an array.
    QCOMPARE(
        read(entryWith(kAcmp + R"(, "acmp:proof_methods": "result-hash")")).acmp.proofMethods.size(), 1U);
}

void TestEntry::followsContextsInValuesToo()
{
    const QByteArray terms = R"(, "acmp:negotiation_endpoint": "/acmp/negotiate", "acmp:tier": {"de": "A"},
        "acmp:proof_methods": {"one": ["result-hash"]})";
    const QByteArray declared = R"("@context": {"@base": "https://x.example.com/mcp", "@language": "en",
        "acmp": "https://a2agora.org/acmp/v0.1#", "acmp:negotiation_endpoint": {"@type": "@id"},
        "acmp:tier": {"@container": "@language"}, "acmp:proof_methods": {"@container": "@index"}})";
    const Entry entry = read(entryWith(declared + terms));
    QCOMPARE(findings(entry), QByteArray());
    QCOMPARE(*entry.acmp.negotiationEndpoint, std::string("https://x.example.com/acmp/negotiate"));
    QCOMPARE(*entry.acmp.tier, std::string("A"));
    QCOMPARE(entry.acmp.proofMethods, std::vector<std::string> { "result-hash" });
    QCOMPARE(findings(read(entryWith(kAcmp + terms))), QByteArray("L5-endpoint L5-term L5-term"));
}

void TestEntry::leavesTheRestOfAnEntryAlone()
{
    const Entry entry = read(entryWith(kAcmp + R"(, "acmp:availability": 1.7, "acmp:tier": "B",
        "acmp:negotiation_endpoint": "ftp://x", "displayName": 7)"));
    QVERIFY(!entry.acmp.availability && !entry.acmp.negotiationEndpoint);
    QCOMPARE(*entry.acmp.tier, std::string("B"));
    QVERIFY(entry.displayName.empty());
    QCOMPARE(entry.url, std::string("https://x.example.com/card"));
}

void TestEntry::tellsPlacesWithinTheEntry()
{
    const QByteArray entry = entryWith(kAcmp + R"(, "acmp:availability": 1.7)");
    const auto document = json::Document::parse("[0, " + entry + ']');
    const Entry read = discovery::readEntry(document->root()[1], Container::Ard);
    QCOMPARE(read.findings.size(), 1U);
    QCOMPARE(read.findings.front().where.pointer, std::string("/acmp:availability"));
    QVERIFY(read.raw.text().substr(read.findings.front().where.offset).starts_with("1.7"));
}

QTEST_GUILESS_MAIN(TestEntry)
#include "tst_entry.moc"
