// SPDX-License-Identifier: Apache-2.0
// A server card, good and bad, and what a user must be asked before its server can be reached.
#include "protocol/discovery/cardanswers.h"
#include "protocol/json/document.h"

#include <QTest>

using discovery::CardQuestion;
using discovery::ServerCard;

namespace {

const QByteArray kHead
    = "\"$schema\": \"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json\","
      "\"name\": \"com.example/openclaw-3\", \"version\": \"2.1.0\", "
      "\"description\": \"sentiment analysis\"";

ServerCard read(const QByteArray& text)
{
    const auto document = json::Document::parse(text);
    if (!document)
        qFatal("%s", text.constData());
    return discovery::readServerCard(document->root());
}

QByteArray idsOf(const ServerCard& card)
{
    QByteArray ids;
    for (const acmp::Finding& finding : card.findings)
        ids += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size())) + ' ';
    return ids.trimmed();
}

} // namespace

class TestServerCard final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheExampleOfTheSpecification();
    void asksForWhatIsOpen();
    void fillsInWhatIsAnswered();
    void keepsAnAnswerInItsPlace();
    void judgesAnswers_data();
    void judgesAnswers();
    void tellsWhatIsWrong_data();
    void tellsWhatIsWrong();
};

void TestServerCard::readsTheExampleOfTheSpecification()
{
    const ServerCard card = read('{' + kHead + R"(, "title": "OpenClaw-3", "remotes": [
        {"type": "sse", "url": "https://example.com/sse"},
        {"type": "streamable-http", "url": "https://{tenant}.example.com/mcp",
         "headers": [{"name": "Authorization", "isRequired": true, "isSecret": true, "value": "Bearer {token}",
            "variables": {"token": {"isRequired": true, "isSecret": true}}}],
         "variables": {"tenant": {"isRequired": true, "default": "main", "choices": ["main", "eu"]}},
         "supportedProtocolVersions": ["2026-07-28"]}], "_meta": {}})");
    QVERIFY2(card.findings.empty(), idsOf(card).constData());
    QCOMPARE(card.title, std::string("OpenClaw-3"));
    QCOMPARE(card.version, std::string("2.1.0"));
    const discovery::CardRemote* const remote = card.streamableHttp();
    QVERIFY(remote);
    QCOMPARE(remote->protocolVersions, std::vector<std::string> { "2026-07-28" });
    const std::vector<CardQuestion> questions = questionsOf(*remote);
    QCOMPARE(questions.size(), 2U);
    QCOMPARE(questions[0].input.name, std::string("tenant"));
    QVERIFY(questions[0].header.empty() && !questions[0].input.isSecret);
    QCOMPARE(questions[0].input.preset.value_or(""), std::string("main"));
    QCOMPARE(questions[0].input.choices.size(), 2U);
    QCOMPARE(questions[1].header, std::string("Authorization"));
    QVERIFY(questions[1].input.isSecret && questions[1].input.isRequired);
}

void TestServerCard::asksForWhatIsOpen()
{
    const ServerCard card = read('{' + kHead + R"(, "remotes": [
        {"type": "streamable-http", "url": "https://{a}.x/{b}/{a}/{c}",
         "variables": {"a": {"value": "given"}, "b": {}},
         "headers": [{"name": "X-Fixed", "value": "1"}, {"name": "X-Asked", "isSecret": true},
            {"name": "X-Part", "isSecret": true, "value": "k {d}", "variables": {"d": {}}}]}]})");
    QCOMPARE(idsOf(card), QByteArray("MCP-card-variable"));
    QByteArray asked;
    for (const CardQuestion& question : questionsOf(*card.streamableHttp()))
        asked += QByteArray::fromStdString(question.header + ':' + question.input.name)
            + (question.input.isSecret ? "! " : " ");
    QCOMPARE(asked.trimmed(), QByteArray(":b :c X-Asked:X-Asked! X-Part:d!"));
}

void TestServerCard::fillsInWhatIsAnswered()
{
    const ServerCard card = read('{' + kHead + R"(, "remotes": [
        {"type": "streamable-http", "url": "https://{a}.x/{b}/{a}/{c}",
         "variables": {"a": {"value": "given"}, "b": {}, "c": {"default": "see"}},
         "headers": [{"name": "X-Fixed", "value": "1"}, {"name": "X-Asked", "isSecret": true},
            {"name": "X-Left", "isRequired": false},
            {"name": "X-Part", "value": "k {d}, {d}", "variables": {"d": {"isSecret": true}}}]}]})");
    const discovery::CardRemote& remote = *card.streamableHttp();
    std::vector<std::string> answers;
    for (const CardQuestion& question : questionsOf(remote))
        answers.push_back(question.input.name == "X-Left" ? "" : discovery::presetOf(question) + '#');
    const discovery::FilledRemote filled = fill(remote, answers);
    QCOMPARE(filled.url, std::string("https://given.x/%23/given/see%23"));
    QByteArray headers;
    for (const discovery::FilledHeader& one : filled.headers)
        headers += QByteArray::fromStdString(one.name + '=' + one.value) + (one.isSecret ? "! " : " ");
    QCOMPARE(headers.trimmed(), QByteArray("X-Fixed=1 X-Asked=#! X-Part=k #, #!"));
}

void TestServerCard::keepsAnAnswerInItsPlace()
{
    const auto filled = [](const QByteArray& url, const std::string& answer) {
        const ServerCard card
            = read('{' + kHead + R"(, "remotes": [{"type": "streamable-http", "url": ")" + url + R"("}]})");
        return fill(*card.streamableHttp(), { answer }).url;
    };
    QCOMPARE(filled("https://x/{a}/mcp", "../evil?b=c#d"), "https://x/..%2Fevil%3Fb%3Dc%23d/mcp");
    QCOMPARE(filled("https://{a}.x/mcp", "evil.example/"), "https://evil.example%2F.x/mcp");
    QCOMPARE(filled("{a}/mcp", "https://mine:1/p"), "https://mine:1/p/mcp");
    QCOMPARE(filled("https://x/{a", "b"), "https://x/{a");
}

void TestServerCard::judgesAnswers_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<bool>("isGood");
    const auto row = [](const char* input, const char* answer, bool isGood) {
        QTest::addRow("%s: %s", input, answer) << QByteArray(input) << QByteArray(answer) << isGood;
    };
    row(R"({"isRequired": true})", "", false);
    row(R"({"isRequired": true})", "x", true);
    row("{}", "", true);
    row("{}", "two\nlines", false);
    row("{}", "a\r", false);
    row(R"({"choices": ["a", "b"]})", "b", true);
    row(R"({"choices": ["a", "b"]})", "c", false);
    row(R"({"format": "number"})", "1.5", true);
    row(R"({"format": "number"})", "one", false);
    row(R"({"format": "boolean"})", "false", true);
    row(R"({"format": "boolean"})", "no", false);
}

void TestServerCard::judgesAnswers()
{
    QFETCH(const QByteArray, input);
    QFETCH(const QByteArray, answer);
    QFETCH(const bool, isGood);
    const ServerCard card = read('{' + kHead
        + R"(, "remotes": [{"type": "streamable-http", "url": "https://x/{a}", "variables": {"a": )" + input
        + "}}]}");
    const auto questions = questionsOf(*card.streamableHttp());
    QCOMPARE(questions.size(), 1U);
    const std::string mistake = mistakeIn(questions.front(), answer.toStdString());
    QVERIFY2(mistake.empty() == isGood, mistake.c_str());
}

void TestServerCard::tellsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray field = "MCP-card-field";
    const auto with = [](const QByteArray& more) -> QByteArray { return '{' + kHead + ", " + more + '}'; };
    QTest::newRow("a string") << QByteArray("7") << field;
    QTest::newRow("empty") << QByteArray("{}") << field + ' ' + field + ' ' + field + ' ' + field;
    QTest::newRow("name") << with(R"("name": "openclaw")") << field;
    QTest::newRow("name, two slashes") << with(R"("name": "a/b/c")") << field;
    QTest::newRow("version, a number") << with(R"("version": 2)") << field;
    QTest::newRow("another schema") << with(R"("$schema": "https://x/v2/server-card.schema.json")")
                                    << QByteArray("MCP-card-schema");
    QTest::newRow("long") << with("\"description\": \"" + QByteArray(101, 'x') + "\"")
                          << QByteArray("MCP-card-description");
    QTest::newRow("no remotes") << with(R"("remotes": [])") << QByteArray();
    QTest::newRow("remotes, an object") << with(R"("remotes": {})") << field;
    QTest::newRow("a remote, a string") << with(R"("remotes": ["x"])") << field;
    QTest::newRow("remote of another type")
        << with(R"("remotes": [{"type": "carrier-pigeon", "url": "https://x/"}])") << field;
    QTest::newRow("remote without url") << with(R"("remotes": [{"type": "sse"}])") << field;
    QTest::newRow("a variable, a string")
        << with(R"("remotes": [{"type": "sse", "url": "https://{a}/", "variables": {"a": "b"}}])") << field;
    QTest::newRow("a brace that does not close")
        << with(R"("remotes": [{"type": "sse", "url": "https://x/{a"}])") << QByteArray();
}

void TestServerCard::tellsWhatIsWrong()
{
    QFETCH(const QByteArray, text);
    const ServerCard card = read(text);
    QTEST(idsOf(card), "expected");
    QVERIFY(!card.streamableHttp());
}

QTEST_GUILESS_MAIN(TestServerCard)
#include "tst_servercard.moc"
