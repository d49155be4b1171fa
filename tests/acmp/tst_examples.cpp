// SPDX-License-Identifier: Apache-2.0
// Every example of the specifications decodes and comes back as it was; the checks find nothing but what is
// named here.
#include "messagespecs.h"

#include "protocol/acmp/checks.h"
#include "protocol/json/canonical.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"

#include <QDir>
#include <QFile>
#include <QTest>

class TestExamples final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsThemAll();
    void decodesAndReturnsEach_data();
    void decodesAndReturnsEach();
    void readsTheEnvelope_data();
    void readsTheEnvelope();
    void findsNothingWrongWithTheConversation();
    void matchesTheBuyersDeclaration();
};

static json::Document example(const QString& name)
{
    QFile file(QFINDTESTDATA("data/seed-examples") + QLatin1Char('/') + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    auto document = json::Document::parse(file.readAll());
    return document ? std::move(*document) : json::Document();
}

static std::string canonicalText(const json::View& value)
{
    return json::canonical(value).value_or("no canonical form");
}

void TestExamples::readsThemAll()
{
    const QStringList names = QDir(QFINDTESTDATA("data/seed-examples")).entryList(QDir::Files);
    QCOMPARE(names.size(), 15);
    for (const QString& name : names) {
        const json::Document document = example(name);
        QVERIFY2(document.isValid(), qPrintable(name));
        QVERIFY2(acmp::checkJson(document.root()).empty(), qPrintable(name));
    }
}

void TestExamples::decodesAndReturnsEach_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<const MessageSpec*>("spec");
    QTest::addColumn<std::string>("pointer");
    const auto row = [](const char* name, const char* spec, const char* pointer) {
        QTest::newRow(name) << QString::fromLatin1(name) << &messageSpec(spec) << std::string(pointer);
    };
    row("layer1-a2a-binding-01-message_id.json", "Invoke", "/parts/0/data/params");
    row("layer1-a2a-binding-02-capabilities.json", "Capability", "/capabilities/extensions/0/params");
    row("layer1-transport-01-capabilities.json", "Capability", "/capabilities/extensions/org.a2agora~1acmp");
    row("layer1-transport-02-acmp_invoke.json", "Invoke", "/params");
    row("layer1-transport-03-result.json", "TaskResult", "/result");
    row("layer1-transport-04-error.json", "TaskError", "/error");
    row("layer1-transport-05-acmp_inputChunk.json", "InputChunk", "/params");
    row("layer1-transport-06-acmp_streamChunk.json", "StreamChunk", "/params");
    row("layer1-transport-07-acmp_heartbeat.json", "Heartbeat", "/params");
    row("layer1-transport-08-acmp_cancel.json", "Cancel", "/params");
    row("layer6-negotiation-01-acmp_offerRequest.json", "OfferRequest", "/params");
    row("layer6-negotiation-02-offer_id.json", "Offer", "");
    row("layer6-negotiation-03-acmp_accept.json", "Accept", "/params");
    row("layer6-negotiation-04-offer_id.json", "Ack", "");
}

void TestExamples::decodesAndReturnsEach()
{
    QFETCH(const QString, name);
    QFETCH(const MessageSpec*, spec);
    QFETCH(const std::string, pointer);
    const json::Document document = example(name);
    const json::View value = document.at(pointer);
    QVERIFY(value.isObject());
    const auto recoded = spec->recode(value);
    QVERIFY2(recoded, recoded ? "" : recoded.error().front().toString().c_str());
    const auto again = json::Document::parse(*recoded);
    QVERIFY(again);
    QCOMPARE(canonicalText(again->root()), canonicalText(value));
}

void TestExamples::readsTheEnvelope_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("kind");
    QTest::addColumn<std::string>("method");
    const auto row = [](const char* name, std::size_t kind, const char* method) {
        QTest::newRow(name) << QString::fromLatin1(name) << static_cast<int>(kind) << std::string(method);
    };
    row("layer1-transport-02-acmp_invoke.json", 0, "acmp/invoke");
    row("layer1-transport-03-result.json", 2, "");
    row("layer1-transport-04-error.json", 3, "");
    row("layer1-transport-05-acmp_inputChunk.json", 1, "acmp/inputChunk");
    row("layer1-transport-06-acmp_streamChunk.json", 1, "acmp/streamChunk");
    row("layer1-transport-07-acmp_heartbeat.json", 1, "acmp/heartbeat");
    row("layer1-transport-08-acmp_cancel.json", 1, "acmp/cancel");
    row("layer6-negotiation-01-acmp_offerRequest.json", 0, "acmp/offerRequest");
    row("layer6-negotiation-03-acmp_accept.json", 0, "acmp/accept");
}

void TestExamples::readsTheEnvelope()
{
    QFETCH(const QString, name);
    QFETCH(const int, kind);
    QFETCH(const std::string, method);
    const json::Document document = example(name);
    const rpc::Message message = rpc::read(document.root());
    QVERIFY(rpc::jsonrpcIsRight(document.root()));
    QCOMPARE(static_cast<int>(message.index()), kind);
    if (const auto* request = std::get_if<rpc::Request>(&message)) {
        QCOMPARE(request->method, method);
        QVERIFY(rpc::isRegular(request->id));
        QCOMPARE(request->params.pointer(), std::string("/params"));
    } else if (const auto* notification = std::get_if<rpc::Notification>(&message)) {
        QCOMPARE(notification->method, method);
        QCOMPARE(notification->params.pointer(), std::string("/params"));
    }
}

template <class T>
static T decoded(const char* name, std::string_view pointer)
{
    const json::Document document = example(QString::fromLatin1(name));
    return acmp::decode<T>(document.at(pointer)).value_or(T {});
}

void TestExamples::findsNothingWrongWithTheConversation()
{
    const auto invoke = decoded<acmp::Invoke>("layer1-transport-02-acmp_invoke.json", "/params");
    const auto result = decoded<acmp::TaskResult>("layer1-transport-03-result.json", "/result");
    const auto error = decoded<acmp::TaskError>("layer1-transport-04-error.json", "/error");
    const auto request
        = decoded<acmp::OfferRequest>("layer6-negotiation-01-acmp_offerRequest.json", "/params");
    const auto offer = decoded<acmp::Offer>("layer6-negotiation-02-offer_id.json", "");
    const auto accept = decoded<acmp::Accept>("layer6-negotiation-03-acmp_accept.json", "/params");
    const auto ack = decoded<acmp::Ack>("layer6-negotiation-04-offer_id.json", "");
    const auto capability = decoded<acmp::Capability>(
        "layer1-transport-01-capabilities.json", "/capabilities/extensions/org.a2agora~1acmp");

    QVERIFY(acmp::check(invoke).empty());
    QVERIFY(acmp::check(result, invoke).empty());
    QVERIFY(acmp::check(error).empty());
    QVERIFY(acmp::check(error, invoke).empty());
    QVERIFY(acmp::check(request).empty());
    QVERIFY(acmp::check(offer).empty());
    QVERIFY(acmp::check(offer, request, 1783017900010).empty());
    QVERIFY(acmp::check(ack, accept, offer).empty());
    QVERIFY(acmp::checkAdvertised(invoke, capability).empty());

    // The example abbreviates its hash, and lists no negotiation (decision D28).
    QCOMPARE(acmp::check(result).size(), std::size_t { 1 });
    QCOMPARE(acmp::check(result).front().rule, &acmp::rule("L3-result-hash-form"));
    const acmp::Findings notes = acmp::check(capability);
    QCOMPARE(notes.size(), std::size_t { 2 });
    QCOMPARE(notes[0].rule, &acmp::rule("L6-accepts-absent"));
    QCOMPARE(notes[1].rule, &acmp::rule("L6-accepts-absent"));
}

void TestExamples::matchesTheBuyersDeclaration()
{
    QVERIFY(acmp::check(acmp::buyerCapability()).empty());
    QCOMPARE(acmp::toJson(acmp::buyerCapability()),
        QByteArray(
            R"({"version":"0.1.0","role":"buyer","accepts":["acmp/streamChunk","acmp/heartbeat"],)"
            R"("emits":["acmp/invoke","acmp/cancel","acmp/inputChunk","acmp/offerRequest","acmp/accept"],)"
            R"("features":{}})"));
}

QTEST_GUILESS_MAIN(TestExamples)
#include "tst_examples.moc"
