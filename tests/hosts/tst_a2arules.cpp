// SPDX-License-Identifier: Apache-2.0
// What an A2A agent of ours demands of a request, each error in the forms of both bindings, and the examples
// of the ACMP binding taken by the letter.
#include "tests/hosts/a2apeer.h"

#include <QFile>
#include <QTest>

using namespace a2atest;

namespace {

/// How a row differs from a good request.
struct Change {
    std::string method = "SendMessage"; ///< of JSON-RPC
    std::string path = "/message:send", httpMethod = "POST"; ///< of HTTP+JSON
    std::string params = sendOf(invoke("t1", "now"));
    http::Fields fields { { "A2A-Version", "1.0" }, { "Content-Type", "application/json" } };
};

Change with(std::string params)
{
    Change change;
    change.params = std::move(params);
    return change;
}

Change withFields(http::Fields fields)
{
    Change change;
    change.fields = std::move(fields);
    return change;
}

Change at(std::string method, std::string httpMethod, std::string path, std::string params)
{
    Change change;
    change.method = std::move(method);
    change.httpMethod = std::move(httpMethod);
    change.path = std::move(path);
    change.params = std::move(params);
    return change;
}

const std::string kPart
    = R"({"data":{"acmp_method":"acmp/invoke","params":{}},"mediaType":"application/acmp+json"})";

std::string messageWith(const std::string& members)
{
    return R"({"message":{)" + members + "}}";
}

/// As the ACMP binding prints it: §1's example.
std::string printedExample()
{
    QFile file(QStringLiteral(SEED_EXAMPLES "/layer1-a2a-binding-01-message_id.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto found = text.find(from);
    return found == std::string::npos ? std::string() : text.replace(found, from.size(), to);
}

} // namespace
Q_DECLARE_METATYPE(Change)

class TestA2aRules final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data();
    void refuses();
    void refusesWhatIsNoRequest_data();
    void refusesWhatIsNoRequest();
    void refusesPathsOfHttp_data();
    void refusesPathsOfHttp();
    void answersWhateverIsSent();
    void takesAnyOfItsSpellings_data();
    void takesAnyOfItsSpellings();
    void lenientTakesWhatIsMissing();
    void echoesTheExtension();
    void wantsTheExtensionWhereItIsRequired();
    void asksForTheToken();
    void refusesForeignPages();
    void refusesLargeBodies();
    void streamsNothingWhereItIsUnary();
    void takesThePrintedExampleByTheLetter();
    void refusesThePrintedExampleOtherwise();
};

void TestA2aRules::refuses_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("status"); // of HTTP+JSON
    QTest::addColumn<QByteArray>("name"); // likewise
    QTest::addColumn<QByteArray>("reason"); // ErrorInfo's, or the field of a BadRequest
    const auto row = [](const char* what, const Change& change, int code, int status, const char* name,
                         const char* reason) {
        QTest::newRow(what) << change << code << status << QByteArray(name) << QByteArray(reason);
    };
    row("no version", withFields({ { "Content-Type", "application/json" } }), -32009, 400,
        "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED");
    row("an empty version", withFields({ { "A2A-Version", "" }, { "Content-Type", "application/json" } }),
        -32009, 400, "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED");
    row("version 0.3", withFields({ { "A2A-Version", "0.3" }, { "Content-Type", "application/json" } }),
        -32009, 400, "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED");
    row("a version with a patch",
        withFields({ { "A2A-Version", "1.0.1" }, { "Content-Type", "application/json" } }), -32009, 400,
        "FAILED_PRECONDITION", "VERSION_NOT_SUPPORTED");
    row("another Content-Type", withFields({ { "A2A-Version", "1.0" }, { "Content-Type", "text/plain" } }),
        -32005, 400, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED");
    row("no such task", at("GetTask", "GET", "/tasks/none", R"({"id":"none"})"), -32001, 404, "NOT_FOUND",
        "TASK_NOT_FOUND");
    row("no task to cancel", at("CancelTask", "POST", "/tasks/none:cancel", R"({"id":"none"})"), -32001, 404,
        "NOT_FOUND", "TASK_NOT_FOUND");
    row("no task to subscribe to", at("SubscribeToTask", "GET", "/tasks/none:subscribe", R"({"id":"none"})"),
        -32001, 404, "NOT_FOUND", "TASK_NOT_FOUND");
    row("a bad history length",
        at("GetTask", "GET", "/tasks/none?historyLength=-1", R"({"id":"none","historyLength":-1})"), -32602,
        400, "INVALID_ARGUMENT", "historyLength");
    const std::string configs = "/tasks/t/pushNotificationConfigs";
    row("create a push config", at("CreateTaskPushNotificationConfig", "POST", configs, "{}"), -32003, 400,
        "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED");
    row("get a push config", at("GetTaskPushNotificationConfig", "GET", configs + "/c", "{}"), -32003, 400,
        "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED");
    row("list push configs", at("ListTaskPushNotificationConfigs", "GET", configs, "{}"), -32003, 400,
        "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED");
    row("delete a push config", at("DeleteTaskPushNotificationConfig", "DELETE", configs + "/c", "{}"),
        -32003, 400, "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED");
    row("a push config with the message",
        with(sendOf(invoke("t1", "now"), {}, R"("taskPushNotificationConfig":{"url":"http://a"})")), -32003,
        400, "FAILED_PRECONDITION", "PUSH_NOTIFICATION_NOT_SUPPORTED");
    // §3.3.4: -32007 is for those who say that they have one.
    row("the extended card", at("GetExtendedAgentCard", "GET", "/extendedAgentCard", "{}"), -32004, 400,
        "FAILED_PRECONDITION", "UNSUPPORTED_OPERATION");
    row("a text part", with(messageWith(R"("messageId":"m","role":"ROLE_USER","parts":[{"text":"Hello"}])")),
        -32005, 400, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED");
    row("a data part of another type",
        with(messageWith(
            R"("messageId":"m","role":"ROLE_USER","parts":[)" + replaced(kPart, "acmp+json", "json") + "]")),
        -32005, 400, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED");
    row("a data part without a type",
        with(messageWith(R"("messageId":"m","role":"ROLE_USER","parts":[)"
            + replaced(kPart, R"(,"mediaType":"application/acmp+json")", "") + "]")),
        -32005, 400, "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED");
    row("output that nobody can take",
        with(sendOf(invoke("t1", "now"), {}, R"("acceptedOutputModes":["text/plain"])")), -32005, 400,
        "INVALID_ARGUMENT", "CONTENT_TYPE_NOT_SUPPORTED");
    row("no message", with("{}"), -32602, 400, "INVALID_ARGUMENT", "message");
    row("no messageId", with(messageWith(R"("role":"ROLE_USER","parts":[)" + kPart + "]")), -32602, 400,
        "INVALID_ARGUMENT", "message.messageId");
    row("no role", with(messageWith(R"("messageId":"m","parts":[)" + kPart + "]")), -32602, 400,
        "INVALID_ARGUMENT", "message.role");
    row("another role", with(messageWith(R"("messageId":"m","role":"ROLE_BOSS","parts":[)" + kPart + "]")),
        -32602, 400, "INVALID_ARGUMENT", "message.role");
    row("no parts", with(messageWith(R"("messageId":"m","role":"ROLE_USER","parts":[])")), -32602, 400,
        "INVALID_ARGUMENT", "message.parts");
    row("two contents in a part",
        with(messageWith(R"("messageId":"m","role":"ROLE_USER","parts":[{"text":"a","data":{}}])")), -32602,
        400, "INVALID_ARGUMENT", "message.parts[0]");
    row("two ACMP messages",
        with(messageWith(R"("messageId":"m","role":"ROLE_USER","parts":[)" + kPart + ',' + kPart + "]")),
        -32602, 400, "INVALID_ARGUMENT", "message.parts");
    row("a result from a buyer", with(sendOf(R"({"acmp_result":{}})")), -32602, 400, "INVALID_ARGUMENT",
        "message.parts[0].data");
}

void TestA2aRules::refuses()
{
    QFETCH(const Change, change);
    QFETCH(const int, code);
    QFETCH(const int, status);
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, reason);
    Peer peer(scenarioText());
    http::Request rpc = peer.rpc(change.method, change.params);
    rpc.fields = change.fields;
    const Answer ofRpc = peer.ask(Binding::JsonRpc, rpc);
    QCOMPARE(ofRpc.status(), 200);
    QCOMPARE(ofRpc.http->fields.find("Content-Type"), "application/json");
    const json::Document error = parsed(ofRpc.http->body);
    QCOMPARE(error.at("/error/code").toInt64().value_or(0), std::int64_t { code });
    QVERIFY(!error.at("/error/message").text().value_or("").empty());
    const auto isNamed = [&reason](const json::View& details) {
        const json::View detail = details[0];
        if (detail["@type"].equals(a2a::kErrorInfoType))
            return detail["reason"].equals(reason.toStdString())
                && detail["domain"].equals(a2a::kErrorDomain);
        return detail["@type"].equals(a2a::kBadRequestType)
            && detail["fieldViolations"][0]["field"].equals(reason.toStdString());
    };
    QVERIFY2(isNamed(error.at("/error/data")), ofRpc.http->body.c_str());

    const bool hasBody = change.httpMethod == "POST";
    http::Request rest = peer.rest(change.httpMethod, change.path, hasBody ? change.params : std::string());
    rest.fields = change.fields;
    const Answer ofRest = peer.ask(Binding::Rest, rest);
    QCOMPARE(ofRest.status(), status);
    const json::Document body = parsed(ofRest.http->body);
    QCOMPARE(body.at("/error/code").toInt64().value_or(0), std::int64_t { status });
    QCOMPARE(body.at("/error/status").text().value_or(""), name.toStdString());
    QVERIFY2(isNamed(body.at("/error/details")), ofRest.http->body.c_str());
}

void TestA2aRules::refusesWhatIsNoRequest_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char* body, int code, const char* id) {
        QTest::newRow(body) << QByteArray(body) << code << QByteArray(id);
    };
    row(R"({"jsonrpc":)", -32700, "null");
    row(R"([{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}}])", -32600, "null");
    row(R"({"jsonrpc":"2.0","id":1})", -32600, "1");
    row(R"({"jsonrpc":"2.0","method":"GetTask","params":{}})", -32600, "null");
    row(R"({"jsonrpc":"2.0","id":1.5,"method":"GetTask","params":{}})", -32600, "null");
    row(R"({"jsonrpc":"2.0","id":1,"result":{}})", -32600, "null");
    row(R"({"jsonrpc":"1.0","id":1,"method":"GetTask","params":{}})", -32600, "1");
    row(R"({"id":1,"method":"GetTask","params":{}})", -32600, "1");
    row(R"({"jsonrpc":"2.0","id":"a","method":"GetTask"})", -32602, R"("a")");
    row(R"({"jsonrpc":"2.0","id":null,"method":"GetTask","params":{"id":"x"}})", -32001, "null");
    row(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":{}})", -32602, "1");
    row(R"({"jsonrpc":"2.0","id":1,"method":"GetTask","params":[]})", -32602, "1");
    row(R"({"jsonrpc":"2.0","id":1,"method":"message/send","params":{}})", -32601, "1");
}

void TestA2aRules::refusesWhatIsNoRequest()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, code);
    QFETCH(const QByteArray, id);
    Peer peer(scenarioText());
    const Answer answer = peer.ask(Binding::JsonRpc, peer.request("POST", "/a2a/rpc", body.toStdString()));
    QCOMPARE(answer.code(), std::int64_t { code });
    QCOMPARE(parsed(answer.http->body).at("/id").lexeme(), id.toStdString());
}

void TestA2aRules::refusesPathsOfHttp_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("status");
    const auto row = [](const char* method, const char* path, int status) {
        QTest::addRow("%s %s", method, path) << QByteArray(method) << QByteArray(path) << status;
    };
    row("GET", "/message:send", 405);
    row("DELETE", "/tasks/t", 405);
    row("PUT", "/acme/tasks/t:cancel", 405);
    row("GET", "/", 404);
    row("POST", "/message:shout", 404);
    row("GET", "/a/b/c/d/e", 404);
}

void TestA2aRules::refusesPathsOfHttp()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, path);
    QFETCH(const int, status);
    Peer peer(scenarioText());
    const Answer answer = peer.ask(Binding::Rest, peer.rest(method.toStdString(), path.toStdString()));
    QCOMPARE(answer.status(), status);
    QCOMPARE(parsed(answer.http->body).at("/error/code").toInt64().value_or(0), std::int64_t { status });
    QCOMPARE(answer.http->fields.find("Allow").has_value(), status == 405);
    const Answer notJson = peer.ask(Binding::Rest, peer.rest("POST", "/message:send", "{"));
    QCOMPARE(notJson.status(), 400);
    QCOMPARE(parsed(notJson.http->body).at("/error/status").text().value_or(""), "INVALID_ARGUMENT");
}

/// A good request with one byte changed, or cut off, at each place.
void TestA2aRules::answersWhateverIsSent()
{
    Peer peer(scenarioText());
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        const http::Request good = peer.sendRequest(binding, sendOf(invoke("t1", "now")));
        std::vector<std::shared_ptr<support::HttpReply>> replies;
        for (qsizetype at = 0; at < good.body.size(); ++at) {
            for (const char byte : { '\0', '"', '{', '\xff' }) {
                http::Request odd = good;
                odd.body[at] = byte;
                replies.push_back(support::send(peer.http(), odd));
            }
            http::Request cut = good;
            cut.body.truncate(at);
            replies.push_back(support::call(peer.http(), cut));
        }
        for (const auto& reply : replies) {
            QTRY_VERIFY(reply->ended);
            QVERIFY(!reply->error && reply->status >= 200 && reply->status < 500);
            QVERIFY(parsed(reply->body).isValid());
        }
        QCOMPARE(peer.send(binding, sendOf(invoke("t2", "now"))).code(), std::int64_t { 0 });
    }
}

void TestA2aRules::takesAnyOfItsSpellings_data()
{
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* what, const std::string& members) {
        QTest::newRow(what) << QByteArray::fromStdString(messageWith(members));
    };
    const std::string part = R"({"data":)" + invoke("t1", "now") + R"(,"mediaType":"application/acmp+json"})";
    row("1.0", R"("messageId":"m","role":"ROLE_USER","parts":[)" + part + "]");
    row("role of 0.3", R"("messageId":"m","role":"user","parts":[)" + part + "]");
    row("role as a number", R"("messageId":"m","role":1,"parts":[)" + part + "]");
    row("snake_case",
        R"("message_id":"m","role":"user","parts":[)" + replaced(part, "mediaType", "media_type") + "]");
    row("beside other parts",
        R"("messageId":"m","role":"ROLE_USER","parts":[{"text":"please"},)" + part + "]");
    row("empty defaults",
        R"("messageId":"m","contextId":"","taskId":"","role":"ROLE_USER","parts":[)" + part + "]");
}

void TestA2aRules::takesAnyOfItsSpellings()
{
    QFETCH(const QByteArray, message);
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        Peer peer(scenarioText());
        const Answer answer = peer.send(binding, message.toStdString());
        QVERIFY2(answer.text("/task/status/state") == "TASK_STATE_COMPLETED", answer.http->body.c_str());
        QCOMPARE(answer.text("/task/history/0/messageId"), "m");
        QCOMPARE(answer.text("/task/history/0/role"), "ROLE_USER");
        // Out in camelCase only (decision D19).
        QVERIFY(answer.http->body.find("media_type") == std::string::npos
            && answer.http->body.find("message_id") == std::string::npos);
    }
    Peer peer(scenarioText());
    http::Request byQuery
        = peer.request("POST", "/a2a/rest/message:send?A2A-Version=1.0", message.toStdString());
    byQuery.fields = { { "Content-Type", "application/a2a+json" } };
    QCOMPARE(peer.ask(Binding::Rest, byQuery).status(), 200);
}

void TestA2aRules::lenientTakesWhatIsMissing()
{
    hosts::MarketOptions options;
    options.lenient = true;
    Peer peer(scenarioText(), options);
    http::Request request
        = peer.rpc("SendMessage", messageWith(R"("parts":[{"data":)" + invoke("t1", "now") + "}]"));
    request.fields = {};
    QCOMPARE(peer.ask(Binding::JsonRpc, request).text("/task/status/state"), "TASK_STATE_COMPLETED");
}

void TestA2aRules::echoesTheExtension()
{
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        Peer peer(scenarioText());
        http::Request request = peer.sendRequest(binding, sendOf(invoke("t1", "now")));
        QVERIFY(!peer.ask(binding, request).http->fields.find("A2A-Extensions"));
        request.fields.add("a2a-extensions", "https://other.example/x, https://a2agora.org/acmp/v0.1");
        QCOMPARE(peer.ask(binding, request).http->fields.find("A2A-Extensions"), a2a::kExtensionUri);
    }
}

void TestA2aRules::wantsTheExtensionWhereItIsRequired()
{
    Peer peer(scenarioText(R"("a2a":{"required":true})"));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        http::Request request = peer.sendRequest(binding, sendOf(invoke("t1", "now")));
        QCOMPARE(peer.ask(binding, request).code(), std::int64_t { -32008 });
        request.fields.add("A2A-Extensions", "https://a2agora.org/acmp/v0.2");
        QCOMPARE(peer.ask(binding, request).code(), std::int64_t { -32008 });
        request.fields.add("A2A-Extensions", "https://a2agora.org/acmp/v0.1");
        QCOMPARE(peer.ask(binding, request).code(), std::int64_t { 0 });
    }
    const auto card = peer.ask(Binding::Rest, peer.request("GET", "/.well-known/agent-card.json"));
    QCOMPARE(card.at("/capabilities/extensions/0/required"), "true");
}

void TestA2aRules::asksForTheToken()
{
    hosts::MarketOptions options;
    options.token = "secret";
    Peer peer(scenarioText(), options);
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        http::Request request = peer.sendRequest(binding, sendOf(invoke("t1", "now")));
        const Answer refused = peer.ask(binding, request);
        QCOMPARE(refused.status(), 401);
        QVERIFY(refused.http->fields.find("WWW-Authenticate"));
        request.fields.add("Authorization", "Bearer secret");
        QCOMPARE(peer.ask(binding, request).status(), 200);
    }
    // The card is public, and says so.
    const Answer card = peer.ask(Binding::Rest, peer.request("GET", "/.well-known/agent-card.json"));
    QCOMPARE(card.text("/securitySchemes/bearer/httpAuthSecurityScheme/scheme"), "Bearer");
    QCOMPARE(card.at("/securityRequirements/0/schemes/bearer/list"), "[]");
}

void TestA2aRules::refusesForeignPages()
{
    Peer peer(scenarioText());
    for (const char* path : { "/a2a/rpc", "/a2a/rest/tasks", "/.well-known/agent-card.json" }) {
        for (const auto& [name, value] :
            { std::pair { "Origin", "https://evil.example" }, { "Host", "evil.example" } }) {
            http::Request request = peer.request("GET", path);
            request.fields.add(name, value);
            QCOMPARE(peer.ask(Binding::Rest, request).status(), 403);
        }
    }
    QCOMPARE(peer.ask(Binding::JsonRpc, peer.request("GET", "/a2a/rpc")).status(), 405);
}

void TestA2aRules::refusesLargeBodies()
{
    hosts::MarketOptions options;
    options.server.bodyBytes = 4096;
    Peer peer(scenarioText(), options);
    const std::string large = sendOf(invoke("t1", "now", R"(,"x":")" + std::string(8000, 'x') + '"'));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest })
        QCOMPARE(peer.send(binding, large).status(), 413);
}

void TestA2aRules::streamsNothingWhereItIsUnary()
{
    Peer peer(scenarioText(R"("unary":true)"));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        QCOMPARE(peer.stream(binding, sendOf(invoke("t1", "now"))).code(), std::int64_t { -32004 });
        QCOMPARE(peer.ask(binding, peer.subscribeRequest(binding, "t")).code(), std::int64_t { -32004 });
        QCOMPARE(peer.send(binding, sendOf(invoke("t1", "now"))).code(), std::int64_t { 0 });
    }
    const Answer card = peer.ask(Binding::Rest, peer.request("GET", "/.well-known/agent-card.json"));
    QCOMPARE(card.at("/capabilities/streaming"), "false");
}

void TestA2aRules::takesThePrintedExampleByTheLetter()
{
    const std::string example = replaced(printedExample(), "sentiment-analysis", "now");
    QVERIFY(!example.empty());
    Peer peer(scenarioText(R"("a2a":{"acmp_literal":true})"));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        const Answer answer = peer.send(binding, R"({"message":)" + example + '}');
        QVERIFY2(answer.code() == 0, answer.http->body.c_str());
        QCOMPARE(answer.text("/task/id"), "task_a7c923f1");
        QCOMPARE(answer.text("/task/artifacts/0/parts/0/data/acmp_result/task_id"), "task_a7c923f1");
    }
    QCOMPARE(peer.provider().facts().tasks, std::uint64_t { 1 });
    // Only where both ids are the same.
    const std::string other = replaced(example, R"("task_id": "task_a7c923f1",
  "parts")",
        R"("task_id": "another",
  "parts")");
    QVERIFY(!other.empty());
    QCOMPARE(peer.send(Binding::JsonRpc, R"({"message":)" + other + '}').code(), std::int64_t { -32001 });
}

void TestA2aRules::refusesThePrintedExampleOtherwise()
{
    Peer peer(scenarioText());
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        const Answer answer = peer.send(binding, R"({"message":)" + printedExample() + '}');
        QCOMPARE(answer.code(), std::int64_t { -32001 });
        QVERIFY(answer.http->body.find("task_a7c923f1") != std::string::npos);
    }
    QCOMPARE(peer.provider().facts().tasks, std::uint64_t { 0 });
}

QTEST_GUILESS_MAIN(TestA2aRules)
#include "tst_a2arules.moc"
