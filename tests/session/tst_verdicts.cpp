// SPDX-License-Identifier: Apache-2.0
#include "hashing.h"
#include "protocol/session/tasktrack.h"

#include <QTest>

using session::End;
using session::TaskTrack;
using session::Verdict;
using session::VerdictState;

namespace {

acmp::Content content(const char* type, const QByteArray& data)
{
    return { .type = type, .data = json::Raw(data), .extra = {} };
}

acmp::Invoke invoke()
{
    acmp::Invoke out;
    out.taskId = "task_1";
    out.capability = "c";
    out.input = content("text", "\"in\"");
    return out;
}

acmp::TaskResult result()
{
    acmp::TaskResult out;
    out.taskId = "task_1";
    out.output = content("json", R"({"b":1.50,"a":"é"})");
    out.tokensUsed = 487;
    out.costCu = *json::Decimal::parse("0.0030");
    return out;
}

acmp::Proof resultHash(const std::string& hash)
{
    return { .method = "result-hash", .hash = hash, .extra = {} };
}

TaskTrack finished(const acmp::Invoke& request, const acmp::TaskResult& answer,
    const std::vector<acmp::StreamChunk>& chunks = {})
{
    TaskTrack track(request, std::nullopt);
    track.sent({});
    acmp::Origin origin;
    origin.at = { wire::milliseconds(12) };
    for (const acmp::StreamChunk& chunk : chunks) {
        track.received(chunk, origin);
    }
    track.received(answer, origin);
    return track;
}

Verdict find(const TaskTrack& track, std::string_view id)
{
    for (const Verdict& verdict : track.verdicts()) {
        if (verdict.id == id) {
            return verdict;
        }
    }
    return {};
}

acmp::StreamChunk chunk(std::int64_t seq, const QByteArray& data, bool final)
{
    return { "task_1", seq, content("text", data), final, {} };
}

} // namespace

class TestVerdicts final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsNothingWhileTheTaskRuns();
    void comparesCostAsWritten_data();
    void comparesCostAsWritten();
    void showsTokensBesideTheEstimate();
    void wantsAnOutput();
    void judgesTheStream();
    void judgesTheDeadline();
    void recomputesTheResultHash_data();
    void recomputesTheResultHash();
    void findsTheReadingOfAStreamedOutput();
    void aHashOverHalfAStreamIsNotRun();
    void aHashMismatchIsAFinding();
    void saysWhatAProofDoesNotEstablish_data();
    void saysWhatAProofDoesNotEstablish();
    void rejectsAProofOfAnotherMethod();
    void neverCallsAnAttestationVerified();
    void checksTheInputHash();
};

void TestVerdicts::knowsNothingWhileTheTaskRuns()
{
    TaskTrack track(invoke(), std::nullopt);
    track.sent({});
    QCOMPARE(track.verdicts().size(), 6U);
    for (const Verdict& verdict : track.verdicts()) {
        QCOMPARE(toString(verdict.state), toString(VerdictState::Unknown));
    }
}

void TestVerdicts::comparesCostAsWritten_data()
{
    QTest::addColumn<QByteArray>("ceiling");
    QTest::addColumn<QByteArray>("cost");
    QTest::addColumn<VerdictState>("state");
    QTest::newRow("below") << QByteArray("0.005") << QByteArray("0.0030") << VerdictState::Ok;
    QTest::newRow("equal, written otherwise")
        << QByteArray("3e-3") << QByteArray("0.0030") << VerdictState::Ok;
    QTest::newRow("above by a digit that no double has")
        << QByteArray("0.003") << QByteArray("0.00300000000000000000000001") << VerdictState::Fail;
    QTest::newRow("negative") << QByteArray("0.005") << QByteArray("-0.001") << VerdictState::Fail;
    QTest::newRow("no ceiling") << QByteArray() << QByteArray("1") << VerdictState::Unknown;
    QTest::newRow("negative, no ceiling") << QByteArray() << QByteArray("-1") << VerdictState::Fail;
}

void TestVerdicts::comparesCostAsWritten()
{
    QFETCH(QByteArray, ceiling);
    QFETCH(QByteArray, cost);
    QFETCH(VerdictState, state);
    acmp::Invoke request = invoke();
    request.maxPriceCu = json::Decimal::parse(ceiling.toStdString());
    acmp::TaskResult answer = result();
    answer.costCu = *json::Decimal::parse(cost.toStdString());
    const Verdict verdict = find(finished(request, answer), "cost");
    QCOMPARE(toString(verdict.state), toString(state));
    QCOMPARE(verdict.found, cost.toStdString() + " CU");
    if (state == VerdictState::Ok) {
        QCOMPARE(verdict.expected, "at most " + ceiling.toStdString() + " CU");
    }
}

void TestVerdicts::showsTokensBesideTheEstimate()
{
    acmp::Invoke request = invoke();
    request.inputTokensEst = 500;
    acmp::TaskResult answer = result();
    Verdict verdict = find(finished(request, answer), "tokens");
    QCOMPARE(toString(verdict.state), toString(VerdictState::Ok));
    QCOMPARE(verdict.text, std::string("487 tokens used, 500 of input were estimated."));
    answer.tokensUsed = -1;
    verdict = find(finished(request, answer), "tokens");
    QCOMPARE(toString(verdict.state), toString(VerdictState::Fail));
}

void TestVerdicts::wantsAnOutput()
{
    acmp::Invoke request = invoke();
    QCOMPARE(toString(find(finished(request, result()), "output").state), toString(VerdictState::Ok));
    request.outputType = "text";
    QCOMPARE(toString(find(finished(request, result()), "output").state), toString(VerdictState::Warn));

    acmp::TaskResult streamed = result();
    streamed.output.reset();
    streamed.outputStreamed = true;
    QCOMPARE(toString(find(finished(request, streamed), "output").state), toString(VerdictState::Fail));
    QCOMPARE(toString(find(finished(request, streamed, { chunk(0, "\"a\"", false) }), "output").state),
        toString(VerdictState::Fail));
    QCOMPARE(toString(find(finished(request, streamed, { chunk(0, "\"a\"", true) }), "output").state),
        toString(VerdictState::Ok));
    const session::Verdict cut = find(
        finished(request, streamed, { chunk(0, '"' + QByteArray(17 << 20, 'a') + '"', true) }), "output");
    QCOMPARE(toString(cut.state), toString(VerdictState::Ok));
    QVERIFY2(cut.text.find("over 16 MiB") != cut.text.npos, cut.text.c_str());
    streamed.outputStreamed = false;
    QCOMPARE(toString(find(finished(request, streamed, { chunk(0, "\"a\"", true) }), "output").state),
        toString(VerdictState::Warn));
}

void TestVerdicts::judgesTheStream()
{
    acmp::TaskResult streamed = result();
    streamed.output.reset();
    streamed.outputStreamed = true;
    const auto state = [&](const std::vector<acmp::StreamChunk>& chunks) {
        return find(finished(invoke(), streamed, chunks), "stream").state;
    };
    QCOMPARE(toString(state({})), toString(VerdictState::Unknown));
    QCOMPARE(toString(state({ chunk(0, "1", false), chunk(1, "2", true) })), toString(VerdictState::Ok));
    QCOMPARE(toString(state({ chunk(1, "1", true), chunk(0, "2", false) })), toString(VerdictState::Warn));
    QCOMPARE(toString(state({ chunk(0, "1", true), chunk(0, "1", true) })), toString(VerdictState::Warn));
    QCOMPARE(toString(state({ chunk(0, "1", false), chunk(0, "2", false), chunk(1, "1", true) })),
        toString(VerdictState::Fail));
    QCOMPARE(toString(state({ chunk(0, "1", false), chunk(2, "2", true) })), toString(VerdictState::Fail));
    QCOMPARE(toString(state({ chunk(0, "1", false) })), toString(VerdictState::Fail));

    TaskTrack cancelled(invoke(), std::nullopt);
    cancelled.received(chunk(0, "1", false), {});
    cancelled.end(End::CancelUnconfirmed, {});
    QCOMPARE(toString(find(cancelled, "stream").state), toString(VerdictState::Unknown));
}

void TestVerdicts::judgesTheDeadline()
{
    acmp::Invoke request = invoke();
    Verdict verdict = find(finished(request, result()), "deadline");
    QCOMPARE(toString(verdict.state), toString(VerdictState::Ok));
    QCOMPARE(verdict.expected, std::string("within 30000 ms (the default)"));
    QCOMPARE(verdict.found, std::string("12 ms"));
    request.timeoutMs = 11;
    QCOMPARE(toString(find(finished(request, result()), "deadline").state), toString(VerdictState::Fail));

    TaskTrack passed(request, std::nullopt);
    passed.sent({});
    passed.end(End::DeadlinePassed, { wire::milliseconds(11) });
    QCOMPARE(toString(find(passed, "deadline").state), toString(VerdictState::Fail));
    TaskTrack lost(request, std::nullopt);
    lost.sent({});
    lost.end(End::ConnectionLost, { wire::milliseconds(5) });
    QCOMPARE(toString(find(lost, "deadline").state), toString(VerdictState::Unknown));
}

void TestVerdicts::recomputesTheResultHash_data()
{
    QTest::addColumn<QByteArray>("hash");
    QTest::addColumn<VerdictState>("state");
    QTest::addColumn<QByteArray>("rule");
    const QByteArray jcs = "{\"data\":{\"a\":\"\xC3\xA9\",\"b\":1.5},\"type\":\"json\"}";
    const auto hash = [](const QByteArray& text) { return QByteArray::fromStdString(oneShotSha256(text)); };
    QTest::newRow("right") << hash(jcs) << VerdictState::Ok << QByteArray();
    QTest::newRow("upper case") << "sha256:" + hash(jcs).mid(7).toUpper() << VerdictState::Warn
                                << QByteArray();
    QTest::newRow("the Python form") << hash(R"({"data":{"a":"\u00e9","b":1.5},"type":"json"})")
                                     << VerdictState::Warn << QByteArray("L3-result-hash-not-jcs");
    QTest::newRow("of something else")
        << hash("{}") << VerdictState::Fail << QByteArray("L3-result-hash-mismatch");
}

void TestVerdicts::recomputesTheResultHash()
{
    QFETCH(QByteArray, hash);
    QFETCH(VerdictState, state);
    QFETCH(QByteArray, rule);
    acmp::Invoke request = invoke();
    request.proofMethod = "result-hash";
    acmp::TaskResult answer = result();
    answer.proof = resultHash(hash.toStdString());
    const TaskTrack track = finished(request, answer);
    QCOMPARE(toString(find(track, "proof").state), toString(state));
    for (const char* const id : { "L3-result-hash-not-jcs", "L3-result-hash-mismatch" }) {
        QCOMPARE(track.findings().count(acmp::rule(id)), rule == id ? 1U : 0U);
    }
}

void TestVerdicts::findsTheReadingOfAStreamedOutput()
{
    acmp::TaskResult streamed = result();
    streamed.output.reset();
    streamed.outputStreamed = true;
    streamed.proof = resultHash(oneShotSha256(R"({"data":["a","b"],"type":"json"})"));
    const Verdict verdict
        = find(finished(invoke(), streamed, { chunk(0, "\"a\"", false), chunk(1, "\"b\"", true) }), "proof");
    QCOMPARE(toString(verdict.state), toString(VerdictState::Ok));
    QVERIFY(verdict.text.starts_with("The hash matches the array as json."));
}

void TestVerdicts::aHashOverHalfAStreamIsNotRun()
{
    acmp::TaskResult streamed = result();
    streamed.output.reset();
    streamed.outputStreamed = true;
    streamed.proof = resultHash(oneShotSha256("x"));
    const Verdict verdict = find(finished(invoke(), streamed, { chunk(0, "\"a\"", false) }), "proof");
    QCOMPARE(toString(verdict.state), toString(VerdictState::Unknown));
    QVERIFY(verdict.text.starts_with("Not run"));
}

void TestVerdicts::aHashMismatchIsAFinding()
{
    acmp::TaskResult answer = result();
    answer.proof = resultHash(oneShotSha256("x"));
    const TaskTrack track = finished(invoke(), answer);
    const auto& kept = track.findings().kept();
    const auto found = std::ranges::find(kept, std::string_view("L3-result-hash-mismatch"),
        [](const acmp::Finding& finding) { return finding.rule->id; });
    QVERIFY(found != kept.end());
    QCOMPARE(found->where.pointer, std::string("/result/proof/hash"));
    QCOMPARE(found->found, oneShotSha256("x"));
    QVERIFY(found->expected.starts_with("sha256:"));
}

void TestVerdicts::saysWhatAProofDoesNotEstablish_data()
{
    QTest::addColumn<QByteArray>("method");
    for (const char* const method : { "result-hash", "tee-attestation", "embedded-challenge", "another" }) {
        QTest::newRow(method) << QByteArray(method);
    }
}

void TestVerdicts::saysWhatAProofDoesNotEstablish()
{
    QFETCH(QByteArray, method);
    acmp::TaskResult answer = result();
    answer.proof = acmp::Proof { .method = method.toStdString(), .hash = oneShotSha256("x"), .extra = {} };
    const Verdict verdict = find(finished(invoke(), answer), "proof");
    QVERIFY(verdict.text.ends_with(session::limitsOf(method.toStdString())));
    QVERIFY(verdict.state != VerdictState::Ok);
}

void TestVerdicts::rejectsAProofOfAnotherMethod()
{
    acmp::Invoke request = invoke();
    QCOMPARE(toString(find(finished(request, result()), "proof").state), toString(VerdictState::Unknown));
    request.proofMethod = "tee-attestation";
    QCOMPARE(toString(find(finished(request, result()), "proof").state), toString(VerdictState::Fail));
    acmp::TaskResult answer = result();
    answer.proof = resultHash(oneShotSha256("{\"data\":{\"a\":\"\xC3\xA9\",\"b\":1.5},\"type\":\"json\"}"));
    QCOMPARE(toString(find(finished(request, answer), "proof").state), toString(VerdictState::Fail));
}

void TestVerdicts::neverCallsAnAttestationVerified()
{
    acmp::TaskResult answer = result();
    const std::string hash = oneShotSha256("{\"data\":{\"a\":\"\xC3\xA9\",\"b\":1.5},\"type\":\"json\"}");
    answer.proof = acmp::Proof { .method = "tee-attestation",
        .hash = std::nullopt,
        .extra = { { "result_hash", json::Raw::string(hash) } } };
    QCOMPARE(toString(find(finished(invoke(), answer), "proof").state), toString(VerdictState::Unknown));
    answer.proof->extra[0].second = json::Raw::string(oneShotSha256("x"));
    QCOMPARE(toString(find(finished(invoke(), answer), "proof").state), toString(VerdictState::Fail));
}

void TestVerdicts::checksTheInputHash()
{
    acmp::TaskResult answer = result();
    answer.proof = resultHash(oneShotSha256("{\"data\":{\"a\":\"\xC3\xA9\",\"b\":1.5},\"type\":\"json\"}"));
    answer.proof->extra
        = { { "input_hash", json::Raw::string(oneShotSha256(R"({"data":"in","type":"text"})")) } };
    QCOMPARE(toString(find(finished(invoke(), answer), "proof").state), toString(VerdictState::Ok));
    answer.proof->extra[0].second = json::Raw::string(oneShotSha256("x"));
    QCOMPARE(toString(find(finished(invoke(), answer), "proof").state), toString(VerdictState::Fail));
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
