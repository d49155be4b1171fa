// SPDX-License-Identifier: Apache-2.0
// What each verb prints and how it exits.
#include "tests/acmpctl/ctl.h"
#include "tests/support/rawpeer.h"

#include <csignal>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using nlohmann::json;

namespace {

QString data(const QString& name)
{
    return QString::fromUtf8(TEST_DATA) + u'/' + name;
}

/// `invoke --json URL -c CAPABILITY …`
QStringList invoke(const QString& url, const QString& capability, const QStringList& more = {})
{
    return QStringList { u"invoke"_s, u"--json"_s, url, u"-c"_s, capability, u"--input"_s, u"text:hello"_s }
    + more;
}

} // namespace

class TestVerbs final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void inspectShowsWhatAProviderDeclares();
    void inspectOfAServerWithoutAcmpIsANo();
    void inspectListsWhatElseIsOffered();
    void inspectNamesAnOlderServer();
    void sendsTheTraceContext();
    void doctorFindsNothingWrong();
    void doctorNamesTheStepThatFails_data();
    void doctorNamesTheStepThatFails();
    void doctorTellsPeopleTheSame();
    void quotePrintsOffersAndAcceptsTheCheapest();
    void quoteTakesNoneThatItMayNot_data();
    void quoteTakesNoneThatItMayNot();
    void quoteIsFineWithOneOffer();
    void quoteIsRefusedWhenAllRefuse();
    void invokeAssemblesTheStream();
    void invokeTakesAnUnstreamedResult();
    void invokeNamesAnErrorOfTheProvider_data();
    void invokeNamesAnErrorOfTheProvider();
    void refusesAStreamThatIsNotAdvertised();
    void sendsItAllTheSameWithForce();
    void cantReachARefusedPort_data();
    void cantReachARefusedPort();
    void demoPlaysThrough();
    void servesSeveralUnderTheirNames();
    void serveStopsAtSigterm();
    void serveNamesTheMistakesOfAScenario();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void namesTheVerbItDoesNotKnow();
    void printsTextForPeople();

private:
    QString shop() const { return m_shop->url(); }
    std::unique_ptr<Ctl> m_shop;
};

void TestVerbs::initTestCase()
{
    m_shop = std::make_unique<Ctl>(QStringList { u"serve"_s, u"--json"_s, data(u"shop.json"_s) });
    QVERIFY2(m_shop->waitFor("listening"), m_shop->report());
}

void TestVerbs::inspectShowsWhatAProviderDeclares()
{
    Ctl run({ u"inspect"_s, u"--json"_s, shop() });
    VERIFY_EXIT(run, 0);
    const json found = run.first("discovered");
    QCOMPARE(found["target"], shop().toStdString());
    QCOMPARE(found["capability"]["provider_id"], "agent:shop:local");
    QCOMPARE(found["versions"], json({ "2026-07-28" }));
}

void TestVerbs::inspectListsWhatElseIsOffered()
{
    Ctl server({ u"serve"_s, u"--json"_s, u"--conformance-fixtures"_s });
    QVERIFY2(server.waitFor("listening"), server.report());
    Ctl run({ u"inspect"_s, u"--json"_s, server.url() });
    VERIFY_EXIT(run, 0);
    const json lists = run.first("discovered")["lists"];
    std::map<std::string, std::size_t> counts;
    for (const json& list : lists) {
        counts[list["kind"].get<std::string>()] = list["items"].size();
        QVERIFY(list["error"].is_null());
        QVERIFY(!list["more"].get<bool>());
    }
    QCOMPARE(counts["tools"], std::size_t(20));
    QCOMPARE(counts["resources"], std::size_t(2));
    QCOMPARE(counts["resourceTemplates"], std::size_t(1));
    QCOMPARE(counts["prompts"], std::size_t(5));
    Ctl text({ u"inspect"_s, server.url() });
    VERIFY_EXIT(text, 0);
    QVERIFY2(text.output().contains("tools: 20\n    test_simple_text  Answers at once"), text.report());
    Ctl shop({ u"inspect"_s, u"--json"_s, this->shop() });
    VERIFY_EXIT(shop, 0);
    QCOMPARE(shop.first("discovered")["lists"], json::array());
}

void TestVerbs::inspectNamesAnOlderServer()
{
    support::RawPeer peer([](const QByteArray& request, QTcpSocket& socket) {
        if (request.contains("\"initialize\""))
            socket.write(support::answer(
                R"({"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2024-11-05","serverInfo":{"name":"old","version":"1"},"capabilities":{}}})"));
        else
            socket.write(support::answer(
                "Bad Request: No valid session ID provided", "text/plain", "400 Bad Request"));
    });
    Ctl run({ u"inspect"_s, peer.url().toString() });
    VERIFY_EXIT(run, 1);
    QVERIFY2(run.output().contains("MCP 2024-11-05, a revision before 2026-07-28: it can't carry ACMP"),
        run.report());
    Ctl doctor({ u"inspect"_s, u"--doctor"_s, u"--json"_s, peer.url().toString() });
    VERIFY_EXIT(doctor, 1);
    const auto steps = doctor.named("step");
    const auto version = std::find_if(
        steps.begin(), steps.end(), [](const json& step) { return step["name"] == "version"; });
    QVERIFY2(version != steps.end() && (*version)["state"] == "failed", doctor.report());
    Ctl quote({ u"quote"_s, u"--json"_s, peer.url().toString(), u"-c"_s, u"summarize"_s });
    QVERIFY(quote.exitCode() != 0);
}

void TestVerbs::sendsTheTraceContext()
{
    QByteArray seen;
    support::RawPeer peer([&seen](const QByteArray& request, QTcpSocket& socket) {
        seen = request;
        socket.write(support::answer(
            R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}})"));
    });
    const QString trace = u"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"_s;
    Ctl given({ u"inspect"_s, u"--json"_s, u"--traceparent"_s, trace, peer.url().toString() });
    VERIFY_EXIT(given, 1);
    const QByteArray member = "\"traceparent\":\"" + trace.toLatin1() + '"';
    QVERIFY2(seen.contains(member), seen.constData());
    Ctl made({ u"inspect"_s, u"--json"_s, u"--traceparent"_s, u"new"_s, peer.url().toString() });
    VERIFY_EXIT(made, 1);
    const QByteArray told = made.errors().split(' ').value(1).trimmed();
    QVERIFY2(told.size() == 55 && seen.contains(told), made.report());
    Ctl wrong({ u"inspect"_s, u"--traceparent"_s, u"4bf9"_s, peer.url().toString() });
    QCOMPARE(wrong.exitCode(), 2);
}

void TestVerbs::inspectOfAServerWithoutAcmpIsANo()
{
    support::RawPeer peer([](const QByteArray&, QTcpSocket& socket) {
        socket.write(support::answer(
            R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}})"));
    });
    Ctl run({ u"inspect"_s, u"--json"_s, peer.url().toString() });
    VERIFY_EXIT(run, 1);
    QVERIFY(run.first("discovered")["capability"].is_null());
}

void TestVerbs::doctorFindsNothingWrong()
{
    Ctl run({ u"inspect"_s, u"--json"_s, u"--doctor"_s, shop() });
    VERIFY_EXIT(run, 0);
    const auto steps = run.named("step");
    QCOMPARE(steps.size(), 9U);
    for (const json& step : steps)
        QVERIFY2(step["ok"] == true && step["hint"] == "", run.report());
    QVERIFY(steps.front()["name"] == "name");
    QVERIFY(steps.back()["name"] == "capability");
}

void TestVerbs::doctorNamesTheStepThatFails_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("name") << u"http://no-such-host.invalid/mcp"_s << 3 << QByteArray("name");
    QTest::newRow("port") << u"ws://127.0.0.1:3/acmp"_s << 3 << QByteArray("TCP");
    QTest::newRow("program") << u"stdio:no-such-agent-here"_s << 3 << QByteArray("program start");
    QTest::newRow("path") << shop().replace(u"mcp"_s, u"nothing"_s) << 4 << QByteArray("HTTP");
    QTest::newRow("target") << u"nonsense"_s << 2 << QByteArray();
}

void TestVerbs::doctorNamesTheStepThatFails()
{
    QFETCH(QString, target);
    QFETCH(int, status);
    QFETCH(QByteArray, name);
    Ctl run({ u"inspect"_s, u"--json"_s, u"--doctor"_s, target });
    VERIFY_EXIT(run, status);
    bool hasFailed = false;
    for (const json& step : run.named("step")) {
        const bool isIt = step["name"] == name.toStdString();
        QVERIFY2(step["ok"] == !isIt, run.report());
        QVERIFY2(!isIt || (step["state"] == "failed" && step["hint"] != ""), run.report());
        QVERIFY2(!hasFailed || step["state"] == "skipped", run.report());
        hasFailed = hasFailed || isIt;
    }
    QCOMPARE(hasFailed, !name.isEmpty());
}

void TestVerbs::doctorTellsPeopleTheSame()
{
    Ctl run({ u"inspect"_s, u"--doctor"_s, u"http://127.0.0.1:3/mcp"_s });
    QCOMPARE(run.exitCode(), 3);
    QVERIFY2(run.output().contains("✓ name  ok"), run.report());
    QVERIFY2(run.output().contains("✕ TCP  failed: the connection was refused"), run.report());
    QVERIFY2(run.output().contains("  try: nothing listens on port 3 there"), run.report());
    QVERIFY2(run.output().contains("· discovery  skipped: not reached: TCP failed"), run.report());
}

void TestVerbs::quotePrintsOffersAndAcceptsTheCheapest()
{
    Ctl dear({ u"serve"_s, u"--json"_s, data(u"unary.json"_s) });
    QVERIFY(dear.waitFor("listening"));
    Ctl run({ u"quote"_s, u"--json"_s, dear.url(), shop(), u"-c"_s, u"quick"_s, u"--accept"_s, u"cheapest"_s,
        u"--escrow"_s, u"esc_1"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.named("offer").size(), std::size_t { 2 });
    const json accepted = run.first("accepted");
    QCOMPARE(accepted["provider"], "agent:shop:local");
    QCOMPARE(accepted["price_cu"], 0.0025);
    QCOMPARE(accepted["escrow_id"], "esc_1");
    QVERIFY2(run.output().contains("\"price_cu\":0.00250"), "an amount is printed as it was written");
}

void TestVerbs::quoteTakesNoneThatItMayNot_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("signed only") << QStringList { u"--signed-only"_s }
                                 << QByteArray("not agent:shop:local: signed only: it is unsigned");
    QTest::newRow("budget") << QStringList { u"--budget"_s, u"0.0024"_s }
                            << QByteArray("the budget is 0.0024 CU, the offer 0.00250");
    QTest::newRow("deadline") << QStringList { u"--round-deadline"_s, u"0"_s }
                              << QByteArray("the round's deadline: no offer may be taken");
}

void TestVerbs::quoteTakesNoneThatItMayNot()
{
    QFETCH(QStringList, more);
    QFETCH(QByteArray, why);
    Ctl run(QStringList { u"quote"_s, shop(), u"-c"_s, u"quick"_s, u"--accept"_s, u"best"_s } + more);
    QCOMPARE(run.exitCode(), 1);
    QVERIFY2(run.output().contains(why), run.report());
    QVERIFY2(!run.output().contains("accepted"), run.report());
}

void TestVerbs::quoteIsFineWithOneOffer()
{
    Ctl run({ u"quote"_s, u"--json"_s, u"http://127.0.0.1:3/mcp"_s, shop(), u"-c"_s, u"quick"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("failed")["provider"], "http://127.0.0.1:3/mcp");
    QCOMPARE(run.named("offer").size(), std::size_t { 1 });
}

void TestVerbs::quoteIsRefusedWhenAllRefuse()
{
    Ctl run({ u"quote"_s, u"--json"_s, shop(), u"-c"_s, u"quick"_s, u"--max-price"_s, u"0.001"_s });
    VERIFY_EXIT(run, 1);
    const json refused = run.first("refused");
    QCOMPARE(refused["code"], -33001);
    QCOMPARE(refused["name"], "budget_exceeded");
    QCOMPARE(refused["data"]["min_price_cu"], 0.0025);
}

void TestVerbs::invokeAssemblesTheStream()
{
    Ctl run(invoke(shop(), u"quick"_s,
        { u"--stream"_s, u"--output-type"_s, u"text"_s, u"--proof"_s, u"result-hash"_s, u"--max-price"_s,
            u"1"_s }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.named("chunk").size(), std::size_t { 2 });
    QCOMPARE(run.named("chunk").back()["final"], true);
    const json result = run.first("result");
    QCOMPARE(result["output"], json({ { "type", "text" }, { "data", "Guten Tag." } }));
    QCOMPARE(result["task_id"], run.first("sent")["task_id"]);
    for (const json& verdict : result["verdicts"])
        QVERIFY2(
            verdict["state"] == (verdict["id"] == "signature" ? "unknown" : "ok"), verdict.dump().c_str());
    QCOMPARE(run.named("finding").size(), std::size_t { 0 });
}

void TestVerbs::invokeTakesAnUnstreamedResult()
{
    Ctl run(invoke(shop(), u"quick"_s, { u"--task-id"_s, u"task_of_mine"_s }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("sent")["task_id"], "task_of_mine");
    QCOMPARE(run.first("result")["output"]["data"], "Guten Tag.");
    QCOMPARE(run.named("chunk").size(), std::size_t { 0 });
}

void TestVerbs::invokeNamesAnErrorOfTheProvider_data()
{
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("name");
    QTest::newRow("unknown capability")
        << u"nonsense"_s << QStringList() << -33002 << u"capability_not_found"_s;
    QTest::newRow("price") << u"quick"_s << QStringList { u"--max-price"_s, u"0.0001"_s } << -33001
                           << u"budget_exceeded"_s;
    QTest::newRow("failure") << u"broken"_s << QStringList() << -33099 << u"internal"_s;
    QTest::newRow("proof") << u"echo"_s << QStringList { u"--proof"_s, u"zk"_s } << -33006
                           << u"proof_unsupported"_s;
}

void TestVerbs::invokeNamesAnErrorOfTheProvider()
{
    QFETCH(QString, capability);
    QFETCH(QStringList, more);
    QFETCH(int, code);
    QFETCH(QString, name);
    Ctl run(invoke(shop(), capability, more));
    VERIFY_EXIT(run, 1);
    QCOMPARE(run.first("error")["code"], code);
    QCOMPARE(run.first("error")["name"], name.toStdString());
    QCOMPARE(run.first("error")["data"]["task_id"], run.first("sent")["task_id"]);
}

void TestVerbs::refusesAStreamThatIsNotAdvertised()
{
    Ctl unary({ u"serve"_s, u"--json"_s, data(u"unary.json"_s) });
    QVERIFY(unary.waitFor("listening"));
    Ctl run(invoke(unary.url(), u"quick"_s, { u"--stream"_s }));
    VERIFY_EXIT(run, 2);
    QCOMPARE(run.first("error")["name"], "not_advertised");
    QCOMPARE(run.first("error")["data"]["where"], "Layer 1 §1");
    QVERIFY(run.first("sent").is_null());
}

void TestVerbs::sendsItAllTheSameWithForce()
{
    Ctl unary({ u"serve"_s, u"--json"_s, data(u"unary.json"_s) });
    QVERIFY(unary.waitFor("listening"));
    Ctl run(invoke(unary.url(), u"quick"_s, { u"--stream"_s, u"--force"_s }));
    VERIFY_EXIT(run, 1);
    QVERIFY(!run.first("sent").is_null());
    QCOMPARE(run.first("error")["code"], -33007);
}

void TestVerbs::cantReachARefusedPort_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString url = u"http://127.0.0.1:3/mcp"_s;
    QTest::newRow("inspect") << QStringList { u"inspect"_s, u"--json"_s, url };
    QTest::newRow("quote") << QStringList { u"quote"_s, u"--json"_s, url, u"-c"_s, u"x"_s };
    QTest::newRow("invoke") << invoke(url, u"x"_s);
}

void TestVerbs::cantReachARefusedPort()
{
    QFETCH(QStringList, arguments);
    Ctl run(arguments);
    VERIFY_EXIT(run, 3);
    QVERIFY(run.output().contains("refused"));
    QVERIFY(run.output().contains("127.0.0.1:3"));
}

void TestVerbs::demoPlaysThrough()
{
    Ctl run({ u"demo"_s, u"--json"_s });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("listening")["providers"].size(), std::size_t { 3 });
    QVERIFY(!run.first("accepted").is_null());
    QVERIFY(!run.first("result").is_null());
    QCOMPARE(run.first("cancelled")["confirmed"], true);
    QCOMPARE(run.first("error")["code"], -33001);
}

void TestVerbs::servesSeveralUnderTheirNames()
{
    Ctl market({ u"serve"_s, u"--json"_s, data(u"shop.json"_s), data(u"unary.json"_s) });
    QVERIFY(market.waitFor("listening"));
    const json providers = market.first("listening")["providers"];
    QCOMPARE(providers.size(), std::size_t { 2 });
    const auto second = QString::fromStdString(providers[1]["mcp"].get<std::string>());
    QVERIFY(second.endsWith(u"/unary/mcp"_s));
    Ctl run({ u"inspect"_s, u"--json"_s, second });
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("discovered")["server"]["name"], "unary");
    QVERIFY(market.url().endsWith(u"/mcp"_s));
}

void TestVerbs::serveStopsAtSigterm()
{
    Ctl server({ u"serve"_s, u"--json"_s });
    QVERIFY(server.waitFor("listening"));
    Ctl run(invoke(server.url(), u"summarize"_s, { u"--stream"_s }));
    QVERIFY(run.waitFor("chunk"));
    server.signal(SIGTERM);
    VERIFY_EXIT(server, 0);
    QVERIFY(run.exitCode() != 0);
}

void TestVerbs::serveNamesTheMistakesOfAScenario()
{
    Ctl run({ u"serve"_s, u"--json"_s, data(u"bad.json"_s) });
    VERIFY_EXIT(run, 2);
    const std::string message = run.first("error")["message"].get<std::string>();
    QVERIFY2(message.find("bad.json") != std::string::npos, message.c_str());
    QVERIFY2(message.find("/capabilities/0/price_cu") != std::string::npos, message.c_str());
    QVERIFY2(message.find("line 5") != std::string::npos || message.find(":5:") != std::string::npos,
        message.c_str());
}

void TestVerbs::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString url = u"http://127.0.0.1:3/mcp"_s;
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("unknown verb") << QStringList { u"frobnicate"_s };
    QTest::newRow("unknown option") << QStringList { u"inspect"_s, url, u"--frobnicate"_s };
    QTest::newRow("no target") << QStringList { u"inspect"_s };
    QTest::newRow("no capability") << QStringList { u"invoke"_s, url };
    QTest::newRow("input without a type")
        << QStringList { u"invoke"_s, url, u"-c"_s, u"x"_s, u"--input"_s, u"hello"_s };
    QTest::newRow("input that is no JSON")
        << QStringList { u"invoke"_s, url, u"-c"_s, u"x"_s, u"--input"_s, u"json:{\"a\":}"_s };
    QTest::newRow("no such file") << QStringList { u"invoke"_s, url, u"-c"_s, u"x"_s, u"--input-file"_s,
        u"text:/no/such"_s };
    QTest::newRow("amount") << QStringList { u"invoke"_s, url, u"-c"_s, u"x"_s, u"--max-price"_s,
        u"cheap"_s };
    QTest::newRow("policy") << QStringList { u"quote"_s, url, u"-c"_s, u"x"_s, u"--accept"_s, u"dearest"_s };
    QTest::newRow("resolve") << QStringList { u"inspect"_s, url, u"--resolve"_s, u"nonsense"_s };
    QTest::newRow("no such scenario") << QStringList { u"serve"_s, u"/no/such.json"_s };
    QTest::newRow("address") << QStringList { u"serve"_s, u"--address"_s, u"here"_s };
    QTest::newRow("no such capture") << QStringList { u"capture"_s, u"cat"_s, u"/no/such.acmpcap"_s };
}

void TestVerbs::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    Ctl run(arguments);
    VERIFY_EXIT(run, 2);
    QVERIFY2(!run.output().isEmpty() || !run.errors().isEmpty(), "a reason is given");
}

void TestVerbs::namesTheVerbItDoesNotKnow()
{
    Ctl run({ u"frobnicate"_s });
    VERIFY_EXIT(run, 2);
    QVERIFY2(run.errors().contains("frobnicate"), run.report());
}

void TestVerbs::printsTextForPeople()
{
    Ctl run({ u"invoke"_s, shop(), u"-c"_s, u"quick"_s, u"--input"_s, u"text:hello"_s, u"--stream"_s });
    VERIFY_EXIT(run, 0);
    QVERIFY2(run.output().contains("✓ result  0.00250 CU"), run.report());
    QVERIFY(!run.output().contains("{\"event\""));
}

QTEST_GUILESS_MAIN(TestVerbs)
#include "tst_verbs.moc"
