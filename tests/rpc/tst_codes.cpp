// SPDX-License-Identifier: Apache-2.0
#include "protocol/rpc/codes.h"

#include <QTest>

using rpc::Binding;

class TestCodes final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesACodeByItsBinding_data();
    void namesACodeByItsBinding();
    void namesAcmpCodesAlikeEverywhere_data();
    void namesAcmpCodesAlikeEverywhere();
    void givesTheSectionOfNamelessCodes_data();
    void givesTheSectionOfNamelessCodes();
};

static QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

void TestCodes::namesACodeByItsBinding_data()
{
    QTest::addColumn<int>("binding");
    QTest::addColumn<qint64>("code");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* label, Binding binding, qint64 code, const char* name) {
        QTest::newRow(label) << static_cast<int>(binding) << code << QString::fromLatin1(name);
    };
    // One number, four meanings (decision D30).
    row("-32002 mcp", Binding::Mcp, -32002, "ResourceNotFound");
    row("-32002 a2a", Binding::A2a, -32002, "TaskNotCancelable");
    row("-32002 acp", Binding::Acp, -32002, "ResourceNotFound");
    row("-32001 a2a", Binding::A2a, -32001, "TaskNotFound");
    row("-32001 acp", Binding::Acp, -32001, "");
    row("-32000 acp", Binding::Acp, -32000, "AuthRequired");
    row("-32000 a2a", Binding::A2a, -32000, "");
    row("-32009 a2a", Binding::A2a, -32009, "VersionNotSupported");
    row("-32009 mcp", Binding::Mcp, -32009, "");
    row("-32800 acp", Binding::Acp, -32800, "RequestCancelled");
    row("-32020 mcp", Binding::Mcp, rpc::code::kHeaderMismatch, "HeaderMismatch");
    row("-32021 mcp", Binding::Mcp, rpc::code::kMissingClientCapability, "MissingRequiredClientCapability");
    row("-32022 mcp", Binding::Mcp, rpc::code::kUnsupportedProtocolVersion, "UnsupportedProtocolVersion");
    row("-32022 ws", Binding::WebSocket, -32022, "UnsupportedProtocolVersion");
    row("-32022 a2a", Binding::A2a, -32022, "");
    row("0", Binding::Mcp, 0, "");
    row("lowest", Binding::Mcp, std::numeric_limits<qint64>::min(), "");
}

void TestCodes::namesACodeByItsBinding()
{
    QFETCH(const int, binding);
    QFETCH(const qint64, code);
    QFETCH(const QString, name);
    const rpc::CodeName described = rpc::describeCode(static_cast<Binding>(binding), code);
    QCOMPARE(text(described.name), name);
    QCOMPARE(described.name.empty() || !described.section.empty(), true);
}

void TestCodes::namesAcmpCodesAlikeEverywhere_data()
{
    QTest::addColumn<qint64>("code");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("section");
    const auto row = [](qint64 code, const char* name, const char* section) {
        QTest::addRow("%lld", code) << code << QString::fromLatin1(name) << QString::fromUtf8(section);
    };
    row(-32700, "ParseError", "JSON-RPC 2.0 §5.1");
    row(-32600, "InvalidRequest", "JSON-RPC 2.0 §5.1");
    row(-32601, "MethodNotFound", "JSON-RPC 2.0 §5.1");
    row(-32602, "InvalidParams", "JSON-RPC 2.0 §5.1");
    row(-32603, "InternalError", "JSON-RPC 2.0 §5.1");
    row(-33001, "budget_exceeded", "Layer 1 §3.3");
    row(-33002, "capability_not_found", "Layer 1 §3.3");
    row(-33003, "timeout", "Layer 1 §3.3");
    row(-33004, "cancelled", "Layer 1 §3.3");
    row(-33005, "escrow_invalid", "Layer 1 §3.3");
    row(-33006, "proof_unsupported", "Layer 1 §3.3");
    row(-33007, "feature_unsupported", "Layer 1 §3.3");
    row(-33099, "internal", "Layer 1 §3.3");
    row(-34001, "offer_not_found", "Layer 6 §6");
    row(-34002, "offer_expired", "Layer 6 §6");
    row(-34003, "already_accepted", "Layer 6 §6");
    row(-35001, "escrow_not_found", "Layer 4");
    row(-35006, "amount_exceeds_remaining", "Layer 4");
    row(-35099, "internal", "Layer 4");
    row(-36001, "identity_proof_failed", "Layer 7");
    row(-36004, "credential_invalid", "Layer 7");
}

void TestCodes::namesAcmpCodesAlikeEverywhere()
{
    QFETCH(const qint64, code);
    QFETCH(const QString, name);
    QFETCH(const QString, section);
    for (const Binding binding : { Binding::Mcp, Binding::A2a, Binding::WebSocket, Binding::Acp }) {
        const rpc::CodeName described = rpc::describeCode(binding, code);
        QCOMPARE(text(described.name), name);
        QCOMPARE(text(described.section), section);
    }
}

void TestCodes::givesTheSectionOfNamelessCodes_data()
{
    QTest::addColumn<qint64>("code");
    QTest::addColumn<QString>("section");
    QTest::newRow("Layer 1") << qint64 { -33050 } << QStringLiteral("Layer 1 §3.3");
    QTest::newRow("Layer 6") << qint64 { -34999 } << QStringLiteral("Layer 6 §6");
    QTest::newRow("Layer 4") << qint64 { -35500 } << QStringLiteral("Layer 4");
    QTest::newRow("Layer 7") << qint64 { -36000 } << QStringLiteral("Layer 7");
    QTest::newRow("reserved for MCP") << qint64 { -32099 } << QStringLiteral("MCP basic §Error Codes");
    QTest::newRow("JSON-RPC's own") << qint64 { -32768 } << QStringLiteral("JSON-RPC 2.0 §5.1");
    QTest::newRow("beyond ACMP") << qint64 { -37000 } << QString();
    QTest::newRow("an application's") << qint64 { 42 } << QString();
}

void TestCodes::givesTheSectionOfNamelessCodes()
{
    QFETCH(const qint64, code);
    QFETCH(const QString, section);
    const rpc::CodeName described = rpc::describeCode(Binding::Mcp, code);
    QVERIFY(described.name.empty());
    QCOMPARE(text(described.section), section);
}

QTEST_GUILESS_MAIN(TestCodes)
#include "tst_codes.moc"
