// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/workspace.h"

#include <QTest>

using workspace::Endpoint;
using workspace::Workspace;

class TestWorkspace final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatADiffCanShow();
    void readsWhatItWrote();
    void keepsWhatANewerVersionAdded();
    void saysWhatIsWrongAndWhere_data();
    void saysWhatIsWrongAndWhere();
    void refusesAFileOfAnotherKindBySize();
};

static Workspace full()
{
    Workspace workspace;
    workspace.endpoints = {
        { QStringLiteral("ep_2"), QStringLiteral("Prüfstand \"A\"\n"),
            QStringLiteral("https://a.example/mcp"), QStringLiteral("token_2"),
            QStringLiteral("asks for a token"),
            { { QStringLiteral("/ca.pem"), QStringLiteral("/me.pem"), QStringLiteral("/me.key"),
                  QStringLiteral("passphrase_1"), QStringLiteral("ab:cd"), {} },
                QStringLiteral("http://proxy:3128"), {}, {} },
            {} },
        { QStringLiteral("ep_3"), QStringLiteral("program"), QStringLiteral("stdio:agent -x"), {}, {},
            { {}, {}, QStringLiteral("/srv"),
                { { QStringLiteral("LANG"), QStringLiteral("C"), {} }, { QStringLiteral("EMPTY"), {}, {} } },
                QStringLiteral("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), 2500,
                { { QStringLiteral("X-Tenant"), QStringLiteral("blue") },
                    { QStringLiteral("X-API-Key"), {}, QStringLiteral("header_1"), { "\"new\": 1" } } } },
            {} },
        { QStringLiteral("ep_1"), {}, QStringLiteral("no url"), {}, {}, {} },
    };
    workspace.scenarios = { QStringLiteral("shop.json") };
    workspace.budget = { json::Decimal::parse("10.50"), {}, json::Decimal::parse("1e0"), {} };
    return workspace;
}

void TestWorkspace::writesWhatADiffCanShow()
{
    QCOMPARE(full().toJson(), QByteArray(R"({
  "format": 1,
  "endpoints": [
    {
      "id": "ep_2",
      "name": "Prüfstand \"A\"\n",
      "url": "https://a.example/mcp",
      "token_ref": "token_2",
      "tls": {
        "ca_file": "/ca.pem",
        "certificate_file": "/me.pem",
        "key_file": "/me.key",
        "passphrase_ref": "passphrase_1",
        "pin": "ab:cd"
      },
      "proxy": "http://proxy:3128",
      "notes": "asks for a token"
    },
    {
      "id": "ep_3",
      "name": "program",
      "url": "stdio:agent -x",
      "directory": "/srv",
      "environment": [
        {
          "name": "LANG",
          "value": "C"
        },
        {
          "name": "EMPTY",
          "value": ""
        }
      ],
      "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "connect_timeout_ms": 2500,
      "headers": [
        {
          "name": "X-Tenant",
          "value": "blue"
        },
        {
          "name": "X-API-Key",
          "value_ref": "header_1",
          "new": 1
        }
      ]
    },
    {
      "id": "ep_1",
      "name": "",
      "url": "no url"
    }
  ],
  "scenarios": [
    "shop.json"
  ],
  "budget": {
    "all_cu": 10.50,
    "per_day_cu": 1e0
  }
}
)"));
    QCOMPARE(Workspace().toJson(), QByteArray("{\n  \"format\": 1,\n  \"endpoints\": []\n}\n"));
}

void TestWorkspace::readsWhatItWrote()
{
    QVERIFY(Workspace::parse(full().toJson()) == full());
    QVERIFY(Workspace::parse(Workspace().toJson()) == Workspace());
}

void TestWorkspace::keepsWhatANewerVersionAdded()
{
    // Numbers that a DOM would round, a name with an escape, a name twice, layout of its own.
    const QByteArray json = R"({
  "format": 1,
  "endpoints": [
    {
      "id": "ep_1",
      "name": "a",
      "url": "http://a/",
      "tls": {
        "pin": "ab",
        "limit":   1.10
      },
      "environment": [
        {
          "name": "A",
          "value": "1",
          "secret": true
        }
      ],
      "shape": {
        "size":   "ab",
        "limit": 1.10
      },
      "n\u0061p": 18446744073709551616,
      "again": 1e400,
      "again": [ ]
    }
  ],
  "environments": [
    { "name": "x" }
  ],
  "view" : null
}
)";
    const auto workspace = Workspace::parse(json);
    QVERIFY(workspace);
    QCOMPARE(workspace->endpoints.front().unknown.size(), 4U);
    QCOMPARE(workspace->toJson(), json);
}

void TestWorkspace::saysWhatIsWrongAndWhere_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<QByteArray>("where");

    const auto row
        = [](const char* name, QByteArray json, const char* expected, const char* found, const char* where) {
              QTest::newRow(name) << json << QByteArray(expected) << QByteArray(found) << QByteArray(where);
          };
    row("empty", "", "a value", "end of text", "byte 0");
    row("cut off", "{\"format\": 1,", "a member name", "end of text", "byte 13");
    row("no object", "[]", "an object", "[]", "byte 0");
    row("no format", "{}", "a member \"format\"", "none", "byte 0");
    row("newer format", R"({"endpoints": {}, "format": 2})", "1", "2", "/format, byte 28");
    row("format of no number", R"({"format": "1"})", "1", "\"1\"", "/format, byte 11");
    row("endpoints of another kind", R"({"format": 1, "endpoints": {}})", "an array of endpoints", "{}",
        "/endpoints, byte 27");
    row("endpoint of another kind", R"({"format": 1, "endpoints": [7]})", "an object", "7",
        "/endpoints/0, byte 28");
    row("endpoint without an id", R"({"format": 1, "endpoints": [{"url": "x"}]})", "a member \"id\"", "none",
        "/endpoints/0, byte 28");
    row("empty id", R"({"format": 1, "endpoints": [{"id": "", "url": "x"}]})", "a string that is not empty",
        "\"\"", "/endpoints/0/id, byte 35");
    row("the same id twice",
        R"({"format": 1, "endpoints": [{"id": "a", "url": "x"}, {"id": "a", "url": "y"}]})",
        "an id that no other endpoint has", "\"a\"", "/endpoints/1/id, byte 60");
    row("url of another kind", R"({"format": 1, "endpoints": [{"id": "a", "url": null}]})", "a string",
        "null", "/endpoints/0/url, byte 47");
    row("a name twice", R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "url": "y"}]})",
        "\"url\" once", "it twice", "/endpoints/0/url, byte 59");
    row("tls of another kind", R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "tls": true}]})",
        "an object", "true", "/endpoints/0/tls, byte 59");
    row("a pin of another kind",
        R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "tls": {"pin": 1}}]})", "a string", "1",
        "/endpoints/0/tls/pin, byte 67");
    row("no time to connect",
        R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "connect_timeout_ms": 0}]})",
        "an integer from 1 to 3600000", "0", "/endpoints/0/connect_timeout_ms, byte 74");
    row("environment of another kind",
        R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "environment": {}}]})",
        "an array of variables", "{}", "/endpoints/0/environment, byte 67");
    row("headers of another kind", R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "headers": {}}]})",
        "an array of headers", "{}", "/endpoints/0/headers, byte 63");
    row("a variable without a name",
        R"({"format": 1, "endpoints": [{"id": "a", "url": "x", "environment": [{"value": ""}]}]})",
        "a member \"name\"", "none", "/endpoints/0/environment/0, byte 68");
    row("half a character", R"({"format": 1, "endpoints": [{"id": "a", "url": "\ud800"}]})",
        "a string of whole characters", "\"\\ud800\"", "/endpoints/0/url, byte 47");
    row("scenario of another kind", R"({"format": 1, "scenarios": ["a.json", 1]})", "a string", "1",
        "/scenarios/1, byte 38");
    row("budget below 0", R"({"format": 1, "budget": {"all_cu": -1}})", "an amount of at least 0", "-1",
        "/budget/all_cu, byte 35");
    row("budget as text", R"({"format": 1, "budget": {"all_cu": "1"}})", "an amount of at least 0", "\"1\"",
        "/budget/all_cu, byte 35");
    // 100 000 levels (trap 23).
    row("bomb", QByteArray(100'000, '['), "at most 256 levels", "'['", "byte 256");
}

void TestWorkspace::saysWhatIsWrongAndWhere()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QByteArray, expected);
    QFETCH(const QByteArray, found);
    QFETCH(const QByteArray, where);
    const auto parsed = Workspace::parse(json);
    QVERIFY(!parsed);
    QVERIFY(!parsed.error().message.empty());
    QCOMPARE(QByteArray::fromStdString(parsed.error().expected), expected);
    QCOMPARE(QByteArray::fromStdString(parsed.error().found), found);
    QCOMPARE(QByteArray::fromStdString(parsed.error().where), where);
}

void TestWorkspace::refusesAFileOfAnotherKindBySize()
{
    const auto parsed = Workspace::parse(QByteArray(Workspace::kMaxBytes + 1, ' '));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, wire::ErrorKind::TooLarge);
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
