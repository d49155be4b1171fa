// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/scenario.h"

#include <QTest>

using engine::Scenario;

class TestScenario final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEachMember();
    void hasDefaults();
    void tellsWhatIsWrong_data();
    void tellsWhatIsWrong();
    void tellsAllThatIsWrong();
    void readsAnythingWithoutHarm();
};

static const char* const kAll = R"({
  "format": 1, "name": "all", "provider_id": "agent:a:b", "seed": 9,
  "features": { "output_streaming": false, "input_streaming": false, "heartbeat_interval_ms": 7 },
  "capabilities": [
    { "name": "c", "price_cu": 1.50, "tier": "S", "latency_sla_ms": 1, "first_chunk_ms": 2, "chunk_interval_ms": 3,
      "chunks": 4, "duration_ms": 5, "output": { "type": "json", "data": [1] }, "tokens_used": 6,
      "proofs": ["result-hash"], "fail": { "code": -1, "message": "m", "detail": "d", "after_chunks": 2 } },
    { "name": "d", "price_cu": 0, "output": { "echo": true } },
    { "name": "e", "price_cu": 0, "chunk_interval_ms": 10, "output": { "pieces": ["a", "b", "c"] } },
    { "name": "f", "price_cu": 0, "output": { "chunk_bytes": 8 } },
    { "name": "g", "price_cu": 0, "output": { "data": {} } }
  ],
  "offers": { "valid_ms": 10, "max_valid_ms": 11, "challenge_window_ms": 12 },
  "escrow": { "rule": "list", "list": ["x"], "refusal": "budget_exceeded" },
  "unsupported_stream": "refuse", "orphan_grace_ms": 13, "result_ttl_ms": 14, "result_cache_bytes": 15,
  "unary": true, "cancel": { "honour": false, "advertise": false, "after_ms": 16 },
  "a2a": { "chunk_carrier": "artifact", "acmp_literal": true, "required": true }
})";

void TestScenario::readsEachMember()
{
    const auto parsed = Scenario::parse(kAll);
    QVERIFY2(parsed, parsed ? "" : parsed.error().front().toString().c_str());
    const Scenario& s = *parsed;
    QVERIFY(s.name == "all" && s.providerId == "agent:a:b" && s.seed == 9);
    QVERIFY(!s.features.outputStreaming && !s.features.inputStreaming);
    QVERIFY(s.features.heartbeatInterval == engine::milliseconds(7));
    const engine::CapabilityScript& c = s.capabilities.at(0);
    QVERIFY(c.priceCu.text() == "1.50" && c.tier == "S" && c.latencySlaMs == 1);
    QVERIFY(c.firstChunk.count() == 2 && c.chunkInterval.count() == 3 && c.chunks == 4);
    QVERIFY(c.durationOrDefault().count() == 5 && c.tokens == 6);
    QVERIFY(c.output.kind == engine::OutputScript::Kind::Fixed && c.output.type == "json");
    QVERIFY(c.output.data.text() == "[1]" && c.proofs == std::vector<std::string> { "result-hash" });
    QVERIFY(c.fail && c.fail->code == -1 && c.fail->message == "m" && c.fail->detail == "d"
        && c.fail->afterChunks == 2);
    QVERIFY(s.find("d")->output.kind == engine::OutputScript::Kind::Echo);
    QVERIFY(s.find("e")->output.pieces.size() == 3 && s.find("e")->durationOrDefault().count() == 20);
    QVERIFY(s.find("f")->output.chunkBytes == 8);
    QVERIFY(s.find("g")->output.type == "json");
    QVERIFY(
        s.offers.valid.count() == 10 && s.offers.maxValid.count() == 11 && s.offers.challengeWindowMs == 12);
    QVERIFY(
        s.escrow.rule == Scenario::Escrow::Rule::List && s.escrow.list == std::vector<std::string> { "x" });
    QVERIFY(s.escrow.refusal == Scenario::Escrow::Refusal::BudgetExceeded);
    QVERIFY(s.unsupportedStream == Scenario::UnsupportedStream::Refuse);
    QVERIFY(s.orphanGrace.count() == 13 && s.resultTtl.count() == 14 && s.resultCacheBytes == 15 && s.unary);
    QVERIFY(!s.cancel.honour && !s.cancel.advertise && s.cancel.after.count() == 16);
    QVERIFY(
        s.a2a.chunkCarrier == Scenario::A2a::ChunkCarrier::Artifact && s.a2a.acmpLiteral && s.a2a.required);
}

void TestScenario::hasDefaults()
{
    const auto s = Scenario::parse(R"({"format":1,"name":"n","capabilities":[{"name":"c","price_cu":1}]})");
    QVERIFY(s);
    QVERIFY(s->providerId == "agent:n:local" && s->orphanGrace.count() == 10'000
        && s->resultTtl.count() == 600'000);
    QVERIFY(s->resultCacheBytes == 67'108'864 && !s->unary && s->cancel.honour && s->cancel.advertise);
    QVERIFY(s->a2a == Scenario::A2a());
    QVERIFY(s->features.outputStreaming && s->features.inputStreaming && !s->heartbeatInterval());
    QVERIFY(s->capabilities[0].output.kind == engine::OutputScript::Kind::Generated);
    QVERIFY(s->capabilities[0].durationOrDefault().count() == 0);
}

void TestScenario::tellsWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* from, const char* to, const char* pointer, int line, int column,
                         const char* expected, const char* found) {
        QTest::newRow(to) << QByteArray(from) << QByteArray(to) << QString::fromLatin1(pointer) << line
                          << column << QString::fromUtf8(expected) << QString::fromUtf8(found);
    };
    row(R"("format": 1)", R"("format": 2)", "/format", 2, 13, "an integer from 1 to 1", "2");
    row(R"("format": 1, )", "", "", 1, 1, R"(a member "format")", "none");
    row(R"("name": "all")", R"("name": "")", "/name", 2, 24, "a string that is not empty", R"("")");
    row(R"("name": "all")", R"("name": 1)", "/name", 2, 24, "a string that is not empty", "1");
    row(R"("seed": 9)", R"("seed": -1)", "/seed", 2, 67, "an integer of at least 0", "-1");
    row(R"("seed": 9)", R"("seed": 1.5)", "/seed", 2, 67, "an integer of at least 0", "1.5");
    row(R"("seed": 9)", R"("sead": 9)", "/sead", 2, 59, "one of format, name, ", R"("sead")");
    row(R"("seed": 9)", R"("seed": 9, "seed": 9)", "/seed", 2, 70, "each member once", R"("seed" again)");
    row(R"("seed": 9,)", R"("seed": 9)", "", 3, 3, "','", "'\"'");
    row(R"("input_streaming": false)", R"("input_streaming": "no")", "/features/input_streaming", 3, 63,
        "true or false", R"("no")");
    row(R"("heartbeat_interval_ms": 7)", R"("heartbeat_interval_ms": 0)", "/features/heartbeat_interval_ms",
        3, 95, "an integer from 1 to", "0");
    row(R"("features": {)", R"("features": { "x": 1,)", "/features/x", 3, 17, "one of output_streaming, ",
        R"("x")");
    row(R"("price_cu": 1.50)", R"("price_cu": "1.50")", "/capabilities/0/price_cu", 5, 32, "a number of CU",
        R"("1.50")");
    row(R"("price_cu": 1.50)", R"("price_cu": -1)", "/capabilities/0/price_cu", 5, 32, "not negative", "-1");
    row(R"("price_cu": 1.50, )", "", "/capabilities/0", 5, 5, R"(a member "price_cu")", "none");
    row(R"("name": "d")", R"("name": "c")", "/capabilities/1/name", 8, 15, "each capability once",
        R"("c" again)");
    row(R"("chunks": 4)", R"("chunks": 0)", "/capabilities/0/chunks", 6, 17,
        "an integer from 1 to 1000000000", "0");
    row(R"("chunk_interval_ms": 10)", R"("chunk_interval_ms": 31536000000)", "/capabilities/2", 9, 5,
        "at most a year", "3 ");
    row(R"(["result-hash"])", R"(["tee-attestation"])", "/capabilities/0/proofs/0", 7, 18, R"("result-hash")",
        R"("tee-attestation")");
    row(R"(["result-hash"])", R"({"result-hash": 1})", "/capabilities/0/proofs", 7, 17, "an array of strings",
        "an object");
    row(R"("message": "m", )", "", "/capabilities/0/fail", 7, 42, R"(a member "message")", "none");
    row(R"("echo": true)", R"("echo": true, "data": 1)", "/capabilities/1/output", 8, 45,
        "at most one of data", "2");
    row(R"(["a", "b", "c"])", "[]", "/capabilities/2/output/pieces", 9, 82, "at least one value", "an array");
    row(R"("valid_ms": 10,)", R"("valid_ms": 12,)", "/offers", 13, 13, "valid_ms of at most max_valid_ms, 11",
        "12");
    row(R"("rule": "list")", R"("rule": "lists")", "/escrow/rule", 14, 23,
        R"("accept-any" or "require" or "list")", R"("lists")");
    row(R"("rule": "list")", R"("rule": "require")", "/escrow", 14, 13, "a list where rule is", "a list");
    row(R"("list": ["x"], )", "", "/escrow", 14, 13, "a list where rule is", "none");
    row(R"("artifact")", R"("parts")", "/a2a/chunk_carrier", 17, 29, R"("status" or "artifact" or "message")",
        R"("parts")");
    row(R"("acmp_literal": true)", R"("acmp_literal": 1)", "/a2a/acmp_literal", 17, 57, "true or false", "1");
    row(R"("refuse")", R"("maybe")", "/unsupported_stream", 15, 25, R"("ignore" or "refuse")", R"("maybe")");
    row(R"("cancel": {)", R"("cancel": [{)", "", 17, 8, "',' or ']'", "':'");
    row(R"("all")", "\"\xc3\xa9\xc3\xa9\xc3\xa9\", \"x\": 1", "/x", 2, 31, "one of", R"("x")");
}

void TestScenario::tellsWhatIsWrong()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QString, pointer);
    QFETCH(const int, line);
    QFETCH(const int, column);
    QFETCH(const QString, expected);
    QFETCH(const QString, found);
    QByteArray text(kAll);
    const qsizetype at = text.indexOf(from);
    QVERIFY(at >= 0);
    text.replace(at, from.size(), to);
    const auto parsed = Scenario::parse(text.toStdString());
    QVERIFY(!parsed);
    const engine::ScenarioError& error = parsed.error().front();
    const QByteArray all = QByteArray::fromStdString(error.toString());
    QVERIFY2(QString::fromStdString(error.pointer) == pointer, all.constData());
    QVERIFY2(static_cast<int>(error.line) == line, all.constData());
    QVERIFY2(column == 0 || static_cast<int>(error.column) == column, all.constData());
    QVERIFY2(QString::fromStdString(error.expected).contains(expected), all.constData());
    QVERIFY2(QString::fromStdString(error.found).contains(found), all.constData());
    QVERIFY(all.startsWith(QByteArray("line " + QByteArray::number(line))));
}

void TestScenario::tellsAllThatIsWrong()
{
    const auto parsed = Scenario::parse(R"({"format":1,"capabilities":[{"name":1,"prize":2}],"unary":0})");
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().size(), std::size_t { 5 });
    std::string many = R"({"a0":0)";
    for (int i = 1; i < 10'000; ++i) {
        many += ",\"a" + std::to_string(i) + "\":0";
    }
    QVERIFY(Scenario::parse(many + '}').error().size() <= 100);
}

void TestScenario::readsAnythingWithoutHarm()
{
    const std::string whole(kAll);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        QVERIFY(!Scenario::parse(whole.substr(0, i)));
        std::string broken = whole;
        for (const char c : { '0', '"', '{', '[', 'x' }) {
            broken[i] = c;
            static_cast<void>(Scenario::parse(broken));
        }
    }
    for (const char* const odd : { "", "null", "[]", "7", "\"x\"", "{}" }) {
        QVERIFY(!Scenario::parse(odd));
    }
}

QTEST_APPLESS_MAIN(TestScenario)
#include "tst_scenario.moc"
