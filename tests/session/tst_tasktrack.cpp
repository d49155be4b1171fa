// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/tasktrack.h"

#include <QTest>

using session::End;
using session::TaskTrack;

namespace {

acmp::Invoke invoke(bool stream)
{
    acmp::Invoke out;
    out.taskId = "task_1";
    out.capability = "sentiment-analysis";
    out.input = acmp::Content { .type = "text", .data = json::Raw::string("hello"), .extra = {} };
    out.outputType = "text";
    out.timeoutMs = 1000;
    if (stream) {
        out.stream = true;
    }
    return out;
}

acmp::Capability peer(bool streams, bool beats)
{
    acmp::Capability out;
    out.version = "0.1.0";
    acmp::Features features;
    features.outputStreaming = streams;
    if (beats) {
        features.heartbeatIntervalMs = 100;
    }
    out.features = features;
    return out;
}

// A task's life, told in words: see step().
class Story final {
public:
    explicit Story(TaskTrack track)
        : m_track(std::move(track))
    {
        m_track.sent(m_now);
    }

    void tell(const QByteArray& words)
    {
        for (const QByteArray& word : words.simplified().split(' ')) {
            step(word);
        }
    }
    const TaskTrack& track() const { return m_track; }

private:
    void step(const QByteArray& word)
    {
        const auto number = [&](qsizetype from) { return word.mid(from).toLongLong(); };
        if (word.startsWith('+')) {
            m_now = m_now + wire::milliseconds(number(1));
        } else if (word == "cancel") {
            m_track.cancelSent(m_now);
        } else if (word == "again") {
            m_track.sentAgain(m_now);
        } else if (word.startsWith("end:")) {
            m_track.end(static_cast<End>(number(4)), m_now);
        } else if (word == "mirrored-c0") {
            receive(chunk(0, false, "data"), false, true);
        } else if (word == "late-c0") {
            receive(chunk(0, false, "data"), true);
        } else if (word.startsWith("foreign")) {
            acmp::StreamChunk other = chunk(number(7), false, "data");
            other.taskId = "task_2";
            receive(other);
        } else if (word == "result" || word == "streamed") {
            receive(result(word == "streamed"));
        } else if (word == "asks") {
            receive(
                acmp::Other { "result", json::Raw(R"({"id":1,"result":{"resultType":"input_required"}})") });
        } else if (word == "garbage") {
            receive(acmp::Other { "result", json::Raw(R"({"id":1,"result":{}})") });
        } else if (word == "unknown") {
            receive(
                acmp::Other { "notifications/message", json::Raw(R"({"method":"notifications/message"})") });
        } else {
            stepByLetter(word.front(), word.mid(1));
        }
    }

    void stepByLetter(char letter, const QByteArray& rest)
    {
        switch (letter) {
        case 'c': // a chunk
        case 'f': // … a final one
        case 'x': // … with other data
            receive(chunk(rest.toLongLong(), letter == 'f', letter == 'x' ? "x" : "data"));
            break;
        case 'h':
            receive(acmp::Heartbeat { "task_1", json::Decimal::parse(rest.toStdString()), std::nullopt, {} });
            break;
        case 'e':
            receive(error(rest.toLongLong()));
            break;
        case 'i': // an input chunk
        case 'I': // … a final one
            m_track.inputSent({ "task_1", rest.toLongLong(), text("in"), letter == 'I', {} }, origin());
            break;
        default:
            qFatal("no such word: %c%s", letter, rest.constData());
        }
    }

    static acmp::Content text(const char* data)
    {
        return { .type = "text", .data = json::Raw::string(data), .extra = {} };
    }
    static acmp::StreamChunk chunk(std::int64_t seq, bool final, const char* data)
    {
        return { "task_1", seq, text(data), final, {} };
    }
    static acmp::TaskResult result(bool streamed)
    {
        acmp::TaskResult out;
        out.taskId = "task_1";
        out.tokensUsed = 5;
        if (streamed) {
            out.outputStreamed = true;
        } else {
            out.output = text("done");
        }
        return out;
    }
    static acmp::TaskError error(std::int64_t code)
    {
        acmp::TaskError out;
        out.code = code;
        out.data = acmp::TaskError::Data { "task_1", std::nullopt, std::nullopt, {} };
        return out;
    }
    acmp::Origin origin() const
    {
        acmp::Origin out;
        out.record = 7;
        out.at = m_now;
        return out;
    }
    void receive(const acmp::Incoming& message, bool late = false, bool mirrored = false)
    {
        acmp::Origin at = origin();
        at.late = late;
        at.mirrored = mirrored;
        m_track.received(message, at);
    }

    TaskTrack m_track;
    wire::Instant m_now { wire::milliseconds(5000) };
};

QByteArray rulesOf(const session::FindingList& findings)
{
    QByteArrayList out;
    for (const acmp::Finding& finding : findings.kept()) {
        out += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
    }
    return out.join(' ');
}

} // namespace

class TestTaskTrack final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void livesAndEnds_data();
    void livesAndEnds();
    void judgesByWhatThePeerAdvertised_data();
    void judgesByWhatThePeerAdvertised();
    void takesTheReplayAfterItWasSentAgain_data();
    void takesTheReplayAfterItWasSentAgain();
    void anyMessageIsASignOfLife();
    void measuresHeartbeats();
    void whatComesAfterTheEndChangesNothing();
    void findingsSayWhere();
    void findingsAreBounded();
    void aMillionChunksGiveNoFinding();
};

void TestTaskTrack::livesAndEnds_data()
{
    QTest::addColumn<QByteArray>("story");
    QTest::addColumn<End>("end");
    QTest::addColumn<QByteArray>("rules");
    const auto row = [](const char* story, End end, const char* rules = "") {
        QTest::newRow(story) << QByteArray(story) << end << QByteArray(rules);
    };
    row("c0 c1", End::None);
    row("c0 c1 f2 streamed", End::Result);
    row("streamed", End::Result);
    row("e-33001", End::Error, "L1-3.3-budget-without-ceiling");
    row("e-33099", End::Error);
    row("cancel e-33004", End::Cancelled);
    row("e-33004", End::Error, "L1-3.7-cancelled-unasked");
    row("cancel e-33099", End::Error);
    row("cancel f0 streamed", End::Result); // it won the race
    row("cancel end:4", End::CancelUnconfirmed, "L1-3.7-not-cancelled");
    row("+1000 end:5", End::DeadlinePassed, "L1-3.1-deadline");
    row("end:6", End::LivenessLost, "L1-3.6-liveness-lost");
    row("end:6 e-33004", End::LivenessLost, "L1-3.6-liveness-lost L1-3.7-late");
    row("end:6 cancel e-33004", End::LivenessLost, "L1-3.6-liveness-lost"); // the cancel's answer
    row("end:6 cancel e-33004 e-33004", End::LivenessLost, "L1-3.6-liveness-lost L1-3.7-late");
    row("cancel end:4 e-33004", End::CancelUnconfirmed, "L1-3.7-not-cancelled");
    row("end:7", End::ConnectionLost);
    row("end:8", End::Refused);
    row("garbage", End::ProtocolBroken);
    row("unknown", End::None);
    row("asks", End::AsksForMore, "MCP-input-required");
    row("asks again f0 streamed", End::Result, "MCP-input-required");
    row("end:7 again f0 streamed", End::Result);

    row("+999 f0 streamed", End::Result);
    row("+1001 f0 streamed", End::Result, "L1-3.1-deadline");

    row("c0 c2 f1 streamed", End::Result, "L1-3.5-seq-order L1-3.5-after-final");
    row("c0 c2 c1 f3 streamed", End::Result, "L1-3.5-seq-order");
    row("c0 c2 f3 streamed", End::Result, "L1-3.5-seq-gap");
    row("c1 f2 streamed", End::Result, "L1-3.5-seq-start L1-3.5-seq-gap");
    row("c0 c0 f1 streamed", End::Result, "L1-3.5-seq-duplicate");
    row("c0 x0 f1 streamed", End::Result, "L1-3.5-seq-conflict");
    row("f0 c1 streamed", End::Result, "L1-3.5-after-final");
    row("c-1 f0 streamed", End::Result, "L1-3.5-seq-negative");
    row("c0 streamed", End::Result, "L1-3.5-no-final");
    row("f0 result", End::Result, "L1-7.1-output-not-marked");
    row("foreign0 f1 streamed", End::Result, "L1-3.5-foreign-task");
    row("c0 f1 streamed c2", End::Result, "L1-3.7-late");
    row("c0 streamed f1", End::Result, "L1-3.5-no-final L1-7.1-result-before-final");
    row("f0 streamed streamed", End::Result, "RPC-second-answer");
    row("f0 streamed e-33099", End::Result, "RPC-second-answer");
    row("+1000 end:5 f0 streamed", End::DeadlinePassed, "L1-3.1-deadline L1-3.7-late L1-3.7-late");
    row("late-c0", End::None, "L1-3.7-late");
    row("mirrored-c0 c0 f1 streamed mirrored-c0", End::Result);

    row("h0.1 h0.1 h0.5 f0 streamed", End::Result);
    row("h0.5 h0.1 f0 streamed", End::Result, "L1-3.6-progress-backwards");
    row("h1.5 f0 streamed", End::Result, "L1-3.6-progress-range");
    row("h0 +150 h0 f0 streamed", End::Result);
    row("h0 +151 h0 f0 streamed", End::Result, "L1-3.6-interval");
    row("h0 +200 again +200 h0 f0 streamed", End::Result); // a pause between two streams is none
    row("i0 I1 f0 streamed", End::Result, "L1-3.4-not-asked");
    row("i0 f0 streamed", End::Result, "L1-3.4-not-asked L1-3.4-result-before-final");
    row("i0 i2 i1 I3 f0 streamed", End::Result, "L1-3.4-not-asked L1-3.4-seq-order");
}

void TestTaskTrack::livesAndEnds()
{
    QFETCH(QByteArray, story);
    QFETCH(End, end);
    QFETCH(QByteArray, rules);
    Story told(TaskTrack(invoke(true), peer(true, true)));
    told.tell(story);
    QCOMPARE(toString(told.track().ended()), toString(end));
    QCOMPARE(rulesOf(told.track().findings()), rules);
}

void TestTaskTrack::judgesByWhatThePeerAdvertised_data()
{
    QTest::addColumn<QByteArray>("peer"); // s: streams, h: heartbeats, ?: unknown
    QTest::addColumn<bool>("stream");
    QTest::addColumn<QByteArray>("story");
    QTest::addColumn<QByteArray>("rules");
    const auto row
        = [](const char* name, const char* peer, bool stream, const char* story, const char* rules) {
              QTest::newRow(name) << QByteArray(peer) << stream << QByteArray(story) << QByteArray(rules);
          };
    row("unknown peer", "?", true, "h0 +900 h0 f0 streamed", "");
    row("chunks not advertised, said once", "h", true, "c0 f1 streamed", "L1-1-not-advertised-emitted");
    row("chunks not asked for, said once", "s", false, "c0 f1 result",
        "L1-3.5-not-asked L1-7.1-output-not-marked");
    row("heartbeats not advertised, said once", "s", true, "h0 h0 f0 streamed",
        "L1-1-not-advertised-heartbeat");
    row("asked for and advertised, not streamed", "s", true, "result", "L1-7.1-not-streamed");
    row("asked for, not advertised, not streamed", "", true, "result", "");
    row("not asked for", "s", false, "result", "");
}

void TestTaskTrack::judgesByWhatThePeerAdvertised()
{
    QFETCH(QByteArray, peer);
    QFETCH(bool, stream);
    QFETCH(QByteArray, story);
    QFETCH(QByteArray, rules);
    const auto known = peer == "?" ? std::optional<acmp::Capability>()
                                   : std::optional(::peer(peer.contains('s'), peer.contains('h')));
    Story told(TaskTrack(invoke(stream), known));
    told.tell(story);
    QCOMPARE(rulesOf(told.track().findings()), rules);
}

void TestTaskTrack::takesTheReplayAfterItWasSentAgain_data()
{
    QTest::addColumn<QByteArray>("story");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("rules");
    const auto row = [](const char* story, const char* text, const char* rules = "") {
        QTest::newRow(story) << QByteArray(story) << QByteArray(text) << QByteArray(rules);
    };
    row("c0 c1 again c0 c1 f2 streamed", "datadatadata");
    row("c0 c1 again c0 f1 streamed", "datadata");
    row("c0 c1 again c2 c3 c0 c1 f2 streamed", "datadatadata"); // the old stream's last words
    row("c0 c1 again c2 f3 streamed", "", "L1-3.5-seq-gap"); // it went on where it was
    row("again f0 streamed", "data");
}

void TestTaskTrack::takesTheReplayAfterItWasSentAgain()
{
    QFETCH(QByteArray, story);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, rules);
    Story told(TaskTrack(invoke(true), peer(true, true)));
    told.tell(story);
    const std::string* const found = told.track().output().text();
    QCOMPARE(QByteArray::fromStdString(found ? *found : std::string()), text);
    QCOMPARE(rulesOf(told.track().findings()), rules);
}

void TestTaskTrack::anyMessageIsASignOfLife()
{
    for (const char* const message : { "c0", "h0", "unknown", "foreign0" }) {
        Story told(TaskTrack(invoke(true), std::nullopt));
        QCOMPARE(told.track().lastLifeAt(), told.track().sentAt());
        told.tell("+500");
        told.tell(message);
        QVERIFY2(told.track().lastLifeAt() == *told.track().sentAt() + wire::milliseconds(500), message);
    }
    Story told(TaskTrack(invoke(true), std::nullopt));
    told.tell("+500 mirrored-c0");
    QCOMPARE(told.track().lastLifeAt(), told.track().sentAt());
}

void TestTaskTrack::measuresHeartbeats()
{
    Story told(TaskTrack(invoke(true), std::nullopt));
    told.tell("h0.10 +100 h0.20 +30 h0.30");
    const session::HeartbeatFacts& facts = told.track().heartbeats();
    QCOMPARE(facts.count, 3U);
    QCOMPARE(*facts.lastInterval, wire::nanoseconds(wire::milliseconds(30)));
    QCOMPARE(*facts.longestInterval, wire::nanoseconds(wire::milliseconds(100)));
    QCOMPARE(facts.progress->text(), std::string("0.30"));
}

void TestTaskTrack::whatComesAfterTheEndChangesNothing()
{
    Story told(TaskTrack(invoke(true), std::nullopt));
    told.tell("c0 f1 streamed");
    const auto endedAt = told.track().endedAt();
    told.tell("+10 c5 h0.5 result e-33099 cancel end:5");
    QCOMPARE(toString(told.track().ended()), toString(End::Result));
    QCOMPARE(told.track().endedAt(), endedAt);
    QCOMPARE(told.track().chunksReceived(), 2U);
    QCOMPARE(told.track().heartbeats().count, 0U);
    QVERIFY(told.track().result()->outputStreamed);
    QVERIFY(!told.track().error());
}

void TestTaskTrack::findingsSayWhere()
{
    Story told(TaskTrack(invoke(true), std::nullopt));
    told.tell("c0 c0 h1.5");
    const auto& kept = told.track().findings().kept();
    QCOMPARE(kept.size(), 2U);
    QCOMPARE(kept[0].where.record, 7U);
    QCOMPARE(kept[0].where.pointer, std::string("/params/seq"));
    QCOMPARE(kept[1].where.record, 7U);
    QCOMPARE(kept[1].where.pointer, std::string("/params/progress"));
}

void TestTaskTrack::findingsAreBounded()
{
    Story told(TaskTrack(invoke(true), std::nullopt));
    for (int i = 0; i < 1000; ++i) {
        told.tell("c0");
    }
    const session::FindingList& findings = told.track().findings();
    QCOMPARE(findings.kept().size(), session::FindingList::kKeptPerRule);
    QCOMPARE(findings.count(), 999U);
    QCOMPARE(findings.count(acmp::rule("L1-3.5-seq-duplicate")), 999U);
    QCOMPARE(findings.count(acmp::rule("L1-3.5-seq-gap")), 0U);
}

void TestTaskTrack::aMillionChunksGiveNoFinding()
{
    constexpr int kChunks = 1'000'000;
    TaskTrack track(invoke(true), peer(true, true));
    track.sent({});
    acmp::Incoming message = acmp::StreamChunk { "task_1", 0,
        { .type = "text",
            .data = json::Raw::string("sixty bytes of text in every chunk, sent a million times. "),
            .extra = {} },
        std::nullopt, {} };
    const acmp::Origin origin;
    for (int i = 0; i < kChunks; ++i) {
        std::get<acmp::StreamChunk>(message).seq = i;
        track.received(message, origin);
    }
    QCOMPARE(track.chunksReceived(), std::uint64_t { kChunks });
    QCOMPARE(track.findings().count(), 0U);
}

QTEST_GUILESS_MAIN(TestTaskTrack)
#include "tst_tasktrack.moc"
