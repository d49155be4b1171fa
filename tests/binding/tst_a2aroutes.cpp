// SPDX-License-Identifier: Apache-2.0
// Paths and queries of A2A's HTTP+JSON, and its timestamps.
#include "protocol/binding/a2a/routes.h"
#include "protocol/binding/a2a/timestamp.h"

#include <QTest>

class TestA2aRoutes final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void makesParams_data();
    void makesParams();
    void writesTimestamps_data();
    void writesTimestamps();
    void readsTimestamps_data();
    void readsTimestamps();
};

void TestA2aRoutes::finds_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("method"); // empty: none
    QTest::addColumn<QByteArray>("tenant");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("allowed");
    const auto row = [](const char* request, const char* method, const char* tenant = "", const char* id = "",
                         const char* allowed = "") {
        QTest::newRow(request) << QByteArray(request) << QByteArray(method) << QByteArray(tenant)
                               << QByteArray(id) << QByteArray(allowed);
    };
    row("POST /message:send", "SendMessage");
    row("POST /acme/message:send", "SendMessage", "acme");
    row("POST /message:stream", "SendStreamingMessage");
    row("GET /message:stream", "SendStreamingMessage", "", "", "POST");
    row("GET /tasks", "ListTasks");
    row("GET /acme/tasks", "ListTasks", "acme");
    row("GET /tasks/a-1", "GetTask", "", "a-1");
    row("GET /tasks/a%2Fb%20c", "GetTask", "", "a/b c");
    row("GET /acme%20inc/tasks/a", "GetTask", "acme inc", "a");
    row("POST /tasks/a:cancel", "CancelTask", "", "a");
    row("GET /tasks/a:cancel", "GetTask", "", "a:cancel");
    row("POST /tasks/a:subscribe", "SubscribeToTask", "", "a");
    row("GET /tasks/a:subscribe", "SubscribeToTask", "", "a");
    row("GET /tasks/:subscribe", "GetTask", "", ":subscribe");
    row("PUT /tasks/a:subscribe", "SubscribeToTask", "", "a", "GET, POST");
    row("DELETE /tasks/a/pushNotificationConfigs/c", "DeleteTaskPushNotificationConfig", "", "a");
    row("POST /acme/tasks/a/pushNotificationConfigs", "CreateTaskPushNotificationConfig", "acme", "a");
    row("GET /extendedAgentCard", "GetExtendedAgentCard");
    row("GET ", "");
    row("GET /", "");
    row("GET //tasks", "");
    row("GET /a/b/tasks", "");
    row("GET /tasks/", "");
}

void TestA2aRoutes::finds()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, tenant);
    QFETCH(const QByteArray, id);
    QFETCH(const QByteArray, allowed);
    const auto space = request.indexOf(' ');
    const a2a::Route route
        = a2a::findRoute(request.left(space).toStdString(), request.mid(space + 1).toStdString());
    QCOMPARE(QByteArray(route.method.data(), static_cast<qsizetype>(route.method.size())), method);
    QCOMPARE(route.isFound(), !method.isEmpty() && allowed.isEmpty());
    if (method.isEmpty())
        return;
    QCOMPARE(QByteArray::fromStdString(route.tenant), tenant);
    QCOMPARE(QByteArray::fromStdString(route.id), id);
    QCOMPARE(QByteArray(route.allowed.data(), static_cast<qsizetype>(route.allowed.size())), allowed);
}

void TestA2aRoutes::makesParams_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("params");
    QTest::newRow("none") << QByteArray() << QByteArray(R"({"id":"i"})");
    QTest::newRow("several") << QByteArray("historyLength=5&contextId=a%26b&empty=")
                             << QByteArray(R"({"historyLength":"5","contextId":"a&b","empty":"","id":"i"})");
    QTest::newRow("the path counts") << QByteArray("id=x&tenant=y&&=z&flag") << QByteArray(R"({"id":"i"})");
    QTest::newRow("broken escapes") << QByteArray("a=%2&b=%zz")
                                    << QByteArray(R"({"a":"%2","b":"%zz","id":"i"})");
}

void TestA2aRoutes::makesParams()
{
    QFETCH(const QByteArray, query);
    QFETCH(const QByteArray, params);
    const a2a::Route route { "GetTask", {}, "t", "i" };
    QCOMPARE(a2a::paramsOf(route, query.toStdString()).text(), params.toStdString());
}

void TestA2aRoutes::writesTimestamps_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("the epoch") << qint64 { 0 } << QByteArray("1970-01-01T00:00:00.000Z");
    QTest::newRow("a leap day") << qint64 { 951'782'400'007 } << QByteArray("2000-02-29T00:00:00.007Z");
    QTest::newRow("this century") << qint64 { 1'796'013'097'489 } << QByteArray("2026-11-30T04:31:37.489Z");
}

void TestA2aRoutes::writesTimestamps()
{
    QFETCH(const qint64, ms);
    QFETCH(const QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(a2a::timestamp(ms)), text);
    QCOMPARE(a2a::parseTimestamp(text.toStdString()), std::optional<std::int64_t>(ms));
}

void TestA2aRoutes::readsTimestamps_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ms"); // -1: it is none
    QTest::newRow("no fraction") << QByteArray("1970-01-01T00:00:01Z") << qint64 { 1000 };
    QTest::newRow("microseconds") << QByteArray("1970-01-01T00:00:00.123456Z") << qint64 { 123 };
    QTest::newRow("one digit") << QByteArray("1970-01-01T00:00:00.5Z") << qint64 { 500 };
    for (const char* text : { "", "now", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01T00:00:00+01:00",
             "1970-02-30T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:00:00.Z",
             "1970-01-01T00:00:00.x1Z", "1970-01-0xT00:00:00Z", "1970/01/01T00:00:00Z" })
        QTest::newRow(text) << QByteArray(text) << qint64 { -1 };
}

void TestA2aRoutes::readsTimestamps()
{
    QFETCH(const QByteArray, text);
    QFETCH(const qint64, ms);
    QCOMPARE(a2a::parseTimestamp(text.toStdString()).value_or(-1), std::int64_t { ms });
}

QTEST_APPLESS_MAIN(TestA2aRoutes)
#include "tst_a2aroutes.moc"
