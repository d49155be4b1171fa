// SPDX-License-Identifier: Apache-2.0
// ACMP messages within data Parts, read and written.
#include "protocol/a2a/carried.h"
#include "protocol/a2a/envelope.h"
#include "protocol/json/document.h"

#include <QTest>

using a2a::Asked;
using a2a::Payload;

class TestPayload final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typesWhatAProviderSays_data();
    void typesWhatAProviderSays();
    void namesTheTask_data();
    void namesTheTask();
    void isNoPayload_data();
    void isNoPayload();
    void writesAMessage();
    void writesAnswers();
};

static json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    return document ? std::move(*document) : json::Document();
}

static QByteArray typeOf(const acmp::Incoming& incoming)
{
    static const char* const kNames[] { "chunk", "heartbeat", "result", "error", "offer", "ack", "other" };
    return kNames[incoming.index()];
}

void TestPayload::typesWhatAProviderSays_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<int>("asked");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("errors");
    const auto row = [](const char* label, const char* data, Asked asked, const char* type, int errors = 0) {
        QTest::newRow(label) << QByteArray(data) << static_cast<int>(asked) << QByteArray(type) << errors;
    };
    row("a chunk",
        R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"t","seq":0,"chunk":{"type":"text","data":"a"}}})",
        Asked::Invoke, "chunk");
    row("numbers as a protobuf peer writes them",
        R"({"acmp_result":{"task_id":"t","tokens_used":5.0,"cost_cu":0.003}})", Asked::Invoke, "result");
    row("a heartbeat", R"({"acmp_method":"acmp/heartbeat","params":{"task_id":"t","progress":0}})",
        Asked::Invoke, "heartbeat");
    row("an error", R"({"acmp_error":{"code":-33004,"message":"m","data":{"task_id":"t"}}})",
        Asked::OfferRequest, "error");
    row("an offer", R"({"acmp_result":{"offer_id":"o","capability":"c","price_cu":1,"valid_until_ms":5}})",
        Asked::OfferRequest, "offer");
    row("an ack", R"({"acmp_result":{"offer_id":"o"}})", Asked::Accept, "ack");
    row("an offer where a result was asked for",
        R"({"acmp_result":{"offer_id":"o","capability":"c","price_cu":1,"valid_until_ms":5}})", Asked::Invoke,
        "other", 3);
    row("a chunk without seq",
        R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"t","chunk":{"type":"text","data":"a"}}})",
        Asked::Invoke, "other", 1);
    row("no params", R"({"acmp_method":"acmp/heartbeat"})", Asked::Invoke, "other", 1);
    row("a buyer's call", R"({"acmp_method":"acmp/invoke","params":{}})", Asked::Invoke, "other");
    row("a method that is no text", R"({"acmp_method":7,"params":{}})", Asked::Invoke, "other");
    row("an error that is none", R"({"acmp_error":"no"})", Asked::Invoke, "other", 1);
}

void TestPayload::typesWhatAProviderSays()
{
    QFETCH(const QByteArray, data);
    QFETCH(const int, asked);
    QFETCH(const QByteArray, type);
    QFETCH(const int, errors);
    const json::Document document = parsed(data);
    const auto payload = a2a::readPayload(document.root());
    QVERIFY(payload);
    std::vector<acmp::FieldError> wrong;
    const acmp::Incoming incoming
        = a2a::decodeIncoming(*payload, document.root(), static_cast<Asked>(asked), wrong);
    QCOMPARE(typeOf(incoming), type);
    QCOMPARE(static_cast<int>(wrong.size()), errors);
}

void TestPayload::namesTheTask_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("taskId");
    QTest::newRow("params") << QByteArray(R"({"acmp_method":"m","params":{"task_id":"a"}})")
                            << QByteArray("a");
    QTest::newRow("result") << QByteArray(R"({"acmp_result":{"task_id":"a"}})") << QByteArray("a");
    QTest::newRow("error") << QByteArray(R"({"acmp_error":{"data":{"task_id":"a"}}})") << QByteArray("a");
    QTest::newRow("a number") << QByteArray(R"({"acmp_result":{"task_id":7}})") << QByteArray();
    QTest::newRow("none") << QByteArray(R"({"acmp_method":"m"})") << QByteArray();
}

void TestPayload::namesTheTask()
{
    QFETCH(const QByteArray, data);
    QFETCH(const QByteArray, taskId);
    const json::Document document = parsed(data);
    QCOMPARE(QByteArray::fromStdString(a2a::readPayload(document.root())->taskId()), taskId);
}

void TestPayload::isNoPayload_data()
{
    QTest::addColumn<QByteArray>("data");
    for (const char* data : { "null", "7", "[]", "{}", R"({"method":"acmp/invoke"})", R"("acmp_result")" })
        QTest::newRow(data) << QByteArray(data);
}

void TestPayload::isNoPayload()
{
    QFETCH(const QByteArray, data);
    QVERIFY(!a2a::readPayload(parsed(data).root()));
}

void TestPayload::writesAMessage()
{
    acmp::Cancel cancel;
    cancel.taskId = "t";
    json::Writer writer;
    a2a::writeMessage(
        writer, { "m1", a2a::Role::User, {}, "a2a-1" }, acmp::BuyerNotification { std::move(cancel) });
    QCOMPARE(writer.toBytes(),
        QByteArray(R"({"messageId":"m1","taskId":"a2a-1","role":"ROLE_USER",)"
                   R"("extensions":["https://a2agora.org/acmp/v0.1"],)"
                   R"("parts":[{"data":{"acmp_method":"acmp/cancel","params":{"task_id":"t"}},)"
                   R"("mediaType":"application/acmp+json"}]})"));
    const json::Document document = parsed(writer.toBytes());
    const auto carried = a2a::carriedBy(a2a::readMessage(document.root()));
    QCOMPARE(carried.size(), std::size_t { 1 });
    QCOMPARE(carried.front().payload.method, std::string("acmp/cancel"));
    QCOMPARE(carried.front().payload.taskId(), std::string("t"));
}

void TestPayload::writesAnswers()
{
    acmp::Ack ack;
    ack.offerId = "o";
    json::Writer writer;
    a2a::writePayload(writer, acmp::Answer { ack });
    QCOMPARE(writer.toBytes(), QByteArray(R"({"acmp_result":{"offer_id":"o"}})"));
    acmp::TaskError error;
    error.code = -33004;
    error.message = "cancelled";
    writer.clear();
    a2a::writePayload(writer, acmp::Answer { error });
    QCOMPARE(writer.toBytes(), QByteArray(R"({"acmp_error":{"code":-33004,"message":"cancelled"}})"));
}

QTEST_GUILESS_MAIN(TestPayload)
#include "tst_payload.moc"
