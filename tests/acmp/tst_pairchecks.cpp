// SPDX-License-Identifier: Apache-2.0
// An answer against its request, a request against what was advertised.
#include "checktable.h"

#include <QTest>

class TestPairChecks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksAResultAgainstItsRequest_data();
    void checksAResultAgainstItsRequest();
    void checksAnErrorAgainstItsRequest_data();
    void checksAnErrorAgainstItsRequest();
    void checksWhatWasAdvertised_data();
    void checksWhatWasAdvertised();
};

static void addColumns()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
}

/// Members to add to an invoke, and to an answer.
static void row(const char* label, const char* request, const char* text, const char* findings = "")
{
    QTest::newRow(label) << QByteArray(request) << QByteArray(text) << QString::fromUtf8(findings);
}

static acmp::Invoke invokeWith(const QByteArray& members)
{
    return decoded<acmp::Invoke>(R"({"task_id":"t","capability":"c")" + members + "}");
}

void TestPairChecks::checksAResultAgainstItsRequest_data()
{
    addColumns();
    row("right", R"(,"max_price_cu":0.005,"proof_method":"result-hash")",
        R"("task_id":"t","cost_cu":0.00500,"output":{"type":"json","data":1},"proof":{"method":"result-hash"})");
    row("another task", "", R"("task_id":"T","cost_cu":1)", "L1-3.2-task-id /task_id | t | T");
    row("too dear", R"(,"max_price_cu":0.005)", R"("task_id":"t","cost_cu":0.0051)",
        "L1-3.2-cost-over-ceiling /cost_cu | cost_cu ≤ 0.005 | 0.0051");
    row("too dear by less than a double tells", R"(,"max_price_cu":0.3)",
        R"("task_id":"t","cost_cu":0.30000000000000000001)",
        "L1-3.2-cost-over-ceiling /cost_cu | cost_cu ≤ 0.3 | 0.30000000000000000001");
    row("no ceiling", "", R"("task_id":"t","cost_cu":1e300)");
    row("proof missing", R"(,"proof_method":"result-hash")", R"("task_id":"t","cost_cu":1)",
        "L1-3.2-proof-missing /proof | result-hash | nothing");
    row("another proof", R"(,"proof_method":"result-hash")",
        R"("task_id":"t","cost_cu":1,"proof":{"method":"tee-attestation"})",
        "L1-3.2-proof-method /proof/method | result-hash | tee-attestation");
    row("unasked proof", "", R"("task_id":"t","cost_cu":1,"proof":{"method":"tee-attestation"})");
    row("streamed", R"(,"stream":true)", R"("task_id":"t","cost_cu":1,"output_streamed":true)");
    row("streamed unasked", "", R"("task_id":"t","cost_cu":1,"output_streamed":true)",
        "L1-3.2-streamed-unasked /output_streamed | false, as stream is not set | true");
    row("another type", "", R"("task_id":"t","cost_cu":1,"output":{"type":"text","data":""})",
        "L1-3.2-output-type /output/type | json | text");
    row("the type", R"(,"output_type":"text")",
        R"("task_id":"t","cost_cu":1,"output":{"type":"text","data":""})");
}

void TestPairChecks::checksAResultAgainstItsRequest()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, text);
    const auto result = decoded<acmp::TaskResult>(R"({"tokens_used":1,)" + text + "}");
    QTEST(describe(acmp::check(result, invokeWith(request))), "findings");
}

void TestPairChecks::checksAnErrorAgainstItsRequest_data()
{
    addColumns();
    row("right", R"(,"max_price_cu":0.005)", R"("code":-33001,"data":{"task_id":"t","min_price_cu":0.008})");
    row("another task", "", R"("code":-33099,"data":{"task_id":"T"})",
        "L1-3.3-task-id /data/task_id | t | T");
    row("no task", "", R"("code":-33099,"data":{})", "L1-3.3-task-id-absent /data/task_id | t | nothing");
    row("no data", "", R"("code":-33099)", "L1-3.3-task-id-absent /data/task_id | t | nothing");
    row("the substrate's error", "", R"("code":-32601)");
    row("a price within the ceiling", R"(,"max_price_cu":0.008)",
        R"("code":-33001,"data":{"task_id":"t","min_price_cu":0.0080})",
        "L1-3.3-min-price /data/min_price_cu | min_price_cu > 0.008 | 0.0080");
    row("no price named", R"(,"max_price_cu":0.008)", R"("code":-33001,"data":{"task_id":"t"})");
    row("no ceiling", "", R"("code":-33001,"data":{"task_id":"t","min_price_cu":1})",
        "L1-3.3-budget-without-ceiling /code | max_price_cu in the request | -33001");
    row("no escrow", "", R"("code":-33005,"data":{"task_id":"t"})",
        "L1-3.3-escrow-not-named /code | escrow_id in the request | -33005");
    row("an escrow", R"(,"escrow_id":"e")", R"("code":-33005,"data":{"task_id":"t"})");
    row("no proof", "", R"("code":-33006,"data":{"task_id":"t"})",
        "L1-3.3-proof-not-asked /code | proof_method in the request | -33006");
    row("a proof", R"(,"proof_method":"result-hash")", R"("code":-33006,"data":{"task_id":"t"})");
}

void TestPairChecks::checksAnErrorAgainstItsRequest()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, text);
    const auto error = decoded<acmp::TaskError>(R"({"message":"",)" + text + "}");
    QTEST(describe(acmp::check(error, invokeWith(request))), "findings");
}

void TestPairChecks::checksWhatWasAdvertised_data()
{
    addColumns();
    row("nothing asked, nothing said", "", "");
    row("all advertised", R"(,"stream":true,"input_stream":true)",
        R"(,"accepts":["acmp/invoke"],"features":{"output_streaming":true,"input_streaming":true})");
    row("stream", R"(,"stream":true)", R"(,"features":{"output_streaming":false,"input_streaming":true})",
        "L1-1-not-advertised-stream /stream | output_streaming: true advertised | stream: true");
    row("stream, no features", R"(,"stream":true)", "",
        "L1-1-not-advertised-stream /stream | output_streaming: true advertised | stream: true");
    row("input stream", R"(,"input_stream":true)", R"(,"features":{"output_streaming":true})",
        "L1-1-not-advertised-input-stream /input_stream | input_streaming: true advertised | input_stream: "
        "true");
    row("no invoke", R"(,"stream":false,"input_stream":false)", R"(,"accepts":["acmp/escrowLock"])",
        "L1-1-not-advertised-invoke  | acmp/invoke in accepts | accepts without it");
}

void TestPairChecks::checksWhatWasAdvertised()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, text);
    const auto peer = decoded<acmp::Capability>(R"({"version":"0.1.0")" + text + "}");
    QTEST(describe(acmp::checkAdvertised(invokeWith(request), peer)), "findings");
}

QTEST_GUILESS_MAIN(TestPairChecks)
#include "tst_pairchecks.moc"
