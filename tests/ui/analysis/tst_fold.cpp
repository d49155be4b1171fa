// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/analysis/fold.h"
#include "written.h"

#include "protocol/capture/capturefile.h"

#include <QFile>
#include <QTest>

using wire::Direction;

namespace {

struct Folded {
    explicit Folded(const capture::Record& record)
        : fold(record, findings, exchanges)
    {
        advance();
    }
    void advance()
    {
        while (fold.advance(7)) { }
        snapshot = fold.snapshot();
    }
    QByteArrayList rules() const
    {
        QByteArrayList out;
        for (std::uint64_t i = 0; i < findings.size(); ++i) {
            const acmp::Finding& finding = findings[i].finding;
            out += QByteArray::number(static_cast<qulonglong>(finding.where.record)) + ' '
                + QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size()));
        }
        return out;
    }

    analysis::Findings findings;
    analysis::Exchanges exchanges;
    analysis::Fold fold;
    std::shared_ptr<const analysis::Snapshot> snapshot;
};

std::string offerRequest()
{
    return R"({"jsonrpc":"2.0","id":7,"method":"acmp/offerRequest","params":{"capability":"text.summarize",)"
           R"("max_price_cu":1,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
}

std::string offer()
{
    return R"({"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","offer_id":"offer_1",)"
           R"("capability":"text.summarize","price_cu":0.0030,"valid_until_ms":1783017999000}})";
}

} // namespace

class TestFold final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsUpATaskAskedByUs();
    void sumsUpATaskAskedOfUs();
    void namesTheRowOfEachFinding();
    void endsATaskWithItsConnection();
    void tellsOfACancelOnAConnectionOfItsOwn();
    void followsARetryOfTheSameTask();
    void keepsWhatIsKnownOfATaskLongEnded();
    void sumsUpANegotiation();
    void putsALongBodyTogether();
    void passesOverDamagedRows();
    void readsOnWhereItStopped();
    void leavesEarlierSnapshotsAsTheyWere();
    void sumsUpTasksThatShareAChannel();
    void endsAllTasksOfALostChannel();
    void putsALongLineTogether();
    void putsAMessageOfFragmentsTogether();
    void goesOnAfterNoise();
    void saysWhereAWebSocketLeads();
    void saysWhichRowsAnExchangeHas();
};

void TestFold::sumsUpATaskAskedByUs()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "task_1", 3);
    const Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->tasks.size(), 1U);
    const analysis::TaskSummary& task = folded.snapshot->tasks[0];
    QCOMPARE(task.taskId, std::string("task_1"));
    QCOMPARE(task.capability, std::string("text.summarize"));
    QCOMPARE(task.peer, std::string("127.0.0.1:8402"));
    QCOMPARE(task.endpoint, std::string("127.0.0.1:8402/mcp"));
    QCOMPARE(task.asked, Direction::Sent);
    QCOMPARE(task.invoke, invoke);
    QCOMPARE(task.last, invoke + 5);
    QCOMPARE(task.startedAt, written.recorder->row(invoke).at);
    QVERIFY(task.endedAt == written.recorder->row(invoke + 5).at);
    QCOMPARE(toString(task.ended), std::string_view("result"));
    QCOMPARE(task.chunks, 3U);
    QCOMPARE(task.costCu, std::string("0.10"));
    QCOMPARE(folded.rules(), QByteArrayList());
    QCOMPARE(folded.snapshot->checkedTo, written.recorder->rowCount());
    QCOMPARE(folded.snapshot->messages, 5U);
}

void TestFold::sumsUpATaskAskedOfUs()
{
    Written written;
    const wire::ConnectionId connection = written.open(wire::Role::Server, "127.0.0.1:50001");
    written.head(connection, Direction::Received, 1, Written::kRequestHead);
    written.body(connection, Direction::Received, 1, Written::invoke("task_2"));
    written.head(connection, Direction::Sent, 1, Written::kStreamHead);
    written.event(connection, Direction::Sent, 1, Written::heartbeat("task_2", "0.25"));
    const Folded folded(*written.recorder);
    const analysis::TaskSummary& task = folded.snapshot->tasks[0];
    QCOMPARE(task.asked, Direction::Received);
    QCOMPARE(task.peer, std::string("127.0.0.1:50001"));
    QCOMPARE(task.endpoint, std::string("127.0.0.1:8402/mcp"));
    QCOMPARE(toString(task.ended), toString(session::End::None));
    QCOMPARE(task.heartbeats, 1U);
    QCOMPARE(task.progress, 0.25);
}

void TestFold::namesTheRowOfEachFinding()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.head(connection, Direction::Sent, 1, Written::kRequestHead);
    written.body(connection, Direction::Sent, 1, Written::invoke("t"));
    written.event(connection, Direction::Received, 1, Written::chunk("t", 0));
    written.event(connection, Direction::Received, 1, Written::chunk("t", 2));
    written.event(connection, Direction::Received, 1, R"({"jsonrpc":"2.0","id":)");
    written.event(connection, Direction::Received, 1, Written::result("t"));
    const Folded folded(*written.recorder);
    QVERIFY2(folded.rules().contains("4 JSON-invalid"), folded.rules().join(", ").constData());
    QVERIFY(folded.rules().contains("5 L1-3.5-seq-gap"));
    for (std::uint64_t i = 1; i < folded.findings.size(); ++i)
        QVERIFY(folded.findings[i - 1].finding.where.record <= folded.findings[i].finding.where.record);
    QVERIFY(folded.snapshot->count(acmp::Level::Error) > 0);
    QVERIFY(folded.snapshot->tasks[0].findings > 0);
}

void TestFold::endsATaskWithItsConnection()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.head(connection, Direction::Sent, 1, Written::kRequestHead);
    written.body(connection, Direction::Sent, 1, Written::invoke("t"));
    written.event(connection, Direction::Received, 1, Written::chunk("t", 0));
    Folded folded(*written.recorder);
    QCOMPARE(toString(folded.snapshot->tasks[0].ended), toString(session::End::None));
    written.close(connection, "reset by peer");
    folded.advance();
    QCOMPARE(toString(folded.snapshot->tasks[0].ended), toString(session::End::ConnectionLost));
}

void TestFold::tellsOfACancelOnAConnectionOfItsOwn()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.body(connection, Direction::Sent, 1, Written::invoke("t"));
    const wire::RecordNo cancel = written.body(written.open(), Direction::Sent, 1,
        R"({"jsonrpc":"2.0","method":"acmp/cancel","params":{"task_id":"t"}})");
    Folded folded(*written.recorder);
    QVERIFY(folded.snapshot->tasks[0].isCancelAsked);
    QCOMPARE(folded.snapshot->tasks[0].last, cancel);
    written.event(connection, Direction::Received, 1,
        R"({"jsonrpc":"2.0","id":"req_t","error":{"code":-33004,"message":"cancelled","data":{"task_id":"t"}}})");
    folded.advance();
    QCOMPARE(toString(folded.snapshot->tasks[0].ended), toString(session::End::Cancelled));
    QVERIFY(folded.snapshot->tasks[0].errorCode == -33004);
}

void TestFold::followsARetryOfTheSameTask()
{
    Written written;
    const wire::ConnectionId first = written.open();
    written.body(first, Direction::Sent, 1, Written::invoke("t"));
    written.event(first, Direction::Received, 1, Written::chunk("t", 0));
    written.close(first, "reset by peer");
    written.task(written.open(), 1, "t", 2);
    const Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->tasks.size(), 1U);
    QCOMPARE(toString(folded.snapshot->tasks[0].ended), toString(session::End::Result));
    QCOMPARE(folded.snapshot->tasks[0].last, written.recorder->rowCount() - 1);
}

// Sessions lets go of the tracks of tasks that ended long ago, many within one batch here.
void TestFold::keepsWhatIsKnownOfATaskLongEnded()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    constexpr std::uint32_t kTasks = 200;
    for (std::uint32_t i = 1; i <= kTasks; ++i)
        written.task(connection, i, "task_" + std::to_string(i), 2);
    analysis::Findings findings;
    analysis::Exchanges exchanges;
    analysis::Fold fold(*written.recorder, findings, exchanges);
    while (fold.advance(100'000)) { }
    const auto snapshot = fold.snapshot();
    QCOMPARE(snapshot->tasks.size(), std::size_t { kTasks });
    for (std::size_t i = 0; i < kTasks; ++i) {
        QCOMPARE(toString(snapshot->tasks[i].ended), toString(session::End::Result));
        QCOMPARE(snapshot->tasks[i].chunks, 2U);
        QCOMPARE(snapshot->tasks[i].costCu, std::string("0.10"));
    }
}

void TestFold::sumsUpANegotiation()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo request = written.body(connection, Direction::Sent, 1, offerRequest());
    Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->deals.size(), 1U);
    QCOMPARE(toString(folded.snapshot->deals[0].state), toString(session::OfferTrack::State::Asked));
    written.body(connection, Direction::Received, 1, offer());
    folded.advance();
    const analysis::DealSummary& deal = folded.snapshot->deals[0];
    QCOMPARE(deal.request, request);
    QCOMPARE(toString(deal.state), toString(session::OfferTrack::State::Offered));
    QCOMPARE(deal.offerId, std::string("offer_1"));
    QCOMPARE(deal.priceCu, std::string("0.0030"));
    written.body(connection, Direction::Sent, 2,
        R"({"jsonrpc":"2.0","id":8,"method":"acmp/accept","params":{"offer_id":"offer_1"}})");
    written.body(connection, Direction::Received, 2,
        R"({"jsonrpc":"2.0","id":8,"result":{"resultType":"complete","offer_id":"offer_1"}})");
    folded.advance();
    QCOMPARE(folded.snapshot->deals.size(), 1U);
    QCOMPARE(toString(folded.snapshot->deals[0].state), toString(session::OfferTrack::State::Acked));
}

void TestFold::putsALongBodyTogether()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const std::string whole = Written::invoke("long");
    const std::string_view text = whole;
    written.head(connection, Direction::Sent, 1, Written::kRequestHead);
    written.body(connection, Direction::Sent, 1, text.substr(0, 50), wire::kPartial);
    // More than a list would look back for the beginning.
    const wire::ConnectionId other = written.open();
    for (std::uint32_t i = 1; i <= 4'000; ++i)
        written.task(other, i, "between " + std::to_string(i), 1);
    written.body(connection, Direction::Sent, 1, text.substr(50, 50), wire::kPartial);
    written.body(connection, Direction::Sent, 1, text.substr(100));
    const Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->tasks.size(), 4'001U);
    QCOMPARE(folded.snapshot->tasks[4'000].taskId, std::string("long"));
    QCOMPARE(folded.snapshot->tasks[4'000].endpoint, std::string("127.0.0.1:8402/mcp"));
    QCOMPARE(folded.rules(), QByteArrayList());
}

void TestFold::passesOverDamagedRows()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 2);
    QVERIFY(written.recorder->close());
    QFile file(QString::fromStdString(written.path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(written.recorder->row(invoke).offset) + 100));
    QCOMPARE(file.write("#"), 1);
    file.close();
    const auto opened = capture::open(written.path);
    QVERIFY(opened);
    const Folded folded(**opened);
    QCOMPARE(folded.snapshot->unreadable, 1U);
    QCOMPARE(folded.snapshot->tasks.size(), 0U);
    QCOMPARE(folded.snapshot->checkedTo, (*opened)->rowCount());
}

void TestFold::readsOnWhereItStopped()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->checkedTo, 0U);
    for (std::uint32_t i = 1; i <= 5; ++i) {
        written.task(connection, i, "task_" + std::to_string(i), 2);
        folded.advance();
        QCOMPARE(folded.snapshot->checkedTo, written.recorder->rowCount());
        QCOMPARE(folded.snapshot->tasks.size(), std::size_t { i });
    }
}

void TestFold::leavesEarlierSnapshotsAsTheyWere()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    for (std::uint32_t i = 1; i <= 130; ++i)
        written.body(connection, Direction::Sent, i, Written::invoke("task_" + std::to_string(i)));
    Folded folded(*written.recorder);
    const auto before = folded.snapshot;
    written.event(connection, Direction::Received, 130, Written::result("task_130"));
    written.body(connection, Direction::Sent, 131, Written::invoke("task_131"));
    folded.advance();
    QCOMPARE(before->tasks.size(), 130U);
    QCOMPARE(toString(before->tasks[129].ended), toString(session::End::None));
    QCOMPARE(toString(folded.snapshot->tasks[129].ended), toString(session::End::Result));
    std::vector<std::size_t> changed;
    folded.snapshot->tasks.forEachChange(before->tasks, [&](std::size_t i) { changed.push_back(i); });
    QCOMPARE(changed, (std::vector<std::size_t> { 129, 130 }));
}

void TestFold::sumsUpTasksThatShareAChannel()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent --acmp");
    const wire::RecordNo first = written.line(connection, Direction::Sent, Written::invoke("a"));
    written.line(connection, Direction::Sent, Written::invoke("b"));
    written.line(connection, Direction::Received, Written::chunk("b", 0));
    written.line(connection, Direction::Received, Written::heartbeat("a", "0.5"));
    const wire::RecordNo last = written.line(connection, Direction::Received, Written::chunk("b", 1, true));
    const wire::RecordNo result = written.line(connection, Direction::Received, Written::result("b"));
    Folded folded(*written.recorder);
    const analysis::TaskSummary a = folded.snapshot->tasks[0], b = folded.snapshot->tasks[1];
    QCOMPARE(a.invoke, first);
    QCOMPARE(a.last, last - 1);
    QCOMPARE(a.heartbeats, 1U);
    QCOMPARE(toString(a.ended), toString(session::End::None));
    QCOMPARE(a.endpoint, std::string("agent --acmp"));
    QCOMPARE(b.chunks, 2U);
    QCOMPARE(b.last, result);
    QCOMPARE(toString(b.ended), toString(session::End::Result));
    QCOMPARE(folded.rules(), QByteArrayList());
    const wire::RecordNo late = written.line(connection, Direction::Received, Written::chunk("b", 2));
    folded.advance();
    QCOMPARE(folded.snapshot->tasks[1].last, late);
    QCOMPARE(folded.snapshot->tasks[1].findings, 1U);
    QCOMPARE(folded.rules(), QByteArrayList { QByteArray::number(late) + " L1-3.7-late" });
}

void TestFold::endsAllTasksOfALostChannel()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    for (const char* const task : { "a", "b", "c" })
        written.frame(connection, Direction::Sent, Written::invoke(task));
    written.frame(connection, Direction::Sent, offerRequest());
    Folded folded(*written.recorder);
    written.close(connection, "1006: reset by peer");
    folded.advance();
    for (const std::size_t i : { 0U, 1U, 2U })
        QCOMPARE(toString(folded.snapshot->tasks[i].ended), toString(session::End::ConnectionLost));
    QCOMPARE(toString(folded.snapshot->deals[0].state), toString(session::OfferTrack::State::Failed));
}

void TestFold::putsALongLineTogether()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent");
    const std::string data(3 << 20, 'x');
    written.line(connection, Direction::Sent, Written::invoke("t"));
    const std::string whole = Written::chunk("t", 0, true, data);
    constexpr std::size_t kPiece = 64 << 10;
    std::size_t at = 0;
    for (; at + kPiece < whole.size(); at += kPiece) {
        written.line(
            connection, Direction::Received, std::string_view(whole).substr(at, kPiece), wire::kPartial);
        written.line(connection, Direction::Sent, R"({"jsonrpc":"2.0","method":"notifications/x"})");
    }
    const wire::RecordNo last
        = written.line(connection, Direction::Received, std::string_view(whole).substr(at));
    written.line(connection, Direction::Received, Written::result("t"));
    const Folded folded(*written.recorder);
    QCOMPARE(folded.rules(), QByteArrayList());
    QCOMPARE(folded.snapshot->tasks[0].chunks, 1U);
    QCOMPARE(toString(folded.snapshot->tasks[0].ended), toString(session::End::Result));
    QVERIFY(folded.exchanges.of(last));
    QVERIFY(!folded.exchanges.of(last - 2));
}

void TestFold::putsAMessageOfFragmentsTogether()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    const std::string whole = Written::invoke("t");
    const std::string_view text = whole;
    written.frame(connection, Direction::Sent, text.substr(0, 40), wire::kPartial);
    written.control(connection, Direction::Sent, "\x89\x80mask", "");
    written.control(connection, Direction::Received, "\x8a", "");
    written.frame(connection, Direction::Sent, text.substr(40, 40), wire::kPartial);
    written.control(connection, Direction::Sent, "\x89\x80mask", "");
    written.frame(connection, Direction::Sent, text.substr(80));
    const Folded folded(*written.recorder);
    QCOMPARE(folded.rules(), QByteArrayList());
    QCOMPARE(folded.snapshot->tasks.size(), 1U);
    QCOMPARE(folded.snapshot->messages, 1U);
}

void TestFold::goesOnAfterNoise()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent");
    const wire::ConnectionId log = written.openShared("stderr", "agent");
    written.line(connection, Direction::Received, "Agent 1.0");
    written.line(connection, Direction::Received, "");
    written.line(log, Direction::Received, "{ready", 0, wire::SliceKind::LogLine);
    written.line(connection, Direction::Sent, Written::invoke("t"));
    const Folded folded(*written.recorder);
    QCOMPARE(folded.rules(), (QByteArrayList { "0 STDIO-noise", "1 STDIO-noise" }));
    QCOMPARE(folded.snapshot->tasks.size(), 1U);
    QCOMPARE(folded.snapshot->messages, 3U);
}

void TestFold::saysWhereAWebSocketLeads()
{
    Written written;
    const wire::ConnectionId served = written.openShared("ws", "", wire::Role::Server, "127.0.0.1:50001");
    written.head(served, Direction::Received, 1, "GET /shop/ws HTTP/1.1\r\nHost: 127.0.0.1:8402\r\n\r\n");
    written.head(served, Direction::Sent, 1, "HTTP/1.1 101 Switching Protocols\r\n\r\n");
    written.frame(served, Direction::Received, Written::invoke("served"));
    const wire::ConnectionId asked = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    written.frame(asked, Direction::Sent, Written::invoke("asked"));
    const Folded folded(*written.recorder);
    QCOMPARE(folded.snapshot->tasks[0].endpoint, std::string("127.0.0.1:8402/shop/ws"));
    QCOMPARE(folded.snapshot->tasks[1].endpoint, std::string("127.0.0.1:8402/ws"));
}

void TestFold::saysWhichRowsAnExchangeHas()
{
    Written written;
    const wire::ConnectionId one = written.openShared("stdio", "agent");
    const wire::ConnectionId other = written.openShared("stdio", "agent");
    const wire::RecordNo request = written.line(one, Direction::Sent, Written::invoke("a"));
    written.line(other, Direction::Sent, Written::invoke("b"));
    written.line(one, Direction::Sent, Written::invoke("c"));
    const wire::RecordNo chunk = written.line(one, Direction::Received, Written::chunk("a", 0, true));
    written.line(other, Direction::Received, Written::result("b"));
    Folded folded(*written.recorder);
    const analysis::Exchanges& exchanges = folded.exchanges;
    QVERIFY(exchanges.of(chunk));
    QCOMPARE(exchanges.of(chunk)->exchange, 1U);
    QCOMPARE(exchanges.of(request + 2)->exchange, 2U);
    const auto rows = exchanges.rowsOf(*written.recorder, *exchanges.of(chunk));
    QCOMPARE(rows.request, request);
    QCOMPARE(rows.answer, wire::kNoRecord);
    const wire::RecordNo answer = written.line(one, Direction::Received, Written::result("a"));
    const wire::RecordNo late = written.line(one, Direction::Received, Written::chunk("a", 1));
    const wire::RecordNo noise = written.line(one, Direction::Received, "noise");
    folded.advance();
    QVERIFY(!exchanges.of(noise));
    for (const wire::RecordNo row : { request, chunk, answer, late }) {
        const auto all = exchanges.rowsOf(*written.recorder, *exchanges.of(row));
        QCOMPARE(all.request, request);
        QCOMPARE(all.answer, answer);
        QCOMPARE(all.readTo, exchanges.size());
    }
}

QTEST_GUILESS_MAIN(TestFold)
#include "tst_fold.moc"
