// SPDX-License-Identifier: Apache-2.0
// What a question finds in an index: words by relevance, terms by IRI.
#include "protocol/hosts/registry/registryindex.h"

#include <QTest>

#include <algorithm>

using hosts::RegistryIndex;
using hosts::TermConstraint;
using hosts::TermPath;

namespace {

discovery::Context contextOf(const QByteArray& text)
{
    discovery::Context context = discovery::Context::ard();
    const auto document = json::Document::parse(text);
    std::vector<discovery::Context::Unused> unused;
    if (document)
        context.add(document->root(), unused);
    return context;
}

std::string entry(const char* name, const QByteArray& more)
{
    const QByteArray text = "{\"identifier\": \"urn:air:" + QByteArray(name) + "\", " + more + "}";
    return text.toStdString();
}

QByteArray namesOf(const std::vector<RegistryIndex::Match>& matches)
{
    QByteArray names;
    for (const RegistryIndex::Match& match : matches)
        names += QByteArray::fromStdString(match.item->entry().urn->name) + ' ';
    return names.trimmed();
}

} // namespace

class TestRegistryIndex final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsByWords_data();
    void findsByWords();
    void scoresAreFrom0To100();
    void filtersByTerms_data();
    void filtersByTerms();
    void constraintsAreAllKept();
    void refusesWhatIsNoTerm_data();
    void refusesWhatIsNoTerm();
    void findsExactly();
    void takesWhatIsNoEntry();

private:
    RegistryIndex m_index;
};

void TestRegistryIndex::initTestCase()
{
    m_index.set({ entry("x.example:reader",
                      R"("displayName": "Reader", "type": "a/b", "capabilities": ["reading"],
            "representativeQueries": ["read this book to me"], "tags": ["books", "voice"],
            "@context": {"trade": "https://a2agora.org/acmp/v0.1#"}, "trade:tier": "A",
            "trade:latency_p99_ms": 8.0e2, "trade:proof_methods": {"@list": ["p", {"@value": "q"}]})"),
        entry("y.example:summer",
            R"("displayName": "Summing", "type": "c/d", "capabilities": ["sum", "reading-numbers"],
            "description": "adds numbers", "metadata": {"region": "eu", "beta": true},
            "acmp:tier": "A",
            "trustManifest": {"identity": "did:web:y.example", "attestations": [{"type": "SOC2"}, {"type": "ISO"}]})"),
        entry("y.example:idle", R"("displayName": "Überflüssig", "type": "c/d")") });
}

void TestRegistryIndex::findsByWords_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("none") << std::string() << QByteArray("reader summer idle");
    QTest::newRow("a capability") << std::string("reading") << QByteArray("reader summer");
    QTest::newRow("another form") << std::string("readings") << QByteArray("reader summer");
    QTest::newRow("any case") << std::string("SUM") << QByteArray("summer");
    QTest::newRow("a query") << std::string("who reads a book?") << QByteArray("reader summer");
    QTest::newRow("other letters") << std::string("überflüssig") << QByteArray("idle");
    QTest::newRow("nothing fits") << std::string("weather forecast tools") << QByteArray();
    QTest::newRow("no words") << std::string("?!") << QByteArray();
    QTest::newRow("one of several") << std::string("numbers weather") << QByteArray("summer");
}

void TestRegistryIndex::findsByWords()
{
    QFETCH(const std::string, text);
    QTEST(namesOf(m_index.search(text, {})), "names");
}

void TestRegistryIndex::scoresAreFrom0To100()
{
    for (const char* const text :
        { "reading", "reading books", "read weather", "x", "voice sum idle reader" }) {
        int last = 100;
        for (const RegistryIndex::Match& match : m_index.search(text, {})) {
            QVERIFY(match.score > 0 && match.score <= last);
            last = match.score;
        }
    }
    QCOMPARE(m_index.search("reading", {}).front().score, 100);
    QVERIFY(m_index.search("reading weather", {}).front().score < 60);
}

void TestRegistryIndex::filtersByTerms_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<QByteArray>("names");
    const auto row = [](const char* name, const QByteArray& context, const char* key, const char* value,
                         const char* names) {
        QTest::newRow(name) << context << std::string(key) << std::string(value) << QByteArray(names);
    };
    const QByteArray acmp = R"({"acmp": "https://a2agora.org/acmp/v0.1#"})";
    row("core term", "{}", "type", "c/d", "summer idle");
    row("core term, by IRI", "{}", "https://agenticresourcediscovery.org/ns#mediaType", "a/b", "reader");
    row("an array", "{}", "tags", "voice", "reader");
    row("exactly", "{}", "tags", "Voice", "");
    row("another prefix", acmp, "acmp:tier", "A", "reader");
    row("prefix not bound", "{}", "acmp:tier", "A", "summer");
    row("by IRI", "{}", "https://a2agora.org/acmp/v0.1#tier", "A", "reader");
    row("by alias", R"({"t": "https://a2agora.org/acmp/v0.1#tier"})", "t", "A", "reader");
    row("a number by value", acmp, "acmp:latency_p99_ms", "800", "reader");
    row("a list", acmp, "acmp:proof_methods", "q", "reader");
    row("publisher", "{}", "publisher", "y.example", "summer idle");
    row("metadata", "{}", "metadata.region", "eu", "summer");
    row("metadata, a boolean", "{}", "metadata.beta", "true", "summer");
    row("trust, through an array", "{}", "trustManifest.attestations.type", "ISO", "summer");
    row("a path that is not there", "{}", "metadata.region.of", "eu", "");
    row("an object is no value", "{}", "trustManifest.attestations", "SOC2", "");
    row("a term that none has", "{}", "color", "red", "");
}

void TestRegistryIndex::filtersByTerms()
{
    QFETCH(const QByteArray, context);
    QFETCH(const std::string, key);
    QFETCH(const std::string, value);
    const auto path = TermPath::parse(key, contextOf(context));
    QVERIFY(path);
    QTEST(namesOf(m_index.search({}, { { key, *path, { "no such", value } } })), "names");
    QVERIFY2(m_index.search({}, { { key, *path, {} } }).empty(), "none of no values");
}

void TestRegistryIndex::constraintsAreAllKept()
{
    const discovery::Context& ard = discovery::Context::ard();
    const TermConstraint type { "type", *TermPath::parse("type", ard), { "c/d" } };
    const TermConstraint sum { "capabilities", *TermPath::parse("capabilities", ard), { "sum", "reading" } };
    QCOMPARE(namesOf(m_index.search({}, { type, sum })), QByteArray("summer"));
    QCOMPARE(namesOf(m_index.search("numbers", { type })), QByteArray("summer"));
}

void TestRegistryIndex::refusesWhatIsNoTerm_data()
{
    QTest::addColumn<std::string>("key");
    QTest::newRow("empty") << std::string();
    QTest::newRow("keyword") << std::string("@type");
    QTest::newRow("alias of a keyword") << std::string("id");
    QTest::newRow("all of the metadata") << std::string("metadata");
    QTest::newRow("a path to nowhere") << std::string("metadata.");
}

void TestRegistryIndex::refusesWhatIsNoTerm()
{
    QFETCH(const std::string, key);
    QVERIFY(!TermPath::parse(key, discovery::Context::ard()));
}

void TestRegistryIndex::findsExactly()
{
    QVERIFY(m_index.find("urn:air:x.example:reader"));
    for (const char* const other : { "", "urn:air:x.example:Reader", "urn:air:x.example:reade" })
        QVERIFY(!m_index.find(other));
}

void TestRegistryIndex::takesWhatIsNoEntry()
{
    RegistryIndex index;
    index.set({ "", "[]", "{", entry("x.example:a", R"("metadata": [[[{"a": {}}]]], "tags": 7)"),
        entry("x.example:a", R"("tags": ["second"])") });
    QVERIFY(index.find("urn:air:x.example:a"));
    QVERIFY2(index.search("second", {}).empty(), "the first of an identifier counts");
    QCOMPARE(index.items().size(), 2U);
}

QTEST_GUILESS_MAIN(TestRegistryIndex)
#include "tst_registryindex.moc"
