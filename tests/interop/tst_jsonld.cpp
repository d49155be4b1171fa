// SPDX-License-Identifier: Apache-2.0
// What names stand for, beside npm's jsonld: some thousands of contexts, made by chance from the same pieces.
#include "protocol/discovery/context.h"
#include "protocol/json/document.h"
#include "protocol/wire/idsource.h"
#include "tests/interop/program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using discovery::Context;

class TestJsonLd final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agrees();
};

namespace {

constexpr int kContexts = 4'000;

template <std::size_t size>
QByteArray oneOf(wire::SeededIdSource& chance, const std::array<const char*, size>& all)
{
    return all[chance.next() % size];
}

QByteArray name(wire::SeededIdSource& chance)
{
    static constexpr std::array kNames { "acmp", "x", "y", "tier", "lvl", "http", "acmp:tier", "x:tier",
        "a:b", "identifier" };
    return oneOf(chance, kNames);
}

QByteArray iri(wire::SeededIdSource& chance)
{
    static constexpr std::array kIris { "https://a2agora.org/acmp/v0.1#", "https://a2agora.org/acmp/v0.1",
        "https://evil.example/#", "https://a2agora.org/", "x:", "x:acmp/v0.1#", "y:tier", "acmp:tier", "tier",
        "https://x/tier", "urn:x:", "ard:tier" };
    return oneOf(chance, kIris);
}

QByteArray definition(wire::SeededIdSource& chance)
{
    switch (chance.next() % 14) {
    case 0:
        return "null";
    case 1:
        return R"({"@id": null})";
    case 2:
        return R"({"@type": "@json"})";
    case 3:
        return R"({"@id": ")" + iri(chance) + R"("})";
    case 4:
        return R"({"@id": ")" + iri(chance) + R"(", "@prefix": true})";
    case 5:
        return R"({"@id": ")" + iri(chance) + R"(", "@type": "@json"})";
    case 6:
        return R"({"@id": ")" + iri(chance) + R"(", "@type": "@id"})";
    case 7:
        return R"({"@type": "@id"})";
    case 8:
        return R"({"@id": ")" + iri(chance) + R"(", "@language": "de"})";
    case 9:
        return R"({"@id": ")" + iri(chance) + R"(", "@container": "@language"})";
    default:
        return '"' + iri(chance) + '"';
    }
}

QByteArray base(wire::SeededIdSource& chance)
{
    // No relative one: without a base to resolve it against it is an error (JSON-LD 1.1 §4.1.3), which jsonld
    // does not see.
    static constexpr std::array kBases { "\"https://x.example/\"", "\"https://x.example/a/b?c\"", "null" };
    return oneOf(chance, kBases);
}

QByteArray object(wire::SeededIdSource& chance)
{
    std::map<QByteArray, QByteArray> members;
    for (auto count = chance.next() % 5; count > 0; --count)
        members[name(chance)] = definition(chance);
    if (chance.next() % 6 == 0)
        members["@vocab"] = '"' + iri(chance) + '"';
    if (chance.next() % 4 == 0)
        members["@base"] = base(chance);
    if (chance.next() % 6 == 0)
        members["@language"] = R"("en")";
    QByteArray text = "{";
    for (const auto& [key, value] : members)
        text += (text.size() > 1 ? ", \"" : "\"") + key + "\": " + value;
    return text + '}';
}

QByteArray context(wire::SeededIdSource& chance)
{
    if (chance.next() % 2 == 0)
        return object(chance);
    QByteArray text = "[" + object(chance);
    for (auto count = chance.next() % 3; count > 0; --count)
        text += ", "
            + (chance.next() % 4 == 0 ? QByteArray("\"https://agenticresourcediscovery.org/context/v1\"")
                                      : object(chance));
    return text + ']';
}

const std::vector<QByteArray> kAsked { "acmp:tier", "x:tier", "y:tier", "tier", "lvl", "http://x/y",
    "identifier", "frob", "a:b", "a:b:c", "https://a2agora.org/acmp/v0.1#tier", "x", "acmp", "displayName" };

Context contextOf(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    Context context = Context::ard();
    std::vector<Context::Unused> unused;
    context.add(document->root(), unused);
    return context;
}

/// As the processor sees it: only what is an absolute IRI survives an expansion.
QByteArray ours(const Context& context, const QByteArray& asked)
{
    const std::string iri = context.iriOf(asked.toStdString()).value_or("");
    return iri.find(':') == std::string::npos ? QByteArray() : QByteArray::fromStdString(iri);
}

/// What a value of that name refers to; empty where it is no reference.
QByteArray reference(const Context& context, const QByteArray& asked, std::size_t number)
{
    const Context::Definition* const definition = context.find(asked.toStdString());
    if (!definition || !definition->isReference)
        return {};
    return QByteArray::fromStdString(context.resolved("v" + std::to_string(number)));
}

QList<QByteArray> lines(wire::SeededIdSource& chance)
{
    QJsonArray names;
    for (const QByteArray& asked : kAsked)
        names.append(QString::fromUtf8(asked));
    const QByteArray asked = QJsonDocument(names).toJson(QJsonDocument::Compact);
    QList<QByteArray> all;
    for (int i = 0; i < kContexts; ++i)
        all.append(R"({"context": )" + context(chance) + R"(, "names": )" + asked + '}');
    return all;
}

} // namespace

void TestJsonLd::initTestCase()
{
    SKIP_WITHOUT_PEERS();
}

void TestJsonLd::agrees()
{
    wire::SeededIdSource chance(20);
    const QList<QByteArray> asked = lines(chance);
    const auto run = interop::run(interop::node(),
        { interop::peer(u"jsonldexpander.mjs"_s), QString::fromUtf8(discovery::kArdContextText) },
        asked.join('\n') + '\n');
    QVERIFY2(run.mistake.isEmpty(), qPrintable(run.mistake + run.text.left(2'000)));
    const QList<QJsonObject> answers = run.named(u"expanded"_s);
    QCOMPARE(answers.size(), asked.size());
    int compared = 0;
    int resolved = 0;
    for (qsizetype i = 0; i < asked.size(); ++i) {
        if (answers[i].contains(u"error"_s))
            continue; // it gives up where we go on
        ++compared;
        const auto document = json::Document::parse(asked[i]);
        const std::string_view text = document->root()["context"].lexeme();
        const QByteArray given(text.data(), static_cast<qsizetype>(text.size()));
        const Context context = contextOf(given);
        const QJsonArray iris = answers[i].value(u"iris"_s).toArray();
        const QJsonArray references = answers[i].value(u"references"_s).toArray();
        for (std::size_t n = 0; n < kAsked.size(); ++n) {
            const QByteArray theirs = iris[static_cast<qsizetype>(n)].toString().toUtf8();
            const QByteArray own = ours(context, kAsked[n]);
            const QByteArray told
                = given + "\n  " + kAsked[n] + " is for us " + own + ", for jsonld " + theirs;
            QVERIFY2(own == theirs, told.constData());
            const QByteArray referred = references[static_cast<qsizetype>(n)].toString().toUtf8();
            if (own.isEmpty() || own.startsWith('@'))
                continue;
            const QByteArray refers = reference(context, kAsked[n], n);
            const QByteArray toldToo
                = told + "; it refers for us to " + refers + ", for jsonld to " + referred;
            QVERIFY2(refers == referred, toldToo.constData());
            resolved += referred.contains("x.example") ? 1 : 0;
        }
    }
    QVERIFY2(compared > kContexts / 3, qPrintable(QString::number(compared)));
    QVERIFY2(resolved > kContexts / 100, qPrintable(QString::number(resolved)));
}

QTEST_GUILESS_MAIN(TestJsonLd)
#include "tst_jsonld.moc"
