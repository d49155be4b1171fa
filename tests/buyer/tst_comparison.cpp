// SPDX-License-Identifier: Apache-2.0
// Entry, card and provider beside each other: what is the same, what differs, what only one of them says.
#include "protocol/a2a/names.h"
#include "protocol/acmp/codec.h"
#include "protocol/buyer/comparison.h"
#include "protocol/json/document.h"

#include <QTest>

#include <algorithm>

using buyer::compare;
using buyer::Compared;
using buyer::Live;
using Verdict = buyer::Compared::Verdict;

namespace {

json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    if (!document)
        qFatal("%s", text.constData());
    return std::move(*document);
}

discovery::Entry entryOf(const QByteArray& more)
{
    const json::Document document = parsed("{\"identifier\": \"urn:air:x.example:a\", " + more + "}");
    return discovery::readEntry(document.root(), discovery::Container::Ard);
}

discovery::Entry good()
{
    return entryOf("\"version\": \"1.0\", \"capabilities\": [\"read\", \"sum\"], "
                   "\"@context\": {\"x\": \"https://a2agora.org/acmp/v0.1#\", "
                   "\"x:price_cu_indicative\": {\"@type\": \"@json\"}}, \"x:tier\": \"A\", "
                   "\"x:price_cu_indicative\": {\"read\": 0.0030}, \"x:proof_methods\": [\"result-hash\"], "
                   "\"x:negotiation_endpoint\": \"https://x.example/mcp/\"");
}

json::Document serverCard(const QByteArray& url, const QByteArray& more = {})
{
    return parsed("{\"name\": \"x/y\", \"version\": \"1.0\", \"remotes\": [{\"type\": \"streamable-http\", "
                  "\"url\": \""
        + url + "\", \"supportedProtocolVersions\": [\"2026-07-28\"]" + more + "}]}");
}

json::Document agentCard(const QByteArray& params)
{
    return parsed(
        "{\"name\": \"a\", \"version\": \"2.0\", \"supportedInterfaces\": [{\"url\": "
        "\"https://x.example/a2a\", \"protocolBinding\": \"JSONRPC\", \"protocolVersion\": \"1.0\"}], "
        "\"capabilities\": {\"streaming\": true, \"extensions\": [{\"uri\": \""
        + QByteArray(a2a::kExtensionUri.data(), static_cast<qsizetype>(a2a::kExtensionUri.size()))
        + "\", \"params\": " + params + "}]}, \"skills\": [{\"id\": \"sum\"}, {\"id\": \"read\"}]}");
}

Live live(const QByteArray& capability)
{
    Live facts;
    facts.discovered.serverVersion = "1.0";
    facts.discovered.versions = { "2026-07-28", "2027-01-01" };
    facts.endpoint = "https://x.example/mcp";
    facts.asksForToken = false;
    const json::Document document = parsed(capability);
    if (auto decoded = acmp::decode<acmp::Capability>(document.root()))
        facts.discovered.capability = std::move(*decoded);
    return facts;
}

const QByteArray kCapability = "{\"version\": \"0.1.0\", \"role\": \"provider\", "
                               "\"features\": {\"output_streaming\": true, \"heartbeat_interval_ms\": 500}";

const Compared* find(const std::vector<Compared>& rows, std::string_view what)
{
    const auto found = std::ranges::find(rows, what, &Compared::what);
    return found == rows.end() ? nullptr : &*found;
}

} // namespace

class TestComparison final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allSayTheSame();
    void tellsWhatDiffers();
    void oneAloneProvesNothing();
    void anAgentCardSaysMore();
    void termsAreRowsWhereTwoSayThem();
    void amountsAreTheSameByValue();
    void anAddressWithVariablesIsNone();
    void whatIsNoCardSaysNothing_data();
    void whatIsNoCardSaysNothing();
};

#define VERIFY_ROW(rows, what, expected)                                                                     \
    do {                                                                                                     \
        const auto& kept_ = (rows); /* a temporary, too */                                                   \
        const Compared* const row = find(kept_, what);                                                       \
        QVERIFY2(row, what);                                                                                 \
        QVERIFY2(row->verdict == (expected),                                                                 \
            (std::string(what) + ": " + row->entry + " | " + row->card + " | " + row->live).c_str());        \
    } while (false)

void TestComparison::allSayTheSame()
{
    const json::Document card = serverCard("https://X.example/mcp");
    const Live facts = live(kCapability + "}");
    const auto rows = compare(good(), card.root(), &facts);
    for (const char* const what : { "version", "endpoint", "negotiation endpoint", "protocol version",
             "asks for a token", "trades over ACMP" })
        VERIFY_ROW(rows, what, Verdict::Same);
    for (const char* const what :
        { "ACMP version", "streams its output", "heartbeat interval, ms", "capabilities", "proof methods" })
        VERIFY_ROW(rows, what, Verdict::Unknown);
    QCOMPARE(find(rows, "heartbeat interval, ms")->live, std::string("500"));
    QCOMPARE(find(rows, "capabilities")->entry, std::string("read, sum"));
    QVERIFY2(!find(rows, "tier"), "the entry alone says it");
}

void TestComparison::tellsWhatDiffers()
{
    const json::Document card = serverCard("https://other.example/mcp",
        ", \"headers\": [{\"name\": \"Authorization\", \"isRequired\": true, \"isSecret\": true}]");
    Live facts = live(kCapability + "}");
    facts.discovered.serverVersion = "1.1";
    facts.discovered.versions = { "2025-06-18" };
    facts.discovered.capability.reset();
    const auto rows = compare(good(), card.root(), &facts);
    for (const char* const what :
        { "version", "endpoint", "protocol version", "asks for a token", "trades over ACMP" })
        VERIFY_ROW(rows, what, Verdict::Differs);
    QCOMPARE(find(rows, "trades over ACMP")->entry, std::string("yes"));
    QCOMPARE(find(rows, "trades over ACMP")->live, std::string("no"));
    QVERIFY(find(rows, "trades over ACMP")->card.empty());
}

void TestComparison::oneAloneProvesNothing()
{
    for (const Compared& row : compare(good(), {}, nullptr)) {
        QVERIFY2(row.verdict == Verdict::Unknown, row.what.c_str());
        QVERIFY(row.card.empty() && row.live.empty());
    }
    // A peer that can't be asked does not say that it does not trade.
    Live facts;
    facts.discovered.isUnknown = true;
    const auto rows = compare(good(), {}, &facts);
    VERIFY_ROW(rows, "trades over ACMP", Verdict::Unknown);
}

void TestComparison::anAgentCardSaysMore()
{
    const json::Document card = agentCard(kCapability + "}");
    Live facts = live(kCapability + "}");
    facts.discovered.isAgentCard = true;
    facts.discovered.raw = card.root().raw();
    facts.discovered.serverVersion = "2.0";
    facts.discovered.versions = { "1.0" };
    facts.endpoint = "https://x.example/a2a";
    const auto rows = compare(good(), card.root(), &facts);
    for (const char* const what : { "endpoint", "protocol version", "ACMP version", "streams its output",
             "heartbeat interval, ms", "capabilities", "trades over ACMP" })
        VERIFY_ROW(rows, what, Verdict::Same);
    VERIFY_ROW(rows, "version", Verdict::Differs);
    VERIFY_ROW(rows, "negotiation endpoint", Verdict::Differs);
}

void TestComparison::termsAreRowsWhereTwoSayThem()
{
    const Live facts = live(kCapability
        + ", \"tier\": \"B\", \"proof_methods\": [], \"capabilities\": [\"sum\", \"read\"], "
          "\"price_cu_indicative\": {\"read\": 0.004, \"sum\": 1}}");
    const auto rows = compare(good(), {}, &facts);
    VERIFY_ROW(rows, "tier", Verdict::Differs);
    VERIFY_ROW(rows, "price of read", Verdict::Differs);
    VERIFY_ROW(rows, "proof methods", Verdict::Differs);
    VERIFY_ROW(rows, "capabilities", Verdict::Same);
    QVERIFY(!find(rows, "price of sum"));
    QVERIFY(!find(rows, "p99 latency, ms"));
}

void TestComparison::amountsAreTheSameByValue()
{
    const Live facts = live(kCapability + ", \"price_cu_indicative\": {\"read\": 3e-3}}");
    const auto rows = compare(good(), {}, &facts);
    VERIFY_ROW(rows, "price of read", Verdict::Same);
    QCOMPARE(find(rows, "price of read")->entry, std::string("0.0030"));
    QCOMPARE(find(rows, "price of read")->live, std::string("3e-3"));
}

void TestComparison::anAddressWithVariablesIsNone()
{
    const json::Document card = serverCard("https://{tenant}.example/mcp");
    const Live facts = live(kCapability + "}");
    VERIFY_ROW(compare(good(), card.root(), &facts), "endpoint", Verdict::Unknown);
}

void TestComparison::whatIsNoCardSaysNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("a number") << QByteArray("7");
    QTest::newRow("an array") << QByteArray("[{}]");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("other types") << QByteArray("{\"version\": 7, \"remotes\": [7, {\"headers\": 7}]}");
    QTest::newRow("an older agent card")
        << QByteArray("{\"url\": \"https://x/\", \"protocolVersion\": \"0.3.0\", \"version\": \"1\"}");
}

void TestComparison::whatIsNoCardSaysNothing()
{
    QFETCH(const QByteArray, text);
    const json::Document card = parsed(text);
    for (const Compared& row : compare(good(), card.root(), nullptr))
        QVERIFY2(row.card.empty() && row.verdict == Verdict::Unknown, row.what.c_str());
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
