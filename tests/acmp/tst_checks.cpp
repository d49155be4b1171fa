// SPDX-License-Identifier: Apache-2.0
// The checks of one message by itself: each rule has a row that breaks it, and each message one that breaks
// none.
#include "checktable.h"

#include <QTest>

class TestChecks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksAnInvoke_data();
    void checksAnInvoke();
    void checksAResult_data();
    void checksAResult();
    void checksAnError_data();
    void checksAnError();
    void checksChunks_data();
    void checksChunks();
    void checksAHeartbeat_data();
    void checksAHeartbeat();
    void shortensWhatIsHuge();
};

static void addColumns()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
}

static void row(const char* label, const char* text, const char* findings = "")
{
    QTest::newRow(label) << QByteArray(text) << QString::fromUtf8(findings);
}

void TestChecks::checksAnInvoke_data()
{
    addColumns();
    row("right",
        R"({"task_id":"t","capability":"c","input":{"type":"text","data":"x"},"max_price_cu":0,)"
        R"("input_tokens_est":0,"timeout_ms":1,"preferred_tier":"S"})");
    row("input comes later", R"({"task_id":"t","capability":"c","input_stream":true})");
    row("no input", R"({"task_id":"t","capability":"c"})",
        "L1-3.1-input /input | an object {type, data}, or input_stream: true | nothing");
    row("no names", R"({"task_id":"","capability":"","input_stream":true})",
        "L1-3.1-task-id /task_id | a name | \"\"\nL1-3.1-capability /capability | a name | \"\"");
    row("negative price", R"({"task_id":"t","capability":"c","input_stream":true,"max_price_cu":-0.10})",
        "L1-3.1-negative-price /max_price_cu | max_price_cu ≥ 0 | -0.10");
    row("out of range",
        R"({"task_id":"t","capability":"c","input_stream":true,"timeout_ms":0,"input_tokens_est":-1})",
        "L1-3.1-range /input_tokens_est | input_tokens_est ≥ 0 | -1\nL1-3.1-range /timeout_ms | timeout_ms ≥ "
        "1 | 0");
    row("unknown tier", R"({"task_id":"t","capability":"c","input_stream":true,"preferred_tier":"C"})",
        "L1-3.1-tier /preferred_tier | S, A or B | C");
    row("input of no type", R"({"task_id":"t","capability":"c","input":{"type":"","data":1}})",
        "L1-3-content-type /input/type | a type like text, json or image/png | \"\"");
}

void TestChecks::checksAnInvoke()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(decoded<acmp::Invoke>(text))), "findings");
}

void TestChecks::checksAResult_data()
{
    addColumns();
    const char* const hash
        = R"({"task_id":"t","output":{"type":"json","data":{}},"tokens_used":0,"cost_cu":0,)"
          R"("proof":{"method":"result-hash","hash":"sha256:)"
          R"(e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}})";
    row("right", hash);
    row("streamed", R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1})");
    row("no output", R"({"task_id":"t","tokens_used":1,"cost_cu":1})",
        "L1-3.2-no-output /output | an object {type, data}, or output_streamed: true | nothing");
    row("twice",
        R"({"task_id":"t","output":{"type":"text","data":"x"},"output_streamed":true,)"
        R"("tokens_used":1,"cost_cu":1})",
        "L1-3.2-output-and-streamed /output | nothing | \"x\"");
    row("negative", R"({"task_id":"t","output_streamed":true,"tokens_used":-1,"cost_cu":-1e-3})",
        "L1-3.2-tokens-negative /tokens_used | tokens_used ≥ 0 | -1\n"
        "L1-3.2-negative-cost /cost_cu | cost_cu ≥ 0 | -1e-3");
    row("unknown proof",
        R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)"
        R"("proof":{"method":"oath"}})",
        "L3-proof-unknown /proof/method | result-hash, tee-attestation or embedded-challenge | oath");
    row("known proof",
        R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)"
        R"("proof":{"method":"tee-attestation"}})");
    row("no hash",
        R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)"
        R"("proof":{"method":"result-hash"}})",
        "L3-result-hash-form /proof/hash | sha256:<64 lower-case hex digits> | nothing");
    row("short hash",
        R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)"
        R"("proof":{"method":"result-hash","hash":"sha256:ABC"}})",
        "L3-result-hash-form /proof/hash | sha256:<64 lower-case hex digits> | sha256:ABC");
    row("provider",
        R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)"
        R"("provider_id":"agent:openclaw-3:us-east"})");
    for (const char* const id : { "openclaw", "agent:", "agent::x", "agent:a", "agent:a:", "agent:a:b:c" }) {
        QTest::newRow(id) << QByteArray(
                                 R"({"task_id":"t","output_streamed":true,"tokens_used":1,"cost_cu":1,)")
                + R"("provider_id":")" + id + "\"}"
                          << QStringLiteral("L1-4-provider-id /provider_id | agent:<name>:<region> | ")
                + QString::fromLatin1(id);
    }
}

void TestChecks::checksAResult()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(decoded<acmp::TaskResult>(text))), "findings");
}

void TestChecks::checksAnError_data()
{
    addColumns();
    for (const char* const code : { "-33001", "-33099", "-32601", "-34002", "-35001", "-36004" }) {
        QTest::newRow(code) << QByteArray(R"({"message":"m","code":)") + code + "}" << QString();
    }
    row("too high", R"({"code":-31999,"message":"m"})",
        "L1-3.3-code-range /code | -32xxx to -36xxx | -31999");
    row("too low", R"({"code":-37000,"message":"m"})", "L1-3.3-code-range /code | -32xxx to -36xxx | -37000");
    row("positive", R"({"code":500,"message":"m"})", "L1-3.3-code-range /code | -32xxx to -36xxx | 500");
    row("unnamed", R"({"code":-33008,"message":"m"})",
        "L1-3.3-code-unknown /code | -33001 to -33007, or -33099 | -33008");
}

void TestChecks::checksAnError()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(decoded<acmp::TaskError>(text))), "findings");
}

void TestChecks::checksChunks_data()
{
    QTest::addColumn<QByteArray>("seq");
    QTest::addColumn<QByteArray>("chunk");
    QTest::addColumn<QString>("findings");
    const auto chunk = [](const char* label, const char* content, const char* findings = "") {
        QTest::newRow(label) << QByteArray("0") << QByteArray(content) << QString::fromUtf8(findings);
    };
    chunk("text", R"({"type":"text","data":"x"})");
    chunk("text/plain", R"({"type":"text/plain","data":"x"})");
    chunk("text is no string", R"({"type":"text","data":{"a":1}})",
        "L1-3-data-text /chunk/data | a string | {\"a\":1}");
    chunk("json", R"({"type":"json","data":null})");
    chunk("application/json", R"({"type":"application/json","data":{}})");
    chunk("a +json type", R"({"type":"application/ld+json","data":{}})");
    chunk("a word", R"({"type":"tensor","data":[1]})");
    chunk("base64", R"({"type":"image/png","data":"iVBORw0KGgo="})");
    chunk("base64, slash escaped", R"({"type":"image/png","data":"ab\/+"})");
    chunk("base64 of nothing", R"({"type":"image/png","data":""})");
    chunk("cut base64", R"({"type":"image/png","data":"iVBORw0KGgo"})",
        "L1-3-data-base64 /chunk/data | base64 | \"iVBORw0KGgo\"");
    chunk("base64url", R"({"type":"image/png","data":"ab-_"})",
        "L1-3-data-base64 /chunk/data | base64 | \"ab-_\"");
    chunk("padding inside", R"({"type":"image/png","data":"ab==cdef"})",
        "L1-3-data-base64 /chunk/data | base64 | \"ab==cdef\"");
    chunk("no string", R"({"type":"image/png","data":[1]})", "L1-3-data-base64 /chunk/data | base64 | [1]");
    chunk("data URL", R"({"type":"image/png","data":"data:image/png;base64,AAAA"})",
        "L1-3-data-url /chunk/data | base64 | \"data:image/png;base64,AAAA\"");
    QTest::newRow("negative") << QByteArray("-1") << QByteArray(R"({"type":"text","data":"x"})")
                              << QStringLiteral("%1 /seq | seq ≥ 0 | -1");
}

void TestChecks::checksChunks()
{
    QFETCH(const QByteArray, seq);
    QFETCH(const QByteArray, chunk);
    QFETCH(const QString, findings);
    const QByteArray text = R"({"task_id":"t","seq":)" + seq + R"(,"chunk":)" + chunk + "}";
    QCOMPARE(describe(acmp::check(decoded<acmp::StreamChunk>(text))),
        QString(findings).replace(QLatin1String("%1"), QLatin1String("L1-3.5-seq-negative")));
    QCOMPARE(describe(acmp::check(decoded<acmp::InputChunk>(text))),
        QString(findings).replace(QLatin1String("%1"), QLatin1String("L1-3.4-seq")));
}

void TestChecks::checksAHeartbeat_data()
{
    addColumns();
    row("no progress", R"({"task_id":"t"})");
    for (const char* const progress : { "0", "0.0", "0.45", "1", "1.000", "10e-1", "-0" })
        QTest::newRow(progress) << QByteArray(R"({"task_id":"t","progress":)") + progress + "}" << QString();
    for (const char* const progress : { "7.0", "1.0000000000000000000001", "-0.1", "45", "1e400" }) {
        QTest::newRow(progress) << QByteArray(R"({"task_id":"t","progress":)") + progress + "}"
                                << QStringLiteral("L1-3.6-progress-range /progress | 0.0 ≤ progress ≤ 1.0 | ")
                + QString::fromLatin1(progress);
    }
}

void TestChecks::checksAHeartbeat()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(decoded<acmp::Heartbeat>(text))), "findings");
}

void TestChecks::shortensWhatIsHuge()
{
    const QByteArray text = R"({"task_id":"t","seq":0,"chunk":{"type":"image/png","data":")"
        + QByteArray(1 << 20, '!') + "\"}}";
    const acmp::Findings findings = acmp::check(decoded<acmp::StreamChunk>(text));
    QCOMPARE(findings.size(), std::size_t { 1 });
    QVERIFY(findings.front().found.size() < 200);
}

QTEST_GUILESS_MAIN(TestChecks)
#include "tst_checks.moc"
