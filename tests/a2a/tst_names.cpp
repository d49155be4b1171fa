// SPDX-License-Identifier: Apache-2.0
#include "protocol/a2a/errors.h"
#include "protocol/a2a/names.h"
#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"

#include <QTest>

using a2a::Role;
using a2a::TaskState;

class TestNames final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsStates_data();
    void readsStates();
    void readsRoles_data();
    void readsRoles();
    void knowsWhichStatesEnd();
    void namesEveryErrorAlike();
    void readsRestErrors_data();
    void readsRestErrors();
};

static json::Document parsed(const QByteArray& text)
{
    auto document = json::Document::parse(text);
    return document ? std::move(*document) : json::Document();
}

void TestNames::readsStates_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("state");
    const auto row = [](const char* text, TaskState state) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(state);
    };
    row(R"("TASK_STATE_SUBMITTED")", TaskState::Submitted);
    row(R"("TASK_STATE_CANCELED")", TaskState::Canceled);
    row(R"("TASK_STATE_AUTH_REQUIRED")", TaskState::AuthRequired);
    row(R"("input-required")", TaskState::InputRequired); // 0.3
    row("3", TaskState::Completed); // ProtoJSON also takes numbers
    row("7", TaskState::Rejected);
    row("9", TaskState::Unspecified);
    row("-1", TaskState::Unspecified);
    row(R"("TASK_STATE_PAUSED")", TaskState::Unspecified);
    row(R"("")", TaskState::Unspecified);
    row("null", TaskState::Unspecified);
    row("{}", TaskState::Unspecified);
}

void TestNames::readsStates()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, state);
    QCOMPARE(static_cast<int>(a2a::readState(parsed(text).root())), state);
}

void TestNames::readsRoles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("role");
    const auto row = [](const char* text, Role role) {
        QTest::newRow(text) << QByteArray(text) << static_cast<int>(role);
    };
    row(R"("ROLE_USER")", Role::User);
    row(R"("user")", Role::User); // the example of the ACMP binding
    row("2", Role::Agent);
    row(R"("ROLE_AGENT")", Role::Agent);
    row(R"("UNRECOGNIZED")", Role::Unspecified);
    row(R"("")", Role::Unspecified);
}

void TestNames::readsRoles()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, role);
    QCOMPARE(static_cast<int>(a2a::readRole(parsed(text).root())), role);
}

void TestNames::knowsWhichStatesEnd()
{
    int terminal = 0;
    int interrupted = 0;
    for (int i = 0; i <= static_cast<int>(TaskState::AuthRequired); ++i) {
        const auto state = static_cast<TaskState>(i);
        terminal += a2a::isTerminal(state);
        interrupted += a2a::isInterrupted(state);
        QVERIFY(!(a2a::isTerminal(state) && a2a::isInterrupted(state)));
        const QByteArray name(
            a2a::toString(state).data(), static_cast<qsizetype>(a2a::toString(state).size()));
        QVERIFY(a2a::readState(parsed('"' + name + '"').root()) == state);
    }
    QCOMPARE(terminal, 4);
    QCOMPARE(interrupted, 2);
}

void TestNames::namesEveryErrorAlike()
{
    for (std::int64_t code = -32009; code <= -32001; ++code) {
        const a2a::ErrorForm* const form = a2a::errorOfCode(code);
        QVERIFY(form);
        QCOMPARE(a2a::errorOfReason(form->reason), form);
        QVERIFY(!rpc::describeCode(rpc::Binding::A2a, code).name.empty());
    }
    QCOMPARE(a2a::errorOfCode(a2a::code::kTaskNotFound)->httpStatus, 404);
    QCOMPARE(a2a::errorOfCode(a2a::code::kInvalidAgentResponse)->httpStatus, 500);
    QVERIFY(!a2a::errorOfCode(-33001)); // ACMP's codes live in the payload
    QVERIFY(!a2a::errorOfReason(""));
    QVERIFY(!a2a::errorOfReason("task_not_found"));
}

void TestNames::readsRestErrors_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<qint64>("code"); // 0: not known
    QTest::addColumn<QString>("message");
    const auto row = [](const char* label, const char* text, bool isError, qint64 code, const char* message) {
        QTest::newRow(label) << QByteArray(text) << isError << code << QString::fromLatin1(message);
    };
    row("google.rpc.Status",
        R"({"error":{"code":404,"status":"NOT_FOUND","message":"no such task","details":[
            {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND",
             "domain":"a2a-protocol.org"}]}})",
        true, -32001, "no such task");
    row("without details", R"({"error":{"code":500,"message":"x"}})", true, 0, "x");
    row("an unknown reason", R"({"error":{"message":"x","details":[{"reason":"OTHER"}]}})", true, 0, "x");
    row("details that are none", R"({"error":{"details":7}})", true, 0, "");
    row("a problem",
        R"({"type":"https://a2a-protocol.org/errors/version-not-supported","title":"Version","status":400,
            "detail":"only 1.0"})",
        true, -32009, "only 1.0");
    row("a problem without detail", R"({"title":"Gone","status":410})", true, 0, "Gone");
    row("a task", R"({"task":{"id":"1","status":{"state":"TASK_STATE_WORKING"}}})", false, 0, "");
    row("an error that is text", R"({"error":"no"})", false, 0, "");
    row("nothing", "null", false, 0, "");
}

void TestNames::readsRestErrors()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isError);
    QFETCH(const qint64, code);
    QFETCH(const QString, message);
    const json::Document document = parsed(text);
    QVERIFY(document.isValid());
    const auto error = a2a::readRestError(document.root());
    QCOMPARE(error.has_value(), isError);
    if (!error)
        return;
    QCOMPARE(error->code.value_or(0), code);
    QCOMPARE(QString::fromStdString(error->message), message);
}

QTEST_GUILESS_MAIN(TestNames)
#include "tst_names.moc"
