// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"

#include <QTest>

class TestMessage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsARequestWhateverTheOrder_data();
    void readsARequestWhateverTheOrder();
    void readsANotification();
    void readsAResult();
    void readsAnError();
    void tellsAbsentIdsFromNullOnes();
    void takesTheLastOfDuplicateKeys();
    void readsEscapedNames();
    void refusesWhatIsNoMessage_data();
    void refusesWhatIsNoMessage();
    void keepsTheIdOfAMalformedMessage();
    void countsABatch();
    void readsAMessageWithinADocument();
    void checksTheVersion_data();
    void checksTheVersion();
};

static json::Document parsed(const char* text)
{
    auto document = json::Document::parse(QByteArray(text));
    return document ? std::move(*document) : json::Document();
}

void TestMessage::readsARequestWhateverTheOrder_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("as specified") << QByteArray(
        R"({"jsonrpc":"2.0","method":"acmp/invoke","id":3,"params":{"a":1}})");
    QTest::newRow("backwards") << QByteArray(
        R"({"params":{"a":1},"id":3,"method":"acmp/invoke","jsonrpc":"2.0"})");
    QTest::newRow("no version") << QByteArray(R"({"id":3,"params":{"a":1},"method":"acmp/invoke"})");
    QTest::newRow("more members") << QByteArray(
        R"({"x":{"id":9,"method":"no"},"id":3,"method":"acmp/invoke","params":{"a":1},"results":0})");
}

void TestMessage::readsARequestWhateverTheOrder()
{
    QFETCH(const QByteArray, text);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    const rpc::Message message = rpc::read(document->root());
    const auto* request = std::get_if<rpc::Request>(&message);
    QVERIFY(request);
    QVERIFY(request->id == rpc::Id(std::int64_t { 3 }));
    QCOMPARE(request->method, std::string("acmp/invoke"));
    QCOMPARE(request->params.lexeme(), std::string_view(R"({"a":1})"));
}

void TestMessage::readsANotification()
{
    const json::Document document = parsed(R"({"jsonrpc":"2.0","method":"acmp/heartbeat"})");
    const rpc::Message message = rpc::read(document.root());
    const auto* notification = std::get_if<rpc::Notification>(&message);
    QVERIFY(notification);
    QCOMPARE(notification->method, std::string("acmp/heartbeat"));
    QVERIFY(!notification->params.isValid());
}

void TestMessage::readsAResult()
{
    const json::Document document = parsed(R"({"jsonrpc":"2.0","id":"r","result":null})");
    const rpc::Message message = rpc::read(document.root());
    const auto* result = std::get_if<rpc::Result>(&message);
    QVERIFY(result);
    QVERIFY(result->id == rpc::Id(std::string("r")));
    QVERIFY(result->result.isNull());
}

void TestMessage::readsAnError()
{
    const json::Document document
        = parsed(R"({"jsonrpc":"2.0","id":1,"error":{"data":[1],"message":"no","code":-33001.0}})");
    const rpc::Message message = rpc::read(document.root());
    const auto* error = std::get_if<rpc::Error>(&message);
    QVERIFY(error);
    QCOMPARE(error->code, std::int64_t { -33001 });
    QCOMPARE(error->message, std::string("no"));
    QCOMPARE(error->data.lexeme(), std::string_view("[1]"));
    QCOMPARE(error->error.pointer(), std::string("/error"));
}

void TestMessage::tellsAbsentIdsFromNullOnes()
{
    const json::Document absent = parsed(R"({"error":{"code":-32700,"message":""}})");
    const rpc::Message first = rpc::read(absent.root());
    QVERIFY(!std::get<rpc::Error>(first).id);
    const json::Document null = parsed(R"({"id":null,"error":{"code":-32700,"message":""}})");
    const rpc::Message second = rpc::read(null.root());
    QVERIFY(std::get<rpc::Error>(second).id == rpc::Id(rpc::OddId { "null" }));
    const json::Document call = parsed(R"({"id":null,"method":"m"})");
    const rpc::Message third = rpc::read(call.root());
    QVERIFY(!rpc::isRegular(std::get<rpc::Request>(third).id));
}

void TestMessage::takesTheLastOfDuplicateKeys()
{
    const json::Document document = parsed(R"({"id":1,"method":"a","id":2,"method":"b"})");
    const rpc::Message message = rpc::read(document.root());
    QVERIFY(std::get<rpc::Request>(message).id == rpc::Id(std::int64_t { 2 }));
    QCOMPARE(std::get<rpc::Request>(message).method, std::string("b"));
}

void TestMessage::readsEscapedNames()
{
    const json::Document document = parsed(R"({"\u0069d":1,"m\u0065thod":"a"})");
    const rpc::Message message = rpc::read(document.root());
    QVERIFY(std::holds_alternative<rpc::Request>(message));
}

void TestMessage::refusesWhatIsNoMessage_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("offset");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* text, const char* pointer, int offset, const char* what) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(pointer) << offset
                            << QString::fromLatin1(what);
    };
    row("3", "", 0, "not an object");
    row(" \"x\"", "", 1, "not an object");
    row("null", "", 0, "not an object");
    row("{}", "", 0, "neither method, result nor error");
    row(R"({"id":1})", "", 0, "neither method, result nor error");
    row(R"({"method":1})", "/method", 10, "\"method\" is no string");
    row(R"({"method":null,"id":1})", "/method", 10, "\"method\" is no string");
    row(R"({"method":"m","params":1})", "/params", 23, "\"params\" is neither object nor array");
    row(R"({"method":"m","params":null})", "/params", 23, "\"params\" is neither object nor array");
    row(R"({"method":"m","id":1,"result":1})", "", 0, "both a call and an answer");
    row(R"({"method":"m","error":{}})", "", 0, "both a call and an answer");
    row(R"({"id":1,"result":1,"error":{}})", "", 0, "both result and error");
    row(R"({"result":1})", "/id", 0, "no \"id\"");
    row(R"({"id":1,"error":"x"})", "/error", 16, "\"error\" is no object");
    row(R"({"id":1,"error":null})", "/error", 16, "\"error\" is no object");
    row(R"({"id":1,"error":{"message":"x"}})", "/error/code", 16, "no \"code\"");
    row(R"({"id":1,"error":{"code":1}})", "/error/message", 16, "no \"message\"");
    row(R"({"id":1,"error":{"code":1.5,"message":""}})", "/error/code", 24, "\"code\" is no integer");
    row(R"({"id":1,"error":{"code":"1","message":""}})", "/error/code", 24, "\"code\" is no integer");
    row(R"({"id":1,"error":{"code":1,"message":2}})", "/error/message", 36, "\"message\" is no string");
}

void TestMessage::refusesWhatIsNoMessage()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, pointer);
    QFETCH(const int, offset);
    QFETCH(const QString, what);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    const rpc::Message message = rpc::read(document->root());
    const auto* malformed = std::get_if<rpc::Malformed>(&message);
    QVERIFY(malformed);
    QCOMPARE(QString::fromStdString(malformed->pointer), pointer);
    QCOMPARE(static_cast<int>(malformed->offset), offset);
    QCOMPARE(QString::fromStdString(malformed->what), what);
    QVERIFY(!malformed->expected.empty());
    QVERIFY(!malformed->isBatch);
}

void TestMessage::keepsTheIdOfAMalformedMessage()
{
    const json::Document document = parsed(R"({"method":1,"id":"x"})");
    const rpc::Message message = rpc::read(document.root());
    QVERIFY(std::get<rpc::Malformed>(message).id == rpc::Id(std::string("x")));
    const json::Document without = parsed(R"({"method":1})");
    const rpc::Message other = rpc::read(without.root());
    QVERIFY(!std::get<rpc::Malformed>(other).id);
}

void TestMessage::countsABatch()
{
    const json::Document three = parsed(R"([{"id":1,"method":"m"},{},1])");
    const rpc::Message message = rpc::read(three.root());
    QVERIFY(std::get<rpc::Malformed>(message).isBatch);
    QCOMPARE(std::get<rpc::Malformed>(message).what, std::string("a batch of 3 messages"));
    const json::Document one = parsed("[1]");
    const rpc::Message single = rpc::read(one.root());
    QCOMPARE(std::get<rpc::Malformed>(single).what, std::string("a batch of 1 message"));
}

void TestMessage::readsAMessageWithinADocument()
{
    const json::Document document = parsed(R"([{"id":1,"method":"m"},{"id":2,"method":5}])");
    const rpc::Message first = rpc::read(document.root()[std::size_t { 0 }]);
    QVERIFY(std::holds_alternative<rpc::Request>(first));
    const rpc::Message second = rpc::read(document.root()[std::size_t { 1 }]);
    QCOMPARE(std::get<rpc::Malformed>(second).pointer, std::string("/1/method"));
    const rpc::Message nothing = rpc::read(json::View());
    QVERIFY(std::holds_alternative<rpc::Malformed>(nothing));
}

void TestMessage::checksTheVersion_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("right");
    QTest::newRow("2.0") << QByteArray(R"({"jsonrpc":"2.0"})") << true;
    QTest::newRow("escaped") << QByteArray(R"({"jsonrpc":"2\u002e0"})") << true;
    QTest::newRow("1.0") << QByteArray(R"({"jsonrpc":"1.0"})") << false;
    QTest::newRow("a number") << QByteArray(R"({"jsonrpc":2.0})") << false;
    QTest::newRow("absent") << QByteArray("{}") << false;
    QTest::newRow("a batch") << QByteArray("[]") << false;
}

void TestMessage::checksTheVersion()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, right);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    QCOMPARE(rpc::jsonrpcIsRight(document->root()), right);
}

QTEST_GUILESS_MAIN(TestMessage)
#include "tst_message.moc"
