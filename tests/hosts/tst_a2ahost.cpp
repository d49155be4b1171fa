// SPDX-License-Identifier: Apache-2.0
// A provider as A2A agent, by raw requests in both bindings.
#include "tests/hosts/a2apeer.h"

#include <QTest>

#include <set>

using namespace a2atest;

namespace {

void addBindings()
{
    QTest::addColumn<Binding>("binding");
    QTest::newRow("JSON-RPC") << Binding::JsonRpc;
    QTest::newRow("HTTP+JSON") << Binding::Rest;
}

std::string stateOf(const Answer& answer, std::size_t event)
{
    const std::string ofTask = answer.text(event, "/task/status/state");
    return ofTask.empty() ? answer.text(event, "/statusUpdate/status/state") : ofTask;
}

constexpr std::string_view kStatusData = "/statusUpdate/status/message/parts/0/data";

/// The seqs of the chunks in status updates, "0,1,2".
std::string seqsOf(const Answer& answer)
{
    std::string seqs;
    for (std::size_t i = 0; i < answer.events(); ++i) {
        const std::string seq = answer.at(i, std::string(kStatusData) + "/params/seq");
        if (!seq.empty())
            seqs += (seqs.empty() ? "" : ",") + seq;
    }
    return seqs;
}

} // namespace
Q_DECLARE_METATYPE(a2atest::Binding)

class TestA2aHost final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersWithTheTask_data() { addBindings(); }
    void answersWithTheTask();
    void streamsTheLifeOfATask_data() { addBindings(); }
    void streamsTheLifeOfATask();
    void returnsImmediately_data() { addBindings(); }
    void returnsImmediately();
    void anAcmpErrorCompletesTheTask_data();
    void anAcmpErrorCompletesTheTask();
    void negotiatesByMessages_data() { addBindings(); }
    void negotiatesByMessages();
    void provesItsIdentityByAMessage_data() { addBindings(); }
    void provesItsIdentityByAMessage();
    void subscribes_data() { addBindings(); }
    void subscribes();
    void cancels_data();
    void cancels();
    void cancelTaskTwiceIsOne_data() { addBindings(); }
    void cancelTaskTwiceIsOne();
    void aRepeatJoinsTheTask_data() { addBindings(); }
    void aRepeatJoinsTheTask();
    void aRepeatAfterTheEndReplays();
    void aRepeatThatDiffersIsRefusedInThePayload();
    void anOrphanIsCancelledAfterItsGrace();
    void aPolledTaskIsNoOrphan();
    void refusesInputStreaming();
    void refusesWhatNamesNoTask_data();
    void refusesWhatNamesNoTask();
    void keepsCallersAndTenantsApart();
    void listsTasks_data() { addBindings(); }
    void listsTasks();
    void forgetsTasksThatEndedFirst();
};

void TestA2aHost::answersWithTheTask()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer answer = peer.send(binding, sendOf(invoke("t1", "now")));
    QCOMPARE(answer.status(), 200);
    QCOMPARE(answer.text("/task/status/state"), "TASK_STATE_COMPLETED");
    QVERIFY(answer.text("/task/id").starts_with("a2a_"));
    QVERIFY(!answer.text("/task/contextId").empty());
    QCOMPARE(answer.text("/task/artifacts/0/artifactId"), "acmp-result");
    const std::string part = "/task/artifacts/0/parts/0";
    QCOMPARE(answer.text(part + "/mediaType"), "application/acmp+json");
    QCOMPARE(answer.text(part + "/data/acmp_result/task_id"), "t1");
    QCOMPARE(answer.at(part + "/data/acmp_result/output/data"), R"({"a":1.10})");
    QCOMPARE(answer.at("/task/status/message/parts/0/data/acmp_result/cost_cu"), "0.003");
    QCOMPARE(answer.text("/task/history/0/role"), "ROLE_USER");
    QCOMPARE(answer.text("/task/history/0/taskId"), answer.text("/task/id"));
    const Answer later = peer.get(binding, answer.text("/task/id"));
    QCOMPARE(later.at(""), answer.at("/task"));
}

void TestA2aHost::streamsTheLifeOfATask()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer answer = peer.stream(binding, sendOf(invoke("t1", "slow", R"(,"stream":true)")));
    QCOMPARE(answer.http->fields.find("Content-Type"), "text/event-stream");
    QVERIFY(!answer.http->error);
    QCOMPARE(stateOf(answer, 0), "TASK_STATE_SUBMITTED");
    std::string seqs;
    for (int i = 0; i < 40; ++i)
        seqs += (i ? "," : "") + std::to_string(i);
    QCOMPARE(seqsOf(answer), seqs);
    const std::string id = answer.text(0, "/task/id");
    std::size_t heartbeats = 0;
    std::set<std::string> messageIds;
    for (std::size_t i = 1; i + 2 < answer.events(); ++i) {
        QCOMPARE(stateOf(answer, i), "TASK_STATE_WORKING");
        QCOMPARE(answer.text(i, "/statusUpdate/taskId"), id);
        QCOMPARE(answer.text(i, "/statusUpdate/contextId"), answer.text(0, "/task/contextId"));
        QCOMPARE(answer.text(i, "/statusUpdate/status/message/role"), "ROLE_AGENT");
        QVERIFY(messageIds.insert(answer.text(i, "/statusUpdate/status/message/messageId")).second);
        heartbeats += answer.text(i, std::string(kStatusData) + "/acmp_method") == "acmp/heartbeat";
    }
    QVERIFY(heartbeats > 3);
    const std::size_t last = answer.events() - 1;
    QCOMPARE(answer.text(last - 1, "/artifactUpdate/artifact/artifactId"), "acmp-result");
    QCOMPARE(stateOf(answer, last), "TASK_STATE_COMPLETED");
    const std::string result = answer.at(last, std::string(kStatusData) + "/acmp_result");
    QVERIFY(!result.empty());
    QCOMPARE(answer.at(last - 1, "/artifactUpdate/artifact/parts/0/data/acmp_result"), result);
    QCOMPARE(peer.get(binding, id).at("/artifacts/0/parts/0/data/acmp_result"), result);
}

void TestA2aHost::returnsImmediately()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer answer = peer.send(
        binding, sendOf(invoke("t1", "slow", R"(,"stream":true)"), {}, R"("returnImmediately":true)"));
    QCOMPARE(answer.text("/task/status/state"), "TASK_STATE_WORKING");
    const std::string id = answer.text("/task/id");
    QTRY_COMPARE(peer.get(binding, id).text("/status/message/parts/0/data/acmp_method"), "acmp/heartbeat");
    QTRY_COMPARE(peer.get(binding, id).text("/status/state"), "TASK_STATE_COMPLETED");
    // Who polls gets no chunks, so the output is in the result.
    QVERIFY(!peer.get(binding, id).at("/artifacts/0/parts/0/data/acmp_result/output").empty());
}

void TestA2aHost::anAcmpErrorCompletesTheTask_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("no such capability")
        << QByteArray::fromStdString(invoke("t1", "other")) << QByteArray("-33002");
    QTest::newRow("budget") << QByteArray::fromStdString(invoke("t1", "dear", R"(,"max_price_cu":1)"))
                            << QByteArray("-33001");
    QTest::newRow("input_stream") << QByteArray::fromStdString(invoke("t1", "now", R"(,"input_stream":true)"))
                                  << QByteArray("-33007");
    QTest::newRow("timeout") << QByteArray::fromStdString(invoke("t1", "slow", R"(,"timeout_ms":1)"))
                             << QByteArray("-33003");
}

void TestA2aHost::anAcmpErrorCompletesTheTask()
{
    QFETCH(const QByteArray, data);
    QFETCH(const QByteArray, code);
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        Peer peer(scenarioText());
        const Answer unary = peer.send(binding, sendOf(data.toStdString()));
        QCOMPARE(unary.text("/task/status/state"), "TASK_STATE_COMPLETED");
        QCOMPARE(unary.at("/task/artifacts/0/parts/0/data/acmp_error/code"), code.toStdString());
        QCOMPARE(unary.text("/task/artifacts/0/parts/0/data/acmp_error/data/task_id"), "t1");
        Peer another(scenarioText());
        const Answer streamed = another.stream(binding, sendOf(data.toStdString()));
        const std::size_t last = streamed.events() - 1;
        QCOMPARE(stateOf(streamed, last), "TASK_STATE_COMPLETED");
        QCOMPARE(streamed.at(last, std::string(kStatusData) + "/acmp_error/code"), code.toStdString());
    }
}

void TestA2aHost::negotiatesByMessages()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer quote
        = peer.send(binding, sendOf(R"({"acmp_method":"acmp/offerRequest","params":{"capability":"now"}})"));
    QCOMPARE(quote.text("/message/role"), "ROLE_AGENT");
    QVERIFY(!quote.text("/message/contextId").empty() && quote.at("/message/taskId").empty());
    const std::string offerId = quote.text("/message/parts/0/data/acmp_result/offer_id");
    QVERIFY(!offerId.empty());
    const std::string accept = R"({"acmp_method":"acmp/accept","params":{"offer_id":")" + offerId + "\"}}";
    const Answer ack = peer.stream(binding, sendOf(accept, R"(,"contextId":"deal")"));
    QCOMPARE(ack.events(), std::size_t { 1 });
    QCOMPARE(ack.text(0, "/message/parts/0/data/acmp_result/offer_id"), offerId);
    QCOMPARE(ack.text(0, "/message/contextId"), "deal");
    // The same message again; another one finds the offer taken.
    const Answer again = peer.send(binding, sendOf(accept, R"(,"contextId":"deal")"));
    QCOMPARE(again.at("/message"), ack.at(0, "/message"));
    const std::string part = R"({"data":)" + accept + R"(,"mediaType":"application/acmp+json"})";
    const Answer twice
        = peer.send(binding, R"({"message":{"messageId":"m2","role":"ROLE_USER","parts":[)" + part + "]}}");
    QCOMPARE(twice.at("/message/parts/0/data/acmp_error/code"), "-34003");
    const Answer none = peer.send(
        binding, sendOf(R"({"acmp_method":"acmp/accept","params":{"offer_id":"x"}})", R"(,"contextId":"c")"));
    QCOMPARE(none.at("/message/parts/0/data/acmp_error/code"), "-34001");
}

void TestA2aHost::provesItsIdentityByAMessage()
{
    QFETCH(const Binding, binding);
    const std::string ask
        = sendOf(R"({"acmp_method":"acmp/proveIdentity","params":{"nonce":"n"}})", R"(,"contextId":"c")");
    Peer peer(scenarioText(R"("key":{})"));
    const Answer proof = peer.send(binding, ask);
    QVERIFY(proof.text("/message/parts/0/data/acmp_result/envelope/did").starts_with("did:key:z"));
    QCOMPARE(proof.text("/message/parts/0/mediaType"), "application/acmp+json");
    QCOMPARE(proof.text("/message/contextId"), "c");
    QVERIFY(proof.at("/message/taskId").empty());
    const Answer streamed = peer.stream(binding, ask);
    QCOMPARE(streamed.events(), std::size_t { 1 });
    QVERIFY(!streamed.at(0, "/message/parts/0/data/acmp_result/envelope").empty());
    Peer plain(scenarioText());
    QCOMPARE(plain.send(binding, ask).at("/message/parts/0/data/acmp_error/code"), "-32601");
}

void TestA2aHost::subscribes()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer first = peer.beginStream(binding, sendOf(invoke("t1", "slow", R"(,"stream":true)")));
    QTRY_VERIFY(first.events() > 6);
    const std::string id = first.text(0, "/task/id");
    const Answer second = peer.beginSubscribe(binding, id);
    QTRY_VERIFY(second.http->ended && first.http->ended);
    QCOMPARE(stateOf(second, 0), "TASK_STATE_WORKING");
    QCOMPARE(second.text(0, "/task/id"), id);
    QCOMPARE(seqsOf(second), seqsOf(first));
    QCOMPARE(stateOf(second, second.events() - 1), "TASK_STATE_COMPLETED");
    QCOMPARE(peer.ask(binding, peer.subscribeRequest(binding, id)).code(), std::int64_t { -32004 });
    if (binding == Binding::Rest) // a2a.proto has GET, §11.3.2 POST
        QCOMPARE(peer.ask(binding, peer.rest("GET", "/tasks/" + id + ":subscribe")).code(),
            std::int64_t { -32004 });
}

void TestA2aHost::cancels_data()
{
    QTest::addColumn<Binding>("binding");
    QTest::addColumn<int>("delivery"); // as numbered in the binding's notes: with taskId, without, CancelTask
    for (const int delivery : { 1, 2, 3 }) {
        QTest::addRow("%d over JSON-RPC", delivery) << Binding::JsonRpc << delivery;
        QTest::addRow("%d over HTTP+JSON", delivery) << Binding::Rest << delivery;
    }
}

void TestA2aHost::cancels()
{
    QFETCH(const Binding, binding);
    QFETCH(const int, delivery);
    Peer peer(scenarioText());
    const Answer run = peer.beginStream(binding, sendOf(invoke("t1", "endless", R"(,"stream":true)")));
    QTRY_VERIFY(run.events() > 1);
    const std::string id = run.text(0, "/task/id");
    const std::string named
        = R"(,"taskId":")" + id + R"(","contextId":")" + run.text(0, "/task/contextId") + '"';
    const Answer answer = delivery == 3
        ? peer.cancel(binding, id)
        : peer.send(binding,
              sendOf(a2atest::cancel("t1"), delivery == 1 ? named : std::string(),
                  R"("returnImmediately":true)"));
    const std::string state = delivery == 3 ? "TASK_STATE_CANCELED" : "TASK_STATE_COMPLETED";
    const std::string task = delivery == 3 ? "" : "/task";
    QCOMPARE(answer.text(task + "/id"), id);
    QCOMPARE(answer.text(task + "/status/state"), state);
    QTRY_VERIFY(run.http->ended);
    const std::size_t last = run.events() - 1;
    QCOMPARE(run.at(last - 1, "/artifactUpdate/artifact/parts/0/data/acmp_error/code"), "-33004");
    QCOMPARE(run.at(last, std::string(kStatusData) + "/acmp_error/code"), "-33004");
    QCOMPARE(run.text(last, std::string(kStatusData) + "/acmp_error/data/task_id"), "t1");
    QCOMPARE(stateOf(run, last), state);
}

void TestA2aHost::cancelTaskTwiceIsOne()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const Answer run = peer.beginStream(binding, sendOf(invoke("t1", "endless", R"(,"stream":true)")));
    QTRY_VERIFY(run.events() > 1);
    const std::string id = run.text(0, "/task/id");
    const Answer first = peer.cancel(binding, id);
    const Answer second = peer.cancel(binding, id);
    QCOMPARE(first.text("/status/state"), "TASK_STATE_CANCELED");
    QCOMPARE(second.at(""), first.at(""));
    const Answer done = peer.send(binding, sendOf(invoke("t2", "now")));
    QCOMPARE(peer.cancel(binding, done.text("/task/id")).code(), std::int64_t { -32002 });
}

void TestA2aHost::aRepeatJoinsTheTask()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    const std::string request = sendOf(invoke("t1", "slow", R"(,"stream":true)"));
    const Answer first = peer.beginStream(binding, request);
    QTRY_VERIFY(first.events() > 6);
    const Answer second = peer.beginStream(binding, request);
    const Answer third = peer.begin(binding, peer.sendRequest(binding, request));
    QTRY_VERIFY(first.http->ended && second.http->ended && third.http->ended);
    QCOMPARE(second.text(0, "/task/id"), first.text(0, "/task/id"));
    QCOMPARE(third.text("/task/id"), first.text(0, "/task/id"));
    QCOMPARE(seqsOf(second), seqsOf(first));
    QCOMPARE(peer.provider().facts().tasks, std::uint64_t { 1 });
}

void TestA2aHost::aRepeatAfterTheEndReplays()
{
    Peer peer(scenarioText());
    const std::string request = sendOf(invoke("t1", "pieces", R"(,"stream":true)"));
    const Answer first = peer.stream(Binding::JsonRpc, request);
    const Answer second = peer.stream(Binding::JsonRpc, request);
    QCOMPARE(seqsOf(second), "0,1");
    QCOMPARE(stateOf(second, 0), "TASK_STATE_SUBMITTED");
    QCOMPARE(second.text(0, "/task/id"), first.text(0, "/task/id"));
    QCOMPARE(stateOf(second, second.events() - 1), "TASK_STATE_COMPLETED");
    // Asked for without a stream, the output is whole, and then it stays.
    const Answer third = peer.send(Binding::JsonRpc, request);
    const std::string output = "/artifacts/0/parts/0/data/acmp_result/output/data";
    QCOMPARE(third.text("/task" + output), "Guten Tag.");
    QCOMPARE(peer.get(Binding::Rest, first.text(0, "/task/id")).text(output), "Guten Tag.");
    QCOMPARE(peer.provider().facts().tasks, std::uint64_t { 1 });
}

void TestA2aHost::aRepeatThatDiffersIsRefusedInThePayload()
{
    Peer peer(scenarioText());
    peer.send(Binding::JsonRpc, sendOf(invoke("t1", "now")));
    const Answer other = peer.send(Binding::JsonRpc, sendOf(invoke("t1", "slow")));
    QCOMPARE(other.at("/message/parts/0/data/acmp_error/code"), "-32602");
    QVERIFY(other.at("/message/parts/0/data/acmp_error/data/detail").find("capability") != std::string::npos);
}

void TestA2aHost::anOrphanIsCancelledAfterItsGrace()
{
    Peer peer(scenarioText(R"("orphan_grace_ms":100)"));
    http::ClientExchange* const exchange = peer.http().send(
        peer.sendRequest(Binding::JsonRpc, sendOf(invoke("t1", "endless", R"(,"stream":true)")), true));
    std::string id;
    connect(exchange, &http::ClientExchange::eventReceived, this, [&id](const http::Event& event) {
        const json::Document document = parsed(std::string(event.data.view()));
        id = document.at("/result/task/id").text().value_or(id);
    });
    QTRY_VERIFY(!id.empty());
    QCOMPARE(peer.provider().facts().runningTasks, std::size_t { 1 });
    exchange->abort();
    QTRY_COMPARE(peer.provider().facts().runningTasks, std::size_t { 0 });
    const Answer task = peer.get(Binding::JsonRpc, id);
    QCOMPARE(task.text("/status/state"), "TASK_STATE_COMPLETED");
    QCOMPARE(task.at("/artifacts/0/parts/0/data/acmp_error/code"), "-33004");
}

void TestA2aHost::aPolledTaskIsNoOrphan()
{
    Peer peer(scenarioText(R"("orphan_grace_ms":0)"));
    const Answer answer
        = peer.send(Binding::JsonRpc, sendOf(invoke("t1", "slow"), {}, R"("returnImmediately":true)"));
    const std::string id = answer.text("/task/id");
    QTRY_COMPARE(peer.get(Binding::JsonRpc, id).text("/status/state"), "TASK_STATE_COMPLETED");
    QVERIFY(!peer.get(Binding::JsonRpc, id).at("/artifacts/0/parts/0/data/acmp_result").empty());
}

void TestA2aHost::refusesInputStreaming()
{
    Peer peer(scenarioText());
    const Answer answer = peer.send(Binding::JsonRpc,
        sendOf(
            R"({"acmp_method":"acmp/inputChunk","params":{"task_id":"t1","seq":0,"chunk":{"type":"text","data":"x"}}})"));
    QCOMPARE(answer.at("/message/parts/0/data/acmp_error/code"), "-33007");
    const Answer unknown = peer.send(Binding::JsonRpc, sendOf(R"({"acmp_method":"acmp/dance","params":{}})"));
    QCOMPARE(unknown.at("/message/parts/0/data/acmp_error/code"), "-32601");
    const Answer wrong
        = peer.send(Binding::JsonRpc, sendOf(R"({"acmp_method":"acmp/invoke","params":{"task_id":5}})"));
    QCOMPARE(wrong.at("/message/parts/0/data/acmp_error/code"), "-32602");
    QVERIFY(wrong.at("/message/parts/0/data/acmp_error/data/detail").find("/task_id") != std::string::npos);
    const Answer nothing = peer.send(Binding::JsonRpc, sendOf(a2atest::cancel("nobody")));
    QVERIFY(!nothing.text("/message/parts/0/text").empty());
}

void TestA2aHost::refusesWhatNamesNoTask_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const std::string& data, const char* message, int code) {
        QTest::newRow(name) << QByteArray::fromStdString(data) << QByteArray(message) << code;
    };
    row("the ACMP id as taskId", invoke("t9", "now"), R"(,"taskId":"t9")", -32001);
    row("in snake_case", invoke("t9", "now"), R"(,"task_id":"t9")", -32001);
    row("another task's id", invoke("t9", "now"), R"(,"taskId":"RUNNING")", -32602);
    row("another context", a2atest::cancel("t1"), R"(,"taskId":"RUNNING","contextId":"other")", -32602);
    row("a task that is over", a2atest::cancel("t0"), R"(,"taskId":"DONE")", -32004);
}

void TestA2aHost::refusesWhatNamesNoTask()
{
    QFETCH(const QByteArray, data);
    QFETCH(QByteArray, message);
    QFETCH(const int, code);
    Peer peer(scenarioText());
    const Answer done = peer.send(Binding::JsonRpc, sendOf(invoke("t0", "now")));
    const Answer run = peer.beginStream(Binding::JsonRpc, sendOf(invoke("t1", "endless")));
    QTRY_VERIFY(run.events() > 0);
    message.replace("RUNNING", QByteArray::fromStdString(run.text(0, "/task/id")));
    message.replace("DONE", QByteArray::fromStdString(done.text("/task/id")));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        const std::string request = sendOf(data.toStdString(), message.toStdString());
        QCOMPARE(peer.send(binding, request).code(),
            std::int64_t { code == -32602 && binding == Binding::Rest ? 400 : code });
        QCOMPARE(peer.ask(binding, peer.sendRequest(binding, request, true)).code(),
            std::int64_t { code == -32602 && binding == Binding::Rest ? 400 : code });
    }
}

void TestA2aHost::keepsCallersAndTenantsApart()
{
    Peer peer(scenarioText());
    const Answer mine = peer.send(Binding::JsonRpc, sendOf(invoke("t1", "now")));
    const std::string id = mine.text("/task/id");
    QCOMPARE(peer.ask(Binding::Rest, peer.rest("GET", "/acme/tasks/" + id)).code(), std::int64_t { -32001 });
    const Answer theirs
        = peer.ask(Binding::Rest, peer.rest("POST", "/acme/message:send", sendOf(invoke("t1", "now"))));
    QVERIFY(!theirs.text("/task/id").empty() && theirs.text("/task/id") != id);
    QCOMPARE(peer.provider().facts().tasks, std::uint64_t { 2 });
    const Answer again = peer.ask(Binding::JsonRpc,
        peer.rpc("GetTask", R"({"tenant":"acme","id":")" + theirs.text("/task/id") + "\"}"));
    QCOMPARE(again.text("/id"), theirs.text("/task/id"));
}

void TestA2aHost::listsTasks()
{
    QFETCH(const Binding, binding);
    Peer peer(scenarioText());
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) {
        const Answer answer = peer.send(binding,
            sendOf(invoke("t" + std::to_string(i), "now"),
                i < 3 ? R"(,"contextId":"a")" : R"(,"contextId":"b")"));
        ids.push_back(answer.text("/task/id"));
    }
    const auto list = [&](const std::string& params, const std::string& query) {
        return peer.ask(binding,
            binding == Binding::Rest ? peer.rest("GET", "/tasks" + query) : peer.rpc("ListTasks", params));
    };
    const Answer all = list("{}", "");
    QCOMPARE(all.at("/totalSize"), "5");
    QCOMPARE(all.at("/pageSize"), "50");
    QCOMPARE(all.at("/nextPageToken"), "\"\"");
    QCOMPARE(all.text("/tasks/0/id"), ids[4]);
    QVERIFY(all.at("/tasks/0/artifacts").empty());
    const Answer page = list(R"({"contextId":"a","pageSize":2,"includeArtifacts":true,"historyLength":0})",
        "?contextId=a&pageSize=2&includeArtifacts=true&historyLength=0");
    QCOMPARE(page.at("/totalSize"), "3");
    QCOMPARE(page.text("/tasks/1/id"), ids[1]);
    QVERIFY(!page.at("/tasks/0/artifacts/0").empty() && page.at("/tasks/0/history").empty());
    const std::string token = page.text("/nextPageToken");
    QVERIFY(!token.empty());
    const Answer rest
        = list(R"({"contextId":"a","pageToken":")" + token + "\"}", "?contextId=a&pageToken=" + token);
    QCOMPARE(rest.text("/tasks/0/id"), ids[0]);
    QVERIFY(rest.at("/tasks/1").empty() && rest.at("/nextPageToken") == "\"\"");
    const Answer working = list(R"({"status":"TASK_STATE_WORKING"})", "?status=TASK_STATE_WORKING");
    QCOMPARE(working.at("/tasks"), "[]");
    QVERIFY(list(R"({"pageSize":101})", "?pageSize=101").code() != 0);
    QVERIFY(list(R"({"pageToken":"x"})", "?pageToken=x").code() != 0);
    QVERIFY(list(R"({"status":"done"})", "?status=done").code() != 0);
}

void TestA2aHost::forgetsTasksThatEndedFirst()
{
    Peer peer(scenarioText(R"("result_cache_bytes":20000)"));
    const Answer first = peer.send(Binding::JsonRpc, sendOf(invoke("t0", "now")));
    Answer last = first;
    for (int i = 1; i < 40; ++i)
        last = peer.send(Binding::JsonRpc, sendOf(invoke("t" + std::to_string(i), "now")));
    const Answer gone = peer.get(Binding::JsonRpc, first.text("/task/id"));
    QCOMPARE(gone.code(), std::int64_t { -32001 });
    QVERIFY(gone.http->body.find("20000 bytes") != std::string::npos);
    QCOMPARE(peer.get(Binding::JsonRpc, last.text("/task/id")).text("/id"), last.text("/task/id"));
}

QTEST_GUILESS_MAIN(TestA2aHost)
#include "tst_a2ahost.moc"
