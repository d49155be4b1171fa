// SPDX-License-Identifier: Apache-2.0
// Names and what they stand for. Each row was also put before a full JSON-LD processor
// (tests/interop/jsonld).
#include "protocol/discovery/context.h"
#include "protocol/json/document.h"

#include <QTest>

using discovery::Context;

class TestContext final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expandsNames_data();
    void expandsNames();
    void knowsWhatIsJson_data();
    void knowsWhatIsJson();
    void resolvesReferences_data();
    void resolvesReferences();
    void tellsWhatCantBeUsed_data();
    void tellsWhatCantBeUsed();
    void endsWhatNeverEnds();

private:
    struct Read {
        Context context = Context::ard();
        std::size_t unused = 0;
    };
    static Read read(const QByteArray& text)
    {
        Read read;
        const auto document = json::Document::parse(text);
        if (!document)
            qFatal("%s", text.constData());
        std::vector<Context::Unused> unused;
        read.context.add(document->root(), unused);
        read.unused = unused.size();
        return read;
    }
};

#define ACMP "https://a2agora.org/acmp/v0.1#"
#define ARD "https://agenticresourcediscovery.org/ns#"

void TestContext::expandsNames_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("iri"); // empty: nothing
    const auto row = [](const char* what, const char* context, const char* name, const char* iri) {
        QTest::newRow(what) << QByteArray(context) << QByteArray(name) << QByteArray(iri);
    };
    row("as printed", R"(["https://agenticresourcediscovery.org/context/v1", {"acmp": ")" ACMP R"("}])",
        "acmp:tier", ACMP "tier");
    row("prefix bound anew", R"({"trade": ")" ACMP R"("})", "trade:tier", ACMP "tier");
    row("another namespace", R"({"acmp": "https://evil.example/acmp#"})", "acmp:tier",
        "https://evil.example/acmp#tier");
    row("prefix not declared", "{}", "acmp:tier", "acmp:tier");
    row("full IRI", "{}", ACMP "tier", ACMP "tier");
    row("alias", R"({"tier": ")" ACMP R"(tier"})", "tier", ACMP "tier");
    row("alias by a prefix", R"({"lvl": "x:tier", "x": ")" ACMP R"("})", "lvl", ACMP "tier");
    row("chain of prefixes", R"({"y": "x:acmp/v0.1#", "x": "https://a2agora.org/"})", "y:tier", ACMP "tier");
    row("vocabulary", R"({"@vocab": ")" ACMP R"("})", "tier", ACMP "tier");
    row("vocabulary, a core term", R"({"@vocab": ")" ACMP R"("})", "identifier", ARD "identifier");
    row("no gen-delim", R"({"acmp": "https://a2agora.org/acmp/v0.1"})", "acmp:tier", "acmp:tier");
    row("expanded definition", R"({"acmp": {"@id": ")" ACMP R"("}})", "acmp:tier", "acmp:tier");
    row("expanded, a prefix", R"({"acmp": {"@id": ")" ACMP R"(", "@prefix": true}})", "acmp:tier",
        ACMP "tier");
    row("later wins", R"([{"acmp": "https://evil.example/#"}, {"acmp": ")" ACMP R"("}])", "acmp:tier",
        ACMP "tier");
    row("set to null", R"({"acmp": ")" ACMP R"(", "acmp:tier": null})", "acmp:tier", "");
    row("@id set to null", R"({"tier": {"@id": null}})", "tier", "");
    row("two slashes", R"({"http": ")" ACMP R"("})", "http://x/y", "http://x/y");
    row("back to the base", R"([null, {"acmp": ")" ACMP R"("}])", "acmp:tier", ACMP "tier");
    row("null keeps core terms", R"([{"identifier": "https://x/y"}, null])", "identifier", ARD "identifier");
    row("unknown context", R"(["https://other.example/ctx", {"acmp": ")" ACMP R"("}])", "acmp:tier",
        ACMP "tier");
    row("type", "{}", "type", ARD "mediaType");
    row("any other name", "{}", "frobnicate", ARD "frobnicate");
    row("keyword", "{}", "@id", "@id");
    row("alias of a keyword", "{}", "id", "@id");
    row("like a keyword", "{}", "@whatever", "");
    row("blank node", "{}", "_:x", "_:x");
    row("term with a colon", R"({"acmp:tier": {"@id": ")" ACMP R"(tier"}, "acmp": ")" ACMP R"("})",
        "acmp:tier", ACMP "tier");
    row("term with a colon, elsewhere", R"({"acmp:tier": {"@id": "https://x/y"}, "acmp": ")" ACMP R"("})",
        "acmp:tier", ACMP "tier");
}

void TestContext::expandsNames()
{
    QFETCH(const QByteArray, context);
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, iri);
    const auto found = read(context).context.iriOf(name.toStdString());
    QCOMPARE(QByteArray::fromStdString(found.value_or("")), iri);
}

void TestContext::knowsWhatIsJson_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("isJson");
    const char* const declared
        = R"({"a": ")" ACMP R"(", "b": ")" ACMP R"(", "a:price_cu_indicative": {"@type": "@json"}})";
    QTest::newRow("declared") << QByteArray(declared) << QByteArray("a:price_cu_indicative") << true;
    QTest::newRow("another prefix") << QByteArray(declared) << QByteArray("b:price_cu_indicative") << false;
    QTest::newRow("full IRI") << QByteArray(declared) << QByteArray(ACMP "price_cu_indicative") << false;
    QTest::newRow("core") << QByteArray("{}") << QByteArray("data") << true;
}

void TestContext::knowsWhatIsJson()
{
    QFETCH(const QByteArray, context);
    QFETCH(const QByteArray, name);
    QFETCH(const bool, isJson);
    const Context found = read(context).context;
    const auto* definition = found.find(name.toStdString());
    QCOMPARE(definition && definition->isJson, isJson);
}

void TestContext::resolvesReferences_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<QByteArray>("reference");
    QTest::addColumn<QByteArray>("iri");
    const auto row = [](const char* what, const char* context, const char* reference, const char* iri) {
        QTest::newRow(what) << QByteArray(context) << QByteArray(reference) << QByteArray(iri);
    };
    const char* const based = R"({"@base": "https://x.example/a/b?c", "p": "https://p.example/"})";
    row("no base", "{}", "/n", "/n");
    row("absolute", based, "https://y.example/n", "https://y.example/n");
    row("from the root", based, "/n", "https://x.example/n");
    row("beside", based, "n", "https://x.example/a/n");
    row("above", based, "../n", "https://x.example/n");
    row("empty", based, "", "https://x.example/a/b?c");
    row("by a prefix", based, "p:n", "https://p.example/n");
    row("no term is meant", R"({"@base": "https://x.example/", "n": "https://p.example/"})", "n",
        "https://x.example/n");
    row("later wins", R"([{"@base": "https://x.example/"}, {"@base": "https://y.example/"}])", "n",
        "https://y.example/n");
    row("relative to the one before", R"([{"@base": "https://x.example/"}, {"@base": "a/"}])", "n",
        "https://x.example/a/n");
    row("taken back", R"([{"@base": "https://x.example/"}, {"@base": null}])", "n", "n");
    row("back to ARD's", R"([{"@base": "https://x.example/"}, null])", "n", "n");
}

void TestContext::resolvesReferences()
{
    QFETCH(const QByteArray, context);
    QFETCH(const QByteArray, reference);
    const std::string iri = read(context).context.resolved(reference.toStdString());
    QTEST(QByteArray::fromStdString(iri), "iri");
}

void TestContext::tellsWhatCantBeUsed_data()
{
    QTest::addColumn<QByteArray>("context");
    QTest::addColumn<int>("count");
    const auto row
        = [](const char* context, int count) { QTest::newRow(context) << QByteArray(context) << count; };
    row(R"("https://agenticresourcediscovery.org/context/v1")", 0);
    row(R"("https://other.example/context")", 1);
    row("7", 1);
    row("[[]]", 1);
    row(R"({"a": 7})", 1);
    row(R"({"a": "no iri at all:"})", 1);
    row(R"({"a": "b:c", "b": "a:d"})", 1);
    row(R"({"@vocab": 7})", 1);
    row(R"({"@import": "https://x/"})", 1);
    row(R"({"@base": 7})", 1);
    row(R"({"@base": "relative/"})", 1);
    row(R"({"@base": null, "@language": null})", 0);
    row(R"({"@base": "https://x/", "@language": "de"})", 0);
    row(R"({"@language": 7})", 1);
    row(R"({"a": {"@id": "https://x/a", "@language": "de"}})", 0);
    row(R"({"a": {"@id": "https://x/a", "@language": ["de"]}})", 1);
    row(R"({"@reserved": "https://x/"})", 1);
    row(R"({"a:b": {"@id": "https://x/y", "@prefix": true}})", 1);
    row(R"({"": "https://x/"})", 1);
}

void TestContext::tellsWhatCantBeUsed()
{
    QFETCH(const QByteArray, context);
    QFETCH(const int, count);
    QCOMPARE(static_cast<int>(read(context).unused), count);
}

void TestContext::endsWhatNeverEnds()
{
    QByteArray chain = "{";
    for (int i = 0; i < 10'000; ++i)
        chain += "\"t" + QByteArray::number(i) + "\":\"t" + QByteArray::number(i + 1) + ":x/\",";
    chain += "\"t10000\":\"https://x/\"}";
    const Read far = read(chain);
    QVERIFY(far.unused > 0);
    QCOMPARE(far.context.iriOf("t9999").value_or(""), std::string("https://x/x/"));
}

QTEST_GUILESS_MAIN(TestContext)
#include "tst_context.moc"
