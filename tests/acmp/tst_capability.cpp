// SPDX-License-Identifier: Apache-2.0
#include "checktable.h"

#include "protocol/acmp/capability.h"

#include <QTest>

using acmp::VersionMatch;

class TestCapability final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesVersions_data();
    void matchesVersions();
    void takesAnAbsentListForUnknown();
    void knowsTheHeartbeatInterval_data();
    void knowsTheHeartbeatInterval();
    void checksADeclaration_data();
    void checksADeclaration();
};

void TestCapability::matchesVersions_data()
{
    QTest::addColumn<std::string>("version");
    QTest::addColumn<int>("match");
    const auto row = [](const char* version, VersionMatch match) {
        QTest::newRow(version) << std::string(version) << static_cast<int>(match);
    };
    for (const char* const version : { "0.1.0", "0.1.9", "0.1.0-rc.1", "0.1.0+build", "0.1.4294967295" })
        row(version, VersionMatch::Compatible);
    for (const char* const version : { "0.2.0", "1.0.0", "1.1.0", "0.0.1", "10.1.0" })
        row(version, VersionMatch::Other);
    for (const char* const version : { "", "0", "0.1", "0.1.", "0.1.0.0", "v0.1.0", "0.1.x", "0.01.0",
             "-0.1.0", " 0.1.0", "0.1.0 ", "0.1.0-", "0.1.4294967296", "0,1,0", "0.1.0x" })
        row(version, VersionMatch::Unreadable);
}

void TestCapability::matchesVersions()
{
    QFETCH(const std::string, version);
    QTEST(static_cast<int>(acmp::matchVersion(version)), "match");
}

void TestCapability::takesAnAbsentListForUnknown()
{
    const auto without = decoded<acmp::Capability>(R"({"version":"0.1.0"})");
    QVERIFY(without.doesAccept("acmp/cancel"));
    QVERIFY(without.doesEmit("acmp/heartbeat"));
    QVERIFY(!without.outputStreaming());
    QVERIFY(!without.inputStreaming());
    const auto with = decoded<acmp::Capability>(
        R"({"version":"0.1.0","accepts":["acmp/invoke"],"emits":[],"features":{"input_streaming":true}})");
    QVERIFY(with.doesAccept("acmp/invoke"));
    QVERIFY(!with.doesAccept("acmp/cancel"));
    QVERIFY(!with.doesEmit("acmp/heartbeat"));
    QVERIFY(with.inputStreaming());
    QVERIFY(!with.outputStreaming());
}

void TestCapability::knowsTheHeartbeatInterval_data()
{
    QTest::addColumn<QByteArray>("features");
    QTest::addColumn<qint64>("ms");
    QTest::newRow("none") << QByteArray("{}") << qint64 { -1 };
    QTest::newRow("5 s") << QByteArray(R"({"heartbeat_interval_ms":5000})") << qint64 { 5000 };
    QTest::newRow("zero") << QByteArray(R"({"heartbeat_interval_ms":0})") << qint64 { -1 };
    QTest::newRow("negative") << QByteArray(R"({"heartbeat_interval_ms":-5})") << qint64 { -1 };
    QTest::newRow("beyond every clock")
        << QByteArray(R"({"heartbeat_interval_ms":9223372036854775807})") << qint64 { 31'622'400'000 };
}

void TestCapability::knowsTheHeartbeatInterval()
{
    QFETCH(const QByteArray, features);
    const auto capability = decoded<acmp::Capability>(R"({"version":"0.1.0","features":)" + features + "}");
    const auto interval = capability.heartbeatInterval();
    QTEST(interval ? qint64 { interval->count() } : qint64 { -1 }, "ms");
}

void TestCapability::checksADeclaration_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
    const auto row = [](const char* label, const char* text, const char* findings = "") {
        QTest::newRow(label) << QByteArray(text) << QString::fromUtf8(findings);
    };
    row("bare", R"("version":"0.1.0")");
    row("all",
        R"("version":"0.1.0","role":"provider","accepts":["acmp/invoke","acmp/cancel","acmp/inputChunk",)"
        R"("acmp/offerRequest","acmp/accept"],"emits":["acmp/streamChunk","acmp/heartbeat"],"features":)"
        R"({"output_streaming":true,"input_streaming":true,"heartbeat_interval_ms":5000},)"
        R"("provider_id":"agent:a:b","did":"did:web:x")");
    row("input chunks without the feature",
        R"("version":"0.1.0","accepts":["acmp/invoke","acmp/inputChunk","acmp/offerRequest","acmp/accept"])",
        "L1-1-accepts-mismatch /accepts | input_streaming: true | acmp/inputChunk");
    row("emits without features", R"("version":"0.1.0","emits":["acmp/streamChunk","acmp/heartbeat"])",
        "L1-1-emits-mismatch /emits | output_streaming: true | acmp/streamChunk\n"
        "L1-1-emits-mismatch /emits | heartbeat_interval_ms | acmp/heartbeat");
    row("features without emits",
        R"("version":"0.1.0","emits":[],"features":{"output_streaming":true,"heartbeat_interval_ms":1})",
        "L1-1-emits-missing /emits | acmp/streamChunk | emits without it\n"
        "L1-1-emits-missing /emits | acmp/heartbeat | emits without it");
    row("no invoke", R"("version":"0.1.0","accepts":["acmp/offerRequest","acmp/accept"])",
        "L1-1-no-invoke /accepts | acmp/invoke | accepts without it");
    row("no negotiation", R"("version":"0.1.0","accepts":["acmp/invoke","acmp/accept"])",
        "L6-accepts-absent /accepts | acmp/offerRequest | accepts without it");
    row("escrow agent", R"("version":"0.1.0","role":"escrow-agent","accepts":["acmp/escrowLock"])");
    row("buyer",
        R"("version":"0.1.0","role":"buyer","accepts":["acmp/heartbeat"],"emits":["acmp/heartbeat"])");
    row("unknown role", R"("version":"0.1.0","role":"broker")",
        "L1-1-role /role | provider, buyer or escrow-agent | broker");
    row("interval 0", R"("version":"0.1.0","features":{"heartbeat_interval_ms":0})",
        "L1-1-interval /features/heartbeat_interval_ms | heartbeat_interval_ms ≥ 1 | 0");
    row("another version", R"("version":"0.2.0")", "L1-6-version /version | 0.1.0 | 0.2.0");
    row("no version", R"("version":"one")", "L1-6-version-form /version | MAJOR.MINOR.PATCH | one");
    row("provider id", R"("version":"0.1.0","provider_id":"me")",
        "L1-4-provider-id /provider_id | agent:<name>:<region> | me");
    row("did", R"("version":"0.1.0","did":"web:x")", "L7-did-form /did | did:<method>:<id> | web:x");
}

void TestCapability::checksADeclaration()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(decoded<acmp::Capability>("{" + text + "}"))), "findings");
}

QTEST_GUILESS_MAIN(TestCapability)
#include "tst_capability.moc"
