// SPDX-License-Identifier: Apache-2.0
#include "messagespecs.h"

#include "protocol/acmp/capability.h"
#include "protocol/json/document.h"
#include "protocol/json/writer.h"

#include <QTest>

#include <algorithm>

using namespace acmp;

class TestCodec final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsEveryWrongMemberAtOnce();
    void reportsWithinNestedObjects();
    void reportsElementsOfLists();
    void boundsTheErrorsOfALongList();
    void readsIntegersHoweverWritten_data();
    void readsIntegersHoweverWritten();
    void keepsDecimalsAndDataByteForByte();
    void takesTheLastOfDuplicateKeys();
    void readsEscapedKeys();
    void keepsErrorDataThatIsNoObject_data();
    void keepsErrorDataThatIsNoObject();
    void saysAnErrorInOneLine();
    void encodesWhatAVariantHolds();
};

static json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    return document ? std::move(*document) : json::Document();
}

void TestCodec::reportsEveryWrongMemberAtOnce()
{
    const json::Document document = parsed(R"({"final":"no","chunk":{"type":1},"seq":1.5,"note":"kept"})");
    const auto chunk = decode<StreamChunk>(document.root());
    QVERIFY(!chunk);
    std::vector<std::string> pointers;
    std::ranges::transform(chunk.error(), std::back_inserter(pointers), &FieldError::pointer);
    QCOMPARE(
        pointers, (std::vector<std::string> { "/task_id", "/seq", "/chunk/type", "/chunk/data", "/final" }));
}

void TestCodec::reportsWithinNestedObjects()
{
    const json::Document result = parsed(
        R"({"task_id":"t","tokens_used":1,"cost_cu":1,"output":{"data":1},"proof":{"method":null,"hash":7}})");
    const auto decoded = decode<TaskResult>(result.root());
    QVERIFY(!decoded);
    QCOMPARE(decoded.error().size(), std::size_t { 3 });
    QCOMPARE(decoded.error()[0].pointer, std::string("/output/type"));
    QCOMPARE(decoded.error()[0].offset, std::size_t { 52 });
    QCOMPARE(decoded.error()[0].section, std::string_view("Layer 1 §3.2"));
    QCOMPARE(decoded.error()[1].pointer, std::string("/proof/method"));
    QCOMPARE(decoded.error()[2].pointer, std::string("/proof/hash"));

    const json::Document error
        = parsed(R"({"code":1,"message":"","data":{"min_price_cu":"0.008","task_id":1}})");
    const auto taskError = decode<TaskError>(error.root());
    QVERIFY(!taskError);
    QCOMPARE(taskError.error().size(), std::size_t { 2 });
    QCOMPARE(taskError.error()[1].toString(),
        std::string("/data/min_price_cu: expected a number, found \"0.008\" (byte 46, Layer 1 §3.3)"));

    const json::Document capability = parsed(R"({"version":"0.1.0","features":{"output_streaming":"yes"}})");
    const auto declaration = decode<Capability>(capability.root());
    QVERIFY(!declaration);
    QCOMPARE(declaration.error().front().pointer, std::string("/features/output_streaming"));
    QCOMPARE(declaration.error().front().section, std::string_view("Layer 1 §1"));
}

void TestCodec::reportsElementsOfLists()
{
    const json::Document document = parsed(R"({"version":"0.1.0","accepts":["a",1,"b",null]})");
    const auto declaration = decode<Capability>(document.root());
    QVERIFY(!declaration);
    QCOMPARE(declaration.error().size(), std::size_t { 2 });
    QCOMPARE(declaration.error()[0].pointer, std::string("/accepts/1"));
    QCOMPARE(declaration.error()[0].expected, std::string("a string"));
    QCOMPARE(declaration.error()[1].pointer, std::string("/accepts/3"));
}

void TestCodec::boundsTheErrorsOfALongList()
{
    const QByteArray ones = QByteArray("1,").repeated(200'000) + "1";
    const json::Document document = parsed(R"({"version":"0.1.0","accepts":[)" + ones + "]}");
    const auto declaration = decode<Capability>(document.root());
    QVERIFY(!declaration);
    QCOMPARE(declaration.error().size(), std::size_t { 16 });
}

void TestCodec::readsIntegersHoweverWritten_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("number");
    QTest::newRow("5") << QByteArray("5") << qint64 { 5 };
    QTest::newRow("5.0") << QByteArray("5.0") << qint64 { 5 };
    QTest::newRow("5e0") << QByteArray("5e0") << qint64 { 5 };
    QTest::newRow("-0") << QByteArray("-0") << qint64 { 0 };
    QTest::newRow("50e-1") << QByteArray("50e-1") << qint64 { 5 };
    QTest::newRow("lowest") << QByteArray("-9223372036854775808") << std::numeric_limits<qint64>::min();
}

void TestCodec::readsIntegersHoweverWritten()
{
    QFETCH(const QByteArray, text);
    QFETCH(const qint64, number);
    const json::Document document = parsed(messageWith(messageSpec("StreamChunk"), "seq", text));
    const auto chunk = decode<StreamChunk>(document.root());
    QVERIFY(chunk);
    QCOMPARE(qint64 { chunk->seq }, number);
}

void TestCodec::keepsDecimalsAndDataByteForByte()
{
    const QByteArray data = R"({ "b" : 1.10,"a":18446744073709551616 , "a":"\u00e9\ud800" })";
    const QByteArray text = R"({"task_id":"t","output":{"type":"json","data":)" + data
        + R"(},"tokens_used":1,"cost_cu":0.0030000000000000000001})";
    const json::Document document = parsed(text);
    const auto result = decode<TaskResult>(document.root());
    QVERIFY(result);
    QCOMPARE(result->costCu.text(), std::string("0.0030000000000000000001"));
    QCOMPARE(result->output->data.text(),
        std::string_view(data.constData(), static_cast<std::size_t>(data.size())));
    QCOMPARE(toJson(*result), text);
    QVERIFY(!result->outputStreamed);
    QVERIFY(!result->outputStreamedOrDefault());
}

void TestCodec::takesTheLastOfDuplicateKeys()
{
    const json::Document document
        = parsed(R"({"task_id":1,"reason":"a","task_id":"t","reason":"b","t\u0061sk_id":"u"})");
    const auto cancel = decode<Cancel>(document.root());
    QVERIFY(cancel);
    QCOMPARE(cancel->taskId, std::string("u"));
    QCOMPARE(*cancel->reason, std::string("b"));
    QVERIFY(cancel->extra.empty());
}

void TestCodec::readsEscapedKeys()
{
    const json::Document document = parsed(R"({"t\u0061sk_id":"t","\u0065xtra":1})");
    const auto cancel = decode<Cancel>(document.root());
    QVERIFY(cancel);
    QCOMPARE(toJson(*cancel), QByteArray(R"({"task_id":"t","extra":1})"));
}

void TestCodec::keepsErrorDataThatIsNoObject_data()
{
    QTest::addColumn<QByteArray>("data");
    for (const char* const data : { "null", "\"why\"", "[{\"@type\":\"x\"}]", "7", "false" })
        QTest::newRow(data) << QByteArray(data);
}

void TestCodec::keepsErrorDataThatIsNoObject()
{
    QFETCH(const QByteArray, data);
    const QByteArray text = R"({"code":-32001,"message":"x","data":)" + data + "}";
    const json::Document document = parsed(text);
    const auto error = decode<TaskError>(document.root());
    QVERIFY(error);
    QVERIFY(!error->data);
    QCOMPARE(error->extra.size(), std::size_t { 1 });
    QCOMPARE(error->extra.front().first, std::string("data"));
    QCOMPARE(toJson(*error), text);
}

void TestCodec::saysAnErrorInOneLine()
{
    const json::Document document = parsed("7");
    const auto cancel = decode<Cancel>(document.root());
    QVERIFY(!cancel);
    QCOMPARE(cancel.error().front().toString(),
        std::string("the whole: expected an object, found 7 (byte 0, Layer 1 §3.7)"));
}

void TestCodec::encodesWhatAVariantHolds()
{
    Accept accept;
    accept.offerId = "o";
    QCOMPARE(toJson(Request(accept)), QByteArray(R"({"offer_id":"o"})"));
    Cancel cancel;
    cancel.taskId = "t";
    QCOMPARE(toJson(BuyerNotification(cancel)), QByteArray(R"({"task_id":"t"})"));
    Heartbeat heartbeat;
    heartbeat.taskId = "t";
    QCOMPARE(toJson(ProviderNotification(heartbeat)), QByteArray(R"({"task_id":"t"})"));
    TaskError error;
    error.code = -33004;
    json::Writer writer;
    encode(writer, Answer(error));
    QCOMPARE(writer.text(), std::string(R"({"code":-33004,"message":""})"));
    QCOMPARE(methodOf(Request(accept)), method::kAccept);
    QCOMPARE(methodOf(BuyerNotification(cancel)), method::kCancel);
    QCOMPARE(methodOf(ProviderNotification(heartbeat)), method::kHeartbeat);
    QCOMPARE(taskIdOf(Request(accept)), std::string_view());
    const BuyerNotification notification(cancel);
    QCOMPARE(taskIdOf(notification), std::string_view("t"));
}

QTEST_GUILESS_MAIN(TestCodec)
#include "tst_codec.moc"
