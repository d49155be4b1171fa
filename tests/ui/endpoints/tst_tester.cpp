// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/endpoints/discoveries.h"

#include "protocol/workspace/secretstore.h"

#include <QSignalSpy>
#include <QTest>

using endpoints::Outcome;
using endpoints::Tester;
using Stage = endpoints::Outcome::Stage;

class TestTester final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsEachAnswerUnderItsOwnEndpoint();
    void asksOnceWhileItWaits();
    void forgetsWhatAnotherUrlSaid();
    void dropsALateAnswerToAnOlderQuestion();
    void sendsTheTokenThatIsStored();
    void asksAsItIsSet();
    void saysThatATokenIsMissing();
    void takesADroppedQuestionForAnError();
};

void TestTester::showsEachAnswerUnderItsOwnEndpoint()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto a = endpoint("a", "http://a/"), b = endpoint("b", "http://b/"), c = endpoint("c", "http://c/");
    QCOMPARE(tester.outcome(a).stage, Stage::NotTested);
    tester.test(a);
    tester.test(b);
    QCOMPARE(questions.asked.size(), 2U);
    // The other way round than they were asked.
    QSignalSpy changed(&tester, &Tester::changed);
    questions.asked[1].answer(discovered("b's"));
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().toString(), QStringLiteral("b"));
    QCOMPARE(tester.outcome(a).stage, Stage::Running);
    questions.asked[0].answer(
        std::unexpected(wire::Error { wire::ErrorKind::Unreachable, "a's", {}, {}, {}, true }));
    QTRY_COMPARE(tester.outcome(a).stage, Stage::Ended);
    QCOMPARE((*tester.outcome(b).discovery)->serverName, std::string("b's"));
    QCOMPARE(tester.outcome(a).discovery->error().message, std::string("a's"));
    QCOMPARE(tester.outcome(c).stage, Stage::NotTested);
}

void TestTester::asksOnceWhileItWaits()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto a = endpoint("a", "http://a/");
    tester.test(a);
    tester.test(a);
    QCOMPARE(questions.asked.size(), 1U);
    questions.asked[0].answer(discovered("a"));
    QTRY_COMPARE(tester.outcome(a).stage, Stage::Ended);
    tester.test(a);
    QCOMPARE(questions.asked.size(), 2U);
}

void TestTester::forgetsWhatAnotherUrlSaid()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    tester.test(endpoint("a", "http://a/"));
    questions.asked[0].answer(discovered("a"));
    QTRY_COMPARE(tester.outcome(endpoint("a", "http://a/")).stage, Stage::Ended);
    QCOMPARE(tester.outcome(endpoint("a", "http://elsewhere/")).stage, Stage::NotTested);
    QCOMPARE(tester.outcome(endpoint("a", "http://a/", "token")).stage, Stage::NotTested);
    auto pinned = endpoint("a", "http://a/");
    pinned.access.tls.pin = QStringLiteral("ab");
    QCOMPARE(tester.outcome(pinned).stage, Stage::NotTested);
}

void TestTester::dropsALateAnswerToAnOlderQuestion()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto edited = endpoint("a", "http://new/");
    tester.test(endpoint("a", "http://old/"));
    tester.test(edited);
    QCOMPARE(questions.asked.size(), 2U);
    questions.asked[1].answer(discovered("new"));
    QTRY_COMPARE(tester.outcome(edited).stage, Stage::Ended);
    QSignalSpy changed(&tester, &Tester::changed);
    questions.asked[0].answer(discovered("old"));
    // Behind it in the queue.
    tester.test(endpoint("b", "http://b/"));
    questions.asked[2].answer(discovered("b"));
    QTRY_COMPARE(changed.count(), 2);
    QCOMPARE((*tester.outcome(edited).discovery)->serverName, std::string("new"));
}

void TestTester::sendsTheTokenThatIsStored()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto a = endpoint("a", "http://a/mcp", "token");
    secrets.write(workspace::secretKey(a), QStringLiteral("s3cret"));
    tester.test(a);
    QTRY_COMPARE(questions.asked.size(), 1U);
    QCOMPARE(questions.asked[0].target, (binding::Access { "http://a/mcp", "s3cret" }));
    // Not to where somebody has bent the URL.
    tester.test(endpoint("a", "http://evil/mcp", "token"));
    QTRY_COMPARE(questions.asked.size(), 2U);
    QCOMPARE(questions.asked[1].target, (binding::Access { "http://evil/mcp", "" }));
}

void TestTester::asksAsItIsSet()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    auto a = endpoint("a", "https://a/mcp", "token");
    a.access.tls.caFile = QStringLiteral("/ca.pem");
    a.access.tls.certificateFile = QStringLiteral("/me.p12");
    a.access.tls.passphraseRef = QStringLiteral("p");
    a.access.tls.pin = QStringLiteral("ab");
    a.access.proxy = QStringLiteral("none");
    a.access.directory = QStringLiteral("/srv");
    a.access.environment = { { QStringLiteral("A"), QStringLiteral("1"), {} } };
    secrets.write(workspace::secretKey(a), QStringLiteral("s3cret"));
    secrets.write(workspace::passphraseKey(a), QStringLiteral("phrase"));
    tester.test(a);
    QTRY_COMPARE(questions.asked.size(), 1U);
    const binding::Access expected { "https://a/mcp", "s3cret",
        { .caFile = "/ca.pem",
            .trustsSystem = true,
            .certificateFile = "/me.p12",
            .keyFile = {},
            .pin = "ab" },
        "phrase", "none", "/srv", { { "A", "1" } } };
    QVERIFY(questions.asked[0].target == expected);
    auto route = std::make_shared<transport::Route>();
    route->tls = tls::SessionFacts();
    questions.asked[0].answer(discovered("a"), route);
    QTRY_COMPARE(tester.outcome(a).stage, Stage::Ended);
    QCOMPARE(tester.outcome(a).transportName, std::string("MCP over HTTPS"));
    QVERIFY(tester.outcome(a).tls());
}

void TestTester::saysThatATokenIsMissing()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto a = endpoint("a", "http://a/mcp", "token");
    tester.test(a);
    QTRY_COMPARE(questions.asked.size(), 1U);
    questions.asked[0].answer(discovered("a"));
    QTRY_COMPARE(tester.outcome(a).stage, Stage::Ended);
    QCOMPARE(tester.outcome(a).missing, std::vector<std::string> { "token" });
}

void TestTester::takesADroppedQuestionForAnError()
{
    Questions questions;
    workspace::SessionStore secrets;
    Tester tester(questions.function(), secrets);
    const auto a = endpoint("a", "http://a/mcp");
    tester.test(a);
    questions.asked.clear();
    QTRY_COMPARE(tester.outcome(a).stage, Stage::Ended);
    QCOMPARE(tester.outcome(a).discovery->error().kind, wire::ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestTester)
#include "tst_tester.moc"
