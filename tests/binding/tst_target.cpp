// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/target.h"

#include <QTest>

using binding::HttpTarget;
using binding::StdioTarget;
using binding::WebSocketTarget;

class TestTarget final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesUrls_data();
    void takesUrls();
    void takesAgents_data();
    void takesAgents();
    void takesCommands_data();
    void takesCommands();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void keepsAPasswordToItself();
};

void TestTarget::takesUrls_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<bool>("isWebSocket");
    const auto row = [](const char* name, const char* text, const char* written, bool isWebSocket = false) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(written) << isWebSocket;
    };
    row("http", "http://127.0.0.1:8402/mcp", "http://127.0.0.1:8402/mcp");
    row("pasted, with blanks around", " \thttps://a.example/mcp?x=1\r\n", "https://a.example/mcp?x=1");
    row("upper case", "HTTP://A.Example", "http://a.example");
    row("IPv6", "http://[::1]:1/", "http://[::1]:1/");
    row("WebSocket", "ws://127.0.0.1:8403/ws", "ws://127.0.0.1:8403/ws", true);
    row("secure WebSocket", "wss://a.example/", "wss://a.example/", true);
    row("escapes in the path", "http://a/b%20c%2Fd%23e", "http://a/b%20c%2Fd%23e");
    row("other letters",
        "https://b\xc3\xbc"
        "cher.example/",
        "https://xn--bcher-kva.example/");
}

void TestTarget::takesUrls()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, written);
    QFETCH(const bool, isWebSocket);
    const auto target = binding::parseTarget(text.toStdString());
    QVERIFY2(target, target ? "" : target.error().toString().c_str());
    QCOMPARE(std::holds_alternative<WebSocketTarget>(*target), isWebSocket);
    QCOMPARE(std::holds_alternative<HttpTarget>(*target), !isWebSocket);
    QCOMPARE(QByteArray::fromStdString(binding::toString(*target)), written);
    QVERIFY(binding::parseTarget(binding::toString(*target)) == *target);
}

void TestTarget::takesAgents_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("preference");
    using enum a2a::Preference;
    QTest::newRow("by the card") << QByteArray("a2a:https://a.example") << static_cast<int>(CardsOrder);
    QTest::newRow("a card") << QByteArray("a2a:http://[::1]:1/x/card.json") << static_cast<int>(CardsOrder);
    QTest::newRow("JSON-RPC") << QByteArray("a2a+jsonrpc:http://a.example") << static_cast<int>(JsonRpc);
    QTest::newRow("HTTP+JSON") << QByteArray("a2a+rest:http://a.example") << static_cast<int>(Rest);
}

void TestTarget::takesAgents()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, preference);
    const auto target = binding::parseTarget(text.toStdString());
    QVERIFY2(target, target ? "" : target.error().toString().c_str());
    const auto* const agent = std::get_if<binding::A2aTarget>(&*target);
    QVERIFY(agent);
    QCOMPARE(static_cast<int>(agent->preference), preference);
    QCOMPARE(binding::urlOf(*target), &agent->url);
    QCOMPARE(QByteArray::fromStdString(binding::toString(*target)), text);
    QVERIFY(binding::parseTarget(binding::toString(*target)) == *target);
}

using Words = std::vector<std::string>;
Q_DECLARE_METATYPE(Words)

void TestTarget::takesCommands_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Words>("words");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* name, const char* text, Words words, const char* written) {
        QTest::newRow(name) << QByteArray(text) << std::move(words) << QByteArray(written);
    };
    row("one word", "stdio:agent", { "agent" }, "stdio:agent");
    row("arguments", "stdio: node  server.js -x ", { "node", "server.js", "-x" }, "stdio:node server.js -x");
    row("single quotes", "stdio:'my agent' 'a\"b'", { "my agent", "a\"b" }, "stdio:'my agent' 'a\"b'");
    row("double quotes", "stdio:\"my agent\" \"a\\\"b\" \"c\\d\"", { "my agent", "a\"b", "c\\d" },
        "stdio:'my agent' 'a\"b' 'c\\d'");
    row("a quote in a word", "stdio:it\\'s 'it'\\''s'", { "it's", "it's" }, "stdio:'it'\\''s' 'it'\\''s'");
    row("an empty argument", "stdio:agent '' x", { "agent", "", "x" }, "stdio:agent '' x");
    row("nothing is expanded", "stdio:agent $HOME *.js ~ | cat",
        { "agent", "$HOME", "*.js", "~", "|", "cat" }, "stdio:agent '$HOME' '*.js' '~' '|' cat");
    row("a URL as an argument", "stdio:agent http://me:pw@a/#x", { "agent", "http://me:pw@a/#x" },
        "stdio:agent 'http://me:pw@a/#x'");
}

void TestTarget::takesCommands()
{
    QFETCH(const QByteArray, text);
    QFETCH(const Words, words);
    QFETCH(const QByteArray, written);
    const auto target = binding::parseTarget(text.toStdString());
    QVERIFY2(target, target ? "" : target.error().toString().c_str());
    const auto* const program = std::get_if<StdioTarget>(&*target);
    QVERIFY(program);
    QVERIFY(program->words == words);
    QCOMPARE(QByteArray::fromStdString(binding::toString(*target)), written);
    QVERIFY(binding::parseTarget(binding::toString(*target)) == *target);
}

void TestTarget::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, QByteArray text, const char* words) {
        QTest::newRow(name) << std::move(text) << QByteArray(words);
    };
    row("nothing", "", "http(s)://HOST");
    row("a word", "hello", "http(s)://HOST");
    row("no scheme", "localhost:8080/mcp", "stdio:COMMAND");
    row("another scheme", "file:///etc/passwd", "http(s)://HOST");
    row("no host", "http:///mcp", "http://HOST");
    row("no host, WebSocket", "wss:///ws", "wss://HOST");
    row("an agent without address", "a2a:", "a2a:http(s)://HOST");
    row("an agent over a WebSocket", "a2a:ws://a/", "a2a:http(s)://HOST");
    row("an agent without host", "a2a+rest:http:///x", "a2a+rest:http://HOST");
    row("an agent and a password", "a2a:https://me:pw@a/", "use the token");
    row("a port too high", "http://a:99999/", "Invalid port");
    row("a blank within", "http://a b/", "http://HOST");
    row("a user", "https://me@a/", "use the token");
    row("user and password", "wss://me:pw@a/", "use the token");
    row("a fragment", "https://a/mcp#x", "never sent");
    row("an empty fragment", "https://a/mcp#", "never sent");
    row("no command", "stdio:", "a command");
    row("blanks for a command", "stdio:  \t", "a command");
    row("an empty program", "stdio:'' x", "a command");
    row("an open quote", "stdio:'agent x", "a closing '");
    row("an open double quote", "stdio:agent \"x", "a closing \"");
    row("a backslash at the end", "stdio:agent \\", "a character after");
    row("a NUL", QByteArray("stdio:agent\0x", 13), "without NUL");
}

void TestTarget::saysWhatIsWrong()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, words);
    const auto target = binding::parseTarget(text.toStdString());
    QVERIFY(!target);
    QCOMPARE(target.error().kind, wire::ErrorKind::Usage);
    const std::string told = target.error().toString();
    QVERIFY2(told.find(words.toStdString()) != std::string::npos, told.c_str());
}

void TestTarget::keepsAPasswordToItself()
{
    const auto target = binding::parseTarget("https://me:hunter2@a/");
    QVERIFY(!target);
    QVERIFY(target.error().toString().find("hunter2") == std::string::npos);
}

QTEST_GUILESS_MAIN(TestTarget)
#include "tst_target.moc"
