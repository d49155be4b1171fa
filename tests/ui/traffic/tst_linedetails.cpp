// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/analysis/fold.h"
#include "ui/traffic/facts.h"

#include "protocol/capture/capturefile.h"

#include <QFile>
#include <QTest>

using traffic::LineDetails;
using wire::Direction;

namespace {

LineDetails detailsOf(const capture::Record& record, wire::RecordNo row)
{
    return traffic::readDetails(record, nullptr, { false, row }, false);
}

QString valueOf(const LineDetails& details, const capture::Record& record, const QString& name)
{
    traffic::Items items(record);
    items.catchUp();
    for (const traffic::Fact& fact : traffic::factsOf(details, items, record.startedAt())) {
        if (fact.name == name)
            return fact.value;
    }
    return {};
}

QByteArray piece(const QByteArray& bytes, const std::optional<LineDetails::Range>& range)
{
    return range ? bytes.mid(range->offset, range->length) : QByteArray();
}

} // namespace

class TestLineDetails final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsBothHeadsOfTheExchange();
    void findsTheHeadsOfTheRightExchange();
    void takesAContinueForPartOfTheResponse();
    void putsAMessageTogether();
    void showsAPartAsItIs();
    void marksANodesBytes();
    void marksOnlyWhatIsCertain();
    void saysWhyAConnectionClosed();
    void saysWhatIsDamaged();
    void showsTheTraceContext();
    void explainsAFinding();
    void pairsTheRowsOfASharedChannel();
    void showsAWebSocketsHandshake();
    void putsAMaskedMessageTogether();
};

void TestLineDetails::findsBothHeadsOfTheExchange()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 2);
    for (wire::RecordNo row = 0; row < written.recorder->rowCount(); ++row) {
        const LineDetails details = detailsOf(*written.recorder, row);
        QCOMPARE(details.request.row, invoke - 1);
        QCOMPARE(details.response.row, invoke + 1);
        QCOMPARE(details.request.bytes, QByteArray::fromStdString(std::string(Written::kRequestHead)));
        QCOMPARE(details.response.bytes, QByteArray::fromStdString(std::string(Written::kStreamHead)));
    }
}

void TestLineDetails::findsTheHeadsOfTheRightExchange()
{
    Written written;
    const wire::ConnectionId served = written.open(wire::Role::Server, "127.0.0.1:50001");
    written.task(served, 1, "a", 1, Direction::Received);
    written.head(served, Direction::Received, 2, "GET /second HTTP/1.1\r\n\r\n");
    written.task(written.open(), 1, "between", 1);
    const wire::RecordNo body = written.body(served, Direction::Received, 2, Written::invoke("b"));
    QCOMPARE(detailsOf(*written.recorder, body).response.row, wire::kNoRecord);
    written.task(written.open(), 1, "between too", 1);
    const wire::RecordNo response = written.head(served, Direction::Sent, 2, "HTTP/1.1 202 Accepted\r\n\r\n");
    const LineDetails details = detailsOf(*written.recorder, body);
    QCOMPARE(details.request.bytes, QByteArray("GET /second HTTP/1.1\r\n\r\n"));
    QCOMPARE(details.response.row, response);
}

void TestLineDetails::takesAContinueForPartOfTheResponse()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.head(connection, Direction::Sent, 1, "POST / HTTP/1.1\r\n\r\n");
    written.head(connection, Direction::Received, 1, "HTTP/1.1 100 Continue\r\n\r\n");
    const wire::RecordNo last = written.head(connection, Direction::Received, 1, "HTTP/1.1 200 OK\r\n\r\n");
    const wire::RecordNo body = written.body(connection, Direction::Received, 1, "1");
    const LineDetails details = detailsOf(*written.recorder, body);
    QCOMPARE(details.response.bytes, QByteArray("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"));
    QCOMPARE(details.response.row, last);
}

void TestLineDetails::putsAMessageTogether()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo first = written.body(connection, Direction::Sent, 1, "{\"a\":", wire::kPartial);
    written.body(written.open(), Direction::Sent, 1, "[]");
    written.body(connection, Direction::Sent, 1, "1,\"b\"", wire::kPartial);
    const wire::RecordNo last = written.body(connection, Direction::Sent, 1, ":2345}");
    const LineDetails details = detailsOf(*written.recorder, last);
    QVERIFY(details.isWhole);
    QCOMPARE(details.message, QByteArray("{\"a\":1,\"b\":2345}"));
    QCOMPARE(details.bytes, QByteArray(":2345}"));
    QCOMPARE(details.firstRow, first);
    QCOMPARE(piece(details.bytes, details.inBytes(details.message.indexOf("2345"), 4)), QByteArray("2345"));
    QVERIFY(!details.inBytes(1, 3)); // lies in an earlier row
    QCOMPARE(valueOf(details, *written.recorder, QStringLiteral("Begins in")), QStringLiteral("row 0"));
}

void TestLineDetails::showsAPartAsItIs()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    written.body(connection, Direction::Sent, 1, "{\"a\":", wire::kPartial);
    const wire::RecordNo part = written.body(connection, Direction::Sent, 1, "1,", wire::kPartial);
    const LineDetails details = detailsOf(*written.recorder, part);
    QVERIFY(!details.isWhole);
    QCOMPARE(details.message, QByteArray("1,"));
}

void TestLineDetails::marksANodesBytes()
{
    Written written;
    const wire::RecordNo row
        = written.event(written.open(), Direction::Received, 1, Written::chunk("task", 7, false, "x y"));
    const LineDetails details = detailsOf(*written.recorder, row);
    for (const QByteArray& node : { QByteArray("\"task\""), QByteArray("7"), QByteArray("\"x y\"") }) {
        const qsizetype offset = details.message.indexOf(node);
        QCOMPARE(piece(details.bytes, details.inBytes(offset, node.size())), node);
    }
}

void TestLineDetails::marksOnlyWhatIsCertain()
{
    Written written;
    const wire::RecordNo row = written.add({ .connection = written.open(),
        .direction = Direction::Received,
        .kind = wire::SliceKind::HttpBody,
        .flags = wire::kDetached,
        .at = {},
        .exchange = 1,
        .bytes = "f\r\n[\"first\",\"first\r\n5\r\n\",42]\r\n",
        .payload = "[\"first\",\"first\",42]" });
    const LineDetails details = detailsOf(*written.recorder, row);
    QCOMPARE(details.message, QByteArray("[\"first\",\"first\",42]"));
    QVERIFY(!details.inBytes(1, 7)); // "first" with its quotes: twice in the message, once in the bytes
    QVERIFY(!details.inBytes(17, 2)); // too short
    const auto second = details.inBytes(9, 6);
    QVERIFY(second);
    QCOMPARE(second->offset, details.bytes.lastIndexOf("\"first"));
}

void TestLineDetails::saysWhyAConnectionClosed()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo row = written.body(connection, Direction::Sent, 1, "1");
    const auto value = [&](const char* name) {
        return valueOf(detailsOf(*written.recorder, row), *written.recorder, QLatin1String(name));
    };
    QCOMPARE(value("Closed at"), QStringLiteral("still open"));
    QCOMPARE(value("Connection"), QStringLiteral("#1, exchange 1 on it, http, we are the client"));
    written.close(connection, "<b>reset</b> by peer");
    QCOMPARE(value("Closed"), QStringLiteral("<b>reset</b> by peer"));
    QVERIFY(value("Closed at") != QStringLiteral("still open"));
}

void TestLineDetails::showsTheTraceContext()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo asked = written.body(connection, Direction::Sent, 1,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/"
        "discover\",\"params\":{\"_meta\":{\"traceparent\":\"00-ab\"}}}");
    const wire::RecordNo answered = written.body(connection, Direction::Received, 1,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"traceparent\":\"elsewhere\"}}");
    const auto trace = [&](wire::RecordNo row) {
        return valueOf(detailsOf(*written.recorder, row), *written.recorder, QStringLiteral("Trace"));
    };
    QCOMPARE(trace(asked), QStringLiteral("00-ab"));
    QCOMPARE(trace(answered), QString());
}

void TestLineDetails::saysWhatIsDamaged()
{
    Written written;
    const wire::RecordNo invoke = written.task(written.open(), 1, "t", 1);
    QVERIFY(written.recorder->close());
    QFile file(QString::fromStdString(written.path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>(written.recorder->row(invoke).offset) + 100));
    QCOMPARE(file.write("#"), 1);
    file.close();
    const auto opened = capture::open(written.path);
    QVERIFY(opened);
    const LineDetails details = detailsOf(**opened, invoke);
    QVERIFY(details.bytes.isEmpty());
    QVERIFY(details.problem.contains(QStringLiteral("can't be read")));
    QVERIFY(!valueOf(details, **opened, QStringLiteral("Damaged")).isEmpty());
    QCOMPARE(details.request.row, invoke - 1);
}

void TestLineDetails::explainsAFinding()
{
    const acmp::Finding finding { &acmp::rule("L1-3.5-seq-gap"), "2", "<i>3", { 5, "/params/seq", 0 } };
    const traffic::Fact fact = traffic::factOf(finding);
    QVERIFY(fact.name.endsWith(QStringLiteral("L1-3.5-seq-gap")));
    QVERIFY(fact.value.startsWith(QStringLiteral("expected 2, found <i>3.")));
    QVERIFY(fact.value.contains(QStringLiteral("Layer 1 §3.5")));
    QVERIFY(fact.value.endsWith(QStringLiteral("At /params/seq.")));
}

void TestLineDetails::pairsTheRowsOfASharedChannel()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("stdio", "agent --acmp");
    const wire::RecordNo a = written.line(connection, Direction::Sent, Written::invoke("a"));
    const wire::RecordNo b = written.line(connection, Direction::Sent, Written::invoke("b"));
    const wire::RecordNo noise = written.line(connection, Direction::Received, "noise");
    const wire::RecordNo chunk = written.line(connection, Direction::Received, Written::chunk("a", 0, true));
    const wire::RecordNo answer = written.line(connection, Direction::Received, Written::result("a"));
    const wire::RecordNo late = written.line(connection, Direction::Received, Written::chunk("a", 1));
    analysis::Findings findings;
    analysis::Exchanges exchanges;
    analysis::Fold fold(*written.recorder, findings, exchanges);
    while (fold.advance(100)) { }
    const auto value = [&](wire::RecordNo row, const char* name) {
        const LineDetails details
            = traffic::readDetails(*written.recorder, &exchanges, { false, row }, false);
        return valueOf(details, *written.recorder, QLatin1String(name));
    };
    QCOMPARE(value(a, "Answer"), QStringLiteral("row %1, 4.00 ms later").arg(answer));
    QCOMPARE(value(a, "Connection"), QStringLiteral("#1, exchange 1 on it, stdio, we are the client"));
    QCOMPARE(value(b, "Answer"), QStringLiteral("not yet"));
    QCOMPARE(value(b, "Connection"), QStringLiteral("#1, exchange 2 on it, stdio, we are the client"));
    QCOMPARE(value(chunk, "Belongs to"), QStringLiteral("row %1, 3.00 ms before").arg(a));
    QCOMPARE(value(chunk, "Answer"), QStringLiteral("row %1, 1.00 ms later").arg(answer));
    QCOMPARE(value(answer, "Answers"), QStringLiteral("row %1, 4.00 ms before").arg(a));
    QCOMPARE(value(answer, "Answer"), QString());
    QCOMPARE(value(late, "Answer"), QStringLiteral("row %1, 1.00 ms before this one").arg(answer));
    QCOMPARE(value(noise, "Answer"), QString());
    QCOMPARE(value(noise, "Connection"), QStringLiteral("#1, stdio, we are the client"));
}

void TestLineDetails::showsAWebSocketsHandshake()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    const wire::RecordNo request
        = written.head(connection, Direction::Sent, 1, "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n");
    const wire::RecordNo response
        = written.head(connection, Direction::Received, 1, "HTTP/1.1 101 Switching Protocols\r\n\r\n");
    written.task(written.open(), 1, "another connection's", 1);
    const wire::RecordNo frame = written.frame(connection, Direction::Sent, Written::invoke("t"));
    const wire::RecordNo pong = written.control(connection, Direction::Received, "\x8a", "");
    for (const wire::RecordNo row : { request, response, frame, pong }) {
        const LineDetails details = detailsOf(*written.recorder, row);
        QCOMPARE(details.request.row, request);
        QCOMPARE(details.response.row, response);
    }
    const wire::RecordNo line
        = written.line(written.openShared("stdio", "agent"), Direction::Sent, Written::invoke("t"));
    QCOMPARE(detailsOf(*written.recorder, line).request.row, wire::kNoRecord);
}

void TestLineDetails::putsAMaskedMessageTogether()
{
    Written written;
    const wire::ConnectionId connection = written.openShared("ws", "ws://127.0.0.1:8402/ws");
    const wire::RecordNo first = written.frame(connection, Direction::Sent, "{\"a\":", wire::kPartial);
    written.control(connection, Direction::Sent, "\x89\x80mask", "");
    const wire::RecordNo last = written.frame(connection, Direction::Sent, "\"text\"}");
    const LineDetails details = detailsOf(*written.recorder, last);
    QCOMPARE(details.message, QByteArray("{\"a\":\"text\"}"));
    QCOMPARE(details.firstRow, first);
    QVERIFY(details.bytes.startsWith("\x81?mask"));
    QVERIFY(!details.inBytes(details.message.indexOf("text"), 4)); // masked: nowhere in the bytes
    QVERIFY(traffic::readDetails(*written.recorder, nullptr, { false, last - 1 }, false).message.isEmpty());
}

QTEST_GUILESS_MAIN(TestLineDetails)
#include "tst_linedetails.moc"
