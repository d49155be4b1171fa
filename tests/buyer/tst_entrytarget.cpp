// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/entrytarget.h"
#include "protocol/json/document.h"

#include <QTest>

class TestEntryTarget final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheWay_data();
    void findsTheWay();
};

void TestEntryTarget::findsTheWay_data()
{
    QTest::addColumn<QByteArray>("members"); ///< of the entry
    QTest::addColumn<QString>("target"); ///< "✕" and what is wrong
    QTest::addColumn<QString>("negotiation");
    const auto row
        = [](const char* name, const char* members, const char* target, const char* negotiation = "") {
              QTest::newRow(name) << QByteArray(members) << QString::fromUtf8(target)
                                  << QString::fromUtf8(negotiation);
          };
    row("server card", R"("type":"application/mcp-server-card+json","url":"https://a.example/card")",
        "https://a.example/card");
    row("agent card", R"("type":"application/a2a-agent-card+json","url":"https://a.example/card")",
        "a2a:https://a.example/card");
    row("inline server card",
        R"("type":"application/mcp-server-card+json","data":{"$schema":"https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json","name":"a/b","version":"1","description":"d","remotes":[{"type":"streamable-http","url":"https://a.example/mcp"}]})",
        "https://a.example/mcp");
    row("inline nonsense", R"("type":"application/mcp-server-card+json","data":{"a":1})",
        "✕the data in it is no server card");
    row("program", R"("type":"application/mcp-server-card+json","url":"file:///bin/sh")",
        "✕its URL is not of http or https: file:///bin/sh");
    row("script", R"("type":"application/mcp-server-card+json","url":"javascript:alert")",
        "✕its URL is not of http or https: javascript:alert");
    row("no address", R"("type":"application/a2a-agent-card+json")", "✕it names no address");
    row("catalog", R"("type":"application/ai-catalog+json","url":"https://a.example/c")",
        "✕it is no card of a server or agent, but: application/ai-catalog+json");
    row("quotes elsewhere",
        R"("type":"application/mcp-server-card+json","url":"https://a.example/card","acmp:negotiation_endpoint":"https://q.example/n")",
        "https://a.example/card", "https://q.example/n");
    row("quotes elsewhere by A2A",
        R"("type":"application/a2a-agent-card+json","url":"https://a.example/card","acmp:negotiation_endpoint":"https://q.example/n")",
        "a2a:https://a.example/card", "a2a+jsonrpc:https://q.example/n");
}

void TestEntryTarget::findsTheWay()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, target);
    QFETCH(QString, negotiation);
    const auto document = json::Document::parse(
        R"({"@context":{"acmp":"https://a2agora.org/acmp/v0.1#"},"identifier":"urn:air:a.example:x","displayName":"x",)"
        + members + '}');
    QVERIFY(document);
    const discovery::Entry entry = discovery::readEntry(document->root(), discovery::Container::Ard);
    const auto shown = [](const std::expected<std::string, std::string>& found) {
        return QString::fromStdString(found ? *found : "✕" + found.error());
    };
    QCOMPARE(shown(buyer::targetOf(entry)), target);
    QCOMPARE(shown(buyer::negotiationTargetOf(entry)), negotiation);
}

QTEST_GUILESS_MAIN(TestEntryTarget)
#include "tst_entrytarget.moc"
