// SPDX-License-Identifier: Apache-2.0
// Which object an answer is, and what ACMP messages travel in it.
#include "protocol/a2a/carried.h"
#include "protocol/json/document.h"

#include <QTest>

using a2a::EventKind;

class TestObjects final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void spellsSnakeCase();
    void takesTheCamelCaseMemberFirst();
    void readsEvents_data();
    void readsEvents();
    void findsWhatIsCarried_data();
    void findsWhatIsCarried();
};

static json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    return document ? std::move(*document) : json::Document();
}

static QString qs(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void TestObjects::spellsSnakeCase()
{
    QCOMPARE(a2a::snakeCase("messageId"), std::string("message_id"));
    QCOMPARE(a2a::snakeCase("id"), std::string("id"));
}

void TestObjects::takesTheCamelCaseMemberFirst()
{
    const json::Document document
        = parsed(R"({"messageId":"camel","message_id":"snake","task_id":"t","role":"user"})");
    const a2a::Message message = a2a::readMessage(document.root());
    QCOMPARE(message.messageId, std::string("camel"));
    QCOMPARE(message.taskId, std::string("t"));
    QVERIFY(message.contextId.empty());
    QVERIFY(!message.parts);
    QVERIFY(!a2a::readMessage(json::View()).view);
}

void TestObjects::readsEvents_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("taskId");
    QTest::addColumn<QString>("state");
    const auto row = [](const char* label, const char* text, EventKind kind, const char* taskId = "",
                         const char* state = "TASK_STATE_UNSPECIFIED") {
        QTest::newRow(label) << QByteArray(text) << static_cast<int>(kind) << QString::fromLatin1(taskId)
                             << QString::fromLatin1(state);
    };
    row("a task", R"({"task":{"id":"1","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}})",
        EventKind::Task, "1", "TASK_STATE_WORKING");
    row("a bare task", R"({"id":"1","status":{"state":"TASK_STATE_CANCELED"}})", EventKind::Task, "1",
        "TASK_STATE_CANCELED");
    row("a message", R"({"message":{"messageId":"m","role":"ROLE_AGENT","parts":[]}})", EventKind::Message);
    row("a status", R"({"statusUpdate":{"taskId":"1","status":{"state":"TASK_STATE_COMPLETED"}}})",
        EventKind::StatusUpdate, "1", "TASK_STATE_COMPLETED");
    row("a status in snake_case", R"({"status_update":{"task_id":"1","status":{"state":"completed"}}})",
        EventKind::StatusUpdate, "1", "TASK_STATE_COMPLETED");
    row("an artifact", R"({"artifactUpdate":{"taskId":"1","artifact":{"artifactId":"a","parts":[]}}})",
        EventKind::ArtifactUpdate, "1");
    row("an artifact in snake_case", R"({"artifact_update":{"task_id":"1","artifact":{}}})",
        EventKind::ArtifactUpdate, "1");
    row("a task that is text", R"({"task":"1"})", EventKind::None);
    row("an MCP result", R"({"task_id":"t","tokens_used":1})", EventKind::None);
    row("an array", "[]", EventKind::None);
}

void TestObjects::readsEvents()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, kind);
    QFETCH(const QString, taskId);
    QFETCH(const QString, state);
    const json::Document document = parsed(text);
    QVERIFY(document.isValid());
    const a2a::Event event = a2a::readEvent(document.root());
    QCOMPARE(static_cast<int>(event.kind), kind);
    const a2a::TaskRef ref = a2a::taskRefOf(event);
    QCOMPARE(QString::fromStdString(ref.taskId), taskId);
    QCOMPARE(qs(a2a::toString(ref.state)), state);
}

void TestObjects::findsWhatIsCarried_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("keys"); // "carrier: key; …"
    const QByteArray chunk
        = R"({"data":{"acmp_method":"acmp/streamChunk","params":{"task_id":"t","seq":1}},"mediaType":"application/acmp+json"})";
    const QByteArray beat
        = R"({"data":{"acmp_method":"acmp/heartbeat","params":{"task_id":"t"}},"media_type":"application/acmp+json"})";
    const QByteArray result = R"({"data":{"acmp_result":{"task_id":"t"}}})"; // no media type
    const auto message = [](const QByteArray& part, const char* role = "ROLE_AGENT") -> QByteArray {
        return QByteArray(R"({"messageId":"m","role":")") + role + R"(","parts":[)" + part + "]}";
    };
    const auto row = [](const char* label, const QByteArray& text, const char* keys) {
        QTest::newRow(label) << text << QString::fromLatin1(keys);
    };

    row("a message", R"({"message":)" + message(result) + '}', "a message: end");
    row("a status message",
        R"({"statusUpdate":{"status":{"state":"TASK_STATE_WORKING","message":)" + message(beat) + "}}}",
        "a status message: message m");
    row("an artifact", R"({"artifactUpdate":{"artifact":{"parts":[)" + chunk + ',' + chunk + "]}}}",
        "an artifact: chunk 1; an artifact: chunk 1");
    row("a snapshot, in the order in which it counts",
        R"({"task":{"id":"1","status":{"state":"TASK_STATE_COMPLETED","message":)" + message(result)
            + R"(},"artifacts":[{"parts":[)" + chunk + R"(]}],"history":[)" + message(result, "ROLE_USER")
            + ',' + message(beat) + "]}}",
        "the history: message m; an artifact: chunk 1; a status message: end");
    row("another media type",
        R"({"message":{"parts":[{"data":{"acmp_result":{}},"mediaType":"application/json"},{"text":"hi"}]}})",
        "");
    row("an empty media type", R"({"message":{"parts":[{"data":{"acmp_error":{}},"mediaType":""}]}})",
        "a message: end");
    row("data that is no ACMP", R"({"message":{"parts":[{"data":{"x":1}},{"data":7},{"data":[]},7]}})", "");
    row("parts that are none", R"({"message":{"parts":{"0":1}}})", "");
    row("a method that is a number", R"({"message":{"parts":[{"data":{"acmp_method":7}}]}})", "a message: ");
    row("a chunk without seq",
        R"({"message":{"messageId":"m","parts":[{"data":{"acmp_method":"acmp/streamChunk","params":{}}}]}})",
        "a message: ");
}

void TestObjects::findsWhatIsCarried()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, keys);
    const json::Document document = parsed(text);
    QVERIFY(document.isValid());
    QStringList found;
    for (const a2a::Carried& carried : a2a::carriedBy(a2a::readEvent(document.root())))
        found.append(qs(a2a::toString(carried.carrier)) + QStringLiteral(": ") + qs(a2a::keyOf(carried)));
    QCOMPARE(found.join(QStringLiteral("; ")), keys);
}

QTEST_GUILESS_MAIN(TestObjects)
#include "tst_objects.moc"
