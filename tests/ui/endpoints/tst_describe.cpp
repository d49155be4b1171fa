// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/endpoints/discoveries.h"

#include "ui/endpoints/describe.h"

#include <QTest>

using endpoints::Fact;
using endpoints::Outcome;
using widgets::State;

class TestDescribe final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysInAWordHowItIs();
    void saysThatItDoesNotTrade();
    void namesAnOlderServer();
    void listsWhatItSaysOfItself();
    void listsWhyItFails();
    void tellsHowItWasReached();
    void saysWhereACertificateStands();
    void passesOnWhatTheConnectionKnows();
    void givesAdviceForEachKindOfError_data();
    void givesAdviceForEachKindOfError();
    void pointsItsFindingsAtTheAnswer_data();
    void pointsItsFindingsAtTheAnswer();
    void keepsControlsOutOfLabels();
};

static Outcome ended(stack::Stack::Discovery discovery)
{
    Outcome outcome;
    outcome.stage = Outcome::Stage::Ended;
    outcome.discovery = std::make_shared<const stack::Stack::Discovery>(std::move(discovery));
    return outcome;
}

static QString valueOf(const std::vector<Fact>& facts, const QString& label)
{
    const auto found = std::ranges::find(facts, label, &Fact::label);
    return found == facts.end() ? QStringLiteral("no such fact") : found->value;
}

void TestDescribe::saysInAWordHowItIs()
{
    QCOMPARE(verdictOf(Outcome()).state, State::Waiting);
    Outcome running;
    running.stage = Outcome::Stage::Running;
    QCOMPARE(verdictOf(running).state, State::Running);
    auto answer = discovered("s");
    QCOMPARE(verdictOf(ended(answer)).state, State::Good);
    answer.findings = { { &acmp::rule("L1-3.5-seq-gap"), {}, {}, {} } };
    QCOMPARE(verdictOf(ended(answer)).state, State::Attention);
    QCOMPARE(verdictOf(ended(answer)).word, QStringLiteral("answers, 1 finding"));
    const wire::Error error { wire::ErrorKind::Unreachable, "nobody listens", {}, {}, {}, true };
    QCOMPARE(verdictOf(ended(std::unexpected(error))).state, State::Bad);
    QVERIFY(verdictOf(ended(std::unexpected(error))).sentence.contains(QStringLiteral("nobody listens")));
}

void TestDescribe::saysThatItDoesNotTrade()
{
    auto answer = discovered("s");
    answer.capability.reset();
    const auto verdict = verdictOf(ended(answer));
    QCOMPARE(verdict.state, State::Attention);
    QVERIFY(verdict.sentence.contains(QStringLiteral("does not trade over ACMP")));
    QVERIFY(verdict.sentence.contains(QStringLiteral("\"org.a2agora/acmp\"")));
    QCOMPARE(valueOf(factsOf(ended(answer)), QStringLiteral("ACMP")), QStringLiteral("no such fact"));
}

void TestDescribe::namesAnOlderServer()
{
    auto answer = discovered("everything");
    answer.capability.reset();
    answer.isLegacy = true;
    answer.versions = { "2025-11-25" };
    Outcome outcome = ended(answer);
    outcome.inventory = inventory();
    const auto verdict = verdictOf(outcome);
    QCOMPARE(verdict.state, State::Attention);
    QVERIFY(verdict.sentence.contains(QStringLiteral("MCP 2025-11-25")));
    QVERIFY(verdict.sentence.contains(QStringLiteral("can't carry ACMP")));
    QCOMPARE(valueOf(factsOf(outcome), QStringLiteral("Also offers")),
        QStringLiteral("2 tools and more, 1 resource, 0 prompts (failed)"));
}

void TestDescribe::listsWhatItSaysOfItself()
{
    auto answer = discovered("OpenClaw-3");
    answer.serverVersion = "1.2";
    answer.versions = { "2026-07-28", "2025-11-25" };
    answer.roundTrip = std::chrono::microseconds(2'340);
    answer.capability->version = "0.1.0";
    answer.capability->role = "provider";
    answer.capability->accepts = { "acmp/invoke", "acmp/cancel" };
    answer.capability->features = acmp::Features { true, {}, 500, {} };
    const auto facts = factsOf(ended(answer));
    QCOMPARE(valueOf(facts, QStringLiteral("Server")), QStringLiteral("OpenClaw-3 1.2"));
    QCOMPARE(valueOf(facts, QStringLiteral("MCP versions")), QStringLiteral("2026-07-28, 2025-11-25"));
    QCOMPARE(valueOf(facts, QStringLiteral("Round trip")), QStringLiteral("2.3 ms"));
    QCOMPARE(valueOf(facts, QStringLiteral("ACMP")), QStringLiteral("0.1.0, provider"));
    QCOMPARE(valueOf(facts, QStringLiteral("Accepts")), QStringLiteral("acmp/invoke, acmp/cancel"));
    QCOMPARE(valueOf(facts, QStringLiteral("Emits")), QStringLiteral("no such fact"));
    QCOMPARE(valueOf(facts, QStringLiteral("Streams")), QStringLiteral("output: yes, input: no"));
    QCOMPARE(valueOf(facts, QStringLiteral("Heartbeat")), QStringLiteral("every 500 ms"));
}

void TestDescribe::listsWhyItFails()
{
    const auto facts = factsOf(ended(std::unexpected(
        wire::Error { wire::ErrorKind::Http, "refused", "HTTP 200", "HTTP 401", "status line", false })));
    QCOMPARE(facts,
        (std::vector<Fact> { { QStringLiteral("Expected"), QStringLiteral("HTTP 200") },
            { QStringLiteral("Found"), QStringLiteral("HTTP 401") },
            { QStringLiteral("Where"), QStringLiteral("status line") },
            { QStringLiteral("What to try"),
                QStringLiteral("Check the path of the URL and, for 401 or 403, the token.") } }));
}

static Outcome overTls(const std::function<void(transport::Route&, tls::SessionFacts&)>& change)
{
    transport::Route route;
    tls::SessionFacts facts;
    facts.protocol = "TLS 1.3";
    facts.cipher = "TLS_AES_256_GCM_SHA384";
    facts.peerChain = { tls::CertificateFacts { .subject = "CN=a\nb", .sha256 = "abcd" } };
    change(route, facts);
    route.tls = facts;
    Outcome outcome = ended(discovered("s"));
    outcome.transportName = "MCP over HTTPS";
    outcome.route = std::make_shared<const transport::Route>(route);
    return outcome;
}

void TestDescribe::tellsHowItWasReached()
{
    const auto facts = factsOf(overTls([](transport::Route& route, tls::SessionFacts&) {
        route.proxy = { transport::ProxyAddress { .host = "p", .port = 3128, .user = "me", .password = "pw" },
            "https_proxy is set", false };
    }));
    QCOMPARE(valueOf(facts, QStringLiteral("Transport")), QStringLiteral("MCP over HTTPS"));
    QCOMPARE(valueOf(facts, QStringLiteral("Proxy")), QStringLiteral("http://p:3128, https_proxy is set"));
    QCOMPARE(valueOf(facts, QStringLiteral("TLS")), QStringLiteral("TLS 1.3 TLS_AES_256_GCM_SHA384"));
    QCOMPARE(valueOf(facts, QStringLiteral("Certificate")), QStringLiteral("verified, CN=a\\x0ab"));
    QCOMPARE(valueOf(factsOf(ended(discovered("s"))), QStringLiteral("TLS")), QStringLiteral("no such fact"));
}

void TestDescribe::saysWhereACertificateStands()
{
    const auto wordOf = [](const std::function<void(tls::SessionFacts&)>& change) {
        tls::SessionFacts facts;
        change(facts);
        return endpoints::standingOf(facts).word;
    };
    const tls::Problem problem { tls::Problem::Kind::Expired, "it has expired", {} };
    QCOMPARE(wordOf([](auto&) { }), QStringLiteral("verified"));
    QCOMPARE(wordOf([&](auto& facts) { facts.problems = { problem }; }), QStringLiteral("not verified"));
    QCOMPARE(wordOf([&](auto& facts) {
        facts.problems = { problem };
        facts.isPinned = true;
    }),
        QStringLiteral("pinned"));
    QCOMPARE(wordOf([](auto& facts) { facts.failure = "no shared cipher"; }), QStringLiteral("no session"));
}

void TestDescribe::passesOnWhatTheConnectionKnows()
{
    Outcome outcome
        = overTls([](transport::Route& route, tls::SessionFacts&) { route.hint = "pin it if you know it"; });
    outcome.discovery = std::make_shared<const stack::Stack::Discovery>(
        std::unexpected(wire::Error { wire::ErrorKind::Tls, "m", {}, {}, {}, false }));
    QCOMPARE(
        valueOf(factsOf(outcome), QStringLiteral("What to try")), QStringLiteral("Pin it if you know it."));
}

void TestDescribe::givesAdviceForEachKindOfError_data()
{
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind <= static_cast<int>(wire::ErrorKind::Io); ++kind)
        QTest::addRow("%d", kind) << kind;
}

void TestDescribe::givesAdviceForEachKindOfError()
{
    QFETCH(const int, kind);
    const auto facts = factsOf(
        ended(std::unexpected(wire::Error { static_cast<wire::ErrorKind>(kind), "m", {}, {}, {}, false })));
    QCOMPARE(facts.size(), 3U);
    QCOMPARE(valueOf(facts, QStringLiteral("Found")), QStringLiteral("m"));
    QVERIFY(!facts.back().value.isEmpty());
}

void TestDescribe::pointsItsFindingsAtTheAnswer_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("node");
    const QByteArray declaration = "/result/capabilities/extensions/org.a2agora~1acmp";
    QTest::newRow("of the document") << QByteArray("/result/capabilities")
                                     << QByteArray("/result/capabilities");
    QTest::newRow("of the declaration") << QByteArray("/version") << QByteArray(declaration + "/version");
    QTest::newRow("missing there") << QByteArray("/features/x") << declaration;
    QTest::newRow("missing in the document") << QByteArray(declaration + "/role") << declaration;
    QTest::newRow("the whole") << QByteArray() << QByteArray();
}

void TestDescribe::pointsItsFindingsAtTheAnswer()
{
    QFETCH(const QByteArray, pointer);
    auto answer = discovered("s");
    answer.findings
        = { { &acmp::rule("L1-3.5-seq-gap"), "1", "2", { wire::kNoRecord, pointer.toStdString(), 0 } } };
    const auto notes = endpoints::notesOf(answer);
    QCOMPARE(notes.size(), 1U);
    QTEST(QByteArray::fromStdString(notes.front().pointer), "node");
    QCOMPARE(notes.front().text, QStringLiteral("L1-3.5-seq-gap: expected 1, found 2"));
}

void TestDescribe::keepsControlsOutOfLabels()
{
    auto answer = discovered("a\nb\x1b[31m<b>x</b>");
    QCOMPARE(valueOf(factsOf(ended(answer)), QStringLiteral("Server")),
        QStringLiteral("a\\x0ab\\x1b[31m<b>x</b>"));
}

QTEST_GUILESS_MAIN(TestDescribe)
#include "tst_describe.moc"
