// SPDX-License-Identifier: Apache-2.0
// Verdict and finding of each state of a signature, and signatures on a record.
#include "protocol/identity/envelope.h"
#include "protocol/json/document.h"
#include "protocol/lint/run.h"
#include "protocol/lint/signatures.h"

#include <QTest>

using identity::State;
using session::VerdictState;

class TestSignatures final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatBecameOfASignature_data();
    void saysWhatBecameOfASignature();
    void readsTheObjectInAMessage();
    void checksSignaturesOfARecord_data();
    void checksSignaturesOfARecord();
};

namespace {

QByteArray signedResult(const QByteArray& object)
{
    std::array<unsigned char, 32> seed {};
    const identity::Signer signer = identity::Signer::ofDidKey(identity::Key::fromSeed(seed));
    const json::Document document = json::Document::parse(object).value();
    const auto envelope = identity::sign(document.root(), signer, 1'783'017'900'000).value();
    return object.chopped(1) + ",\"sig\":" + QByteArray::fromStdString(identity::toJson(envelope)) + '}';
}

QByteArray answer(const QByteArray& result)
{
    return R"({"jsonrpc":"2.0","id":1,"result":)" + result + '}';
}

session::MessageFacts facts(wire::RecordNo record, wire::Direction direction, const QByteArray& payload)
{
    session::MessageFacts out;
    out.connection = wire::ConnectionId { 1 };
    out.exchange = 1;
    out.direction = direction;
    out.at = { { wire::milliseconds(1) }, 1'783'017'900'000 };
    out.record = record;
    out.payload = payload;
    return out;
}

} // namespace

void TestSignatures::saysWhatBecameOfASignature_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<bool>("hasNotes");
    QTest::addColumn<int>("verdict");
    QTest::addColumn<QByteArray>("rule");
    const auto row
        = [](const char* name, State state, bool hasNotes, VerdictState verdict, const char* rule) {
              QTest::newRow(name) << static_cast<int>(state) << hasNotes << static_cast<int>(verdict)
                                  << QByteArray(rule);
          };
    row("unsigned", State::Unsigned, false, VerdictState::Unknown, "");
    row("not checked", State::NotChecked, false, VerdictState::Unknown, "");
    row("bad", State::Bad, false, VerdictState::Fail, "L7-4-signature");
    row("not authorised", State::ValidNotAuthorised, false, VerdictState::Warn, "L7-4-authorised");
    row("verified", State::Verified, false, VerdictState::Ok, "");
    row("verified in another form", State::Verified, true, VerdictState::Warn, "L7-4-form");
}

void TestSignatures::saysWhatBecameOfASignature()
{
    QFETCH(const int, state);
    QFETCH(const bool, hasNotes);
    QFETCH(const int, verdict);
    QFETCH(const QByteArray, rule);
    identity::Verdict found { .state = static_cast<State>(state), .reason = "so it is" };
    if (hasNotes) {
        found.notes = { "in another form" };
    }
    const session::Verdict out = lint::signatureVerdict(found);
    QCOMPARE(out.id, std::string_view("signature"));
    QCOMPARE(static_cast<int>(out.state), verdict);
    QVERIFY(out.text.ends_with('.') && out.text.find("o it is") != std::string::npos);
    const auto finding = lint::signatureFinding(found);
    QCOMPARE(finding ? QByteArray(finding->rule->id.data(), static_cast<qsizetype>(finding->rule->id.size()))
                     : QByteArray(),
        rule);
}

void TestSignatures::readsTheObjectInAMessage()
{
    const QByteArray offer = signedResult(R"({"offer_id":"o","price_cu":0.003})");
    QVERIFY(lint::checkSignature(json::Raw(answer(offer)), {}).state == State::Verified);
    QVERIFY(lint::checkSignature(json::Raw(answer("{}")), {}).state == State::Unsigned);
    QVERIFY(lint::checkSignature(json::Raw(QByteArray("no JSON")), {}).state == State::Unsigned);
    QVERIFY(lint::checkSignature(json::Raw(), {}).state == State::Unsigned);
    const QByteArray huge
        = answer(signedResult("{\"x\":\"" + QByteArray(lint::kLargestChecked, 'x') + "\"}"));
    QVERIFY(lint::checkSignature(json::Raw(huge), {}).state == State::NotChecked);
}

void TestSignatures::checksSignaturesOfARecord_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("pointer");
    QTest::newRow("good") << QByteArray() << QByteArray() << QByteArray();
    QTest::newRow("altered") << QByteArray("\"cost_cu\":1") << QByteArray("\"cost_cu\":2")
                             << QByteArray("/result/sig");
}

void TestSignatures::checksSignaturesOfARecord()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QByteArray, pointer);
    lint::Run run;
    run.add(facts(0, wire::Direction::Sent,
        R"({"jsonrpc":"2.0","id":1,"method":"acmp/invoke","params":{"task_id":"t","capability":"c",)"
        R"("input":{"type":"text","data":"x"}}})"));
    QByteArray result = signedResult(
        R"({"task_id":"t","output":{"type":"json","data":1},"tokens_used":1,"cost_cu":1,"resultType":"complete"})");
    if (!from.isEmpty()) {
        result.replace(from, to);
    }
    const auto folded = run.add(facts(1, wire::Direction::Received, answer(result)));
    QVERIFY(folded.task);
    const session::Verdict last = folded.task->track->verdicts().back();
    QCOMPARE(last.id, std::string_view("signature"));
    QVERIFY(last.state == (pointer.isEmpty() ? VerdictState::Ok : VerdictState::Fail));
    QCOMPARE(run.count(acmp::rule("L7-4-signature")), pointer.isEmpty() ? 0U : 1U);
    if (!pointer.isEmpty()) {
        QCOMPARE(run.ofRecord(1).back().where.pointer, pointer.toStdString());
    }
}

QTEST_GUILESS_MAIN(TestSignatures)
#include "tst_signatures.moc"
