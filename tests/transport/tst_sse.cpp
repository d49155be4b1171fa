// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/sse.h"

#include <QTest>

#include <vector>

using http::SseParser;

namespace {

class Log final : public http::SseObserver {
public:
    std::string text;
    std::vector<std::size_t> ends;
    std::size_t views = 0;
    int stopAfter = -1;

    bool sseEvent(const http::SseEvent& event, std::size_t end) override
    {
        text += '[' + std::string(event.type) + '|' + std::string(event.data) + '|'
            + std::string(event.lastEventId) + ']';
        ends.push_back(end);
        views += event.inPiece ? 1 : 0;
        return --stopAfter != 0;
    }
    bool sseComment(std::string_view comment) override
    {
        text += '(' + std::string(comment) + ')';
        return true;
    }
    bool sseBlockEnd(std::size_t) override
    {
        text += '-';
        return true;
    }
};

constexpr std::size_t kLimit = 1000;

std::string parse(std::string_view stream, const std::vector<std::size_t>& cuts)
{
    Log log;
    SseParser parser(log, kLimit);
    std::size_t from = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
        const std::size_t to = i < cuts.size() ? cuts[i] : stream.size();
        // A copy that dies: a view kept beyond the call would be seen by the sanitizer.
        const std::string piece(stream.substr(from, to - from));
        from = to;
        if (const auto error = parser.feed(piece)) {
            return log.text + "error: " + error->message;
        }
    }
    if (parser.retryMs()) {
        log.text += "retry " + std::to_string(*parser.retryMs());
    }
    if (parser.isWithinEvent()) {
        log.text += "…";
    }
    return log.text;
}

std::string parseEachWay(std::string_view stream)
{
    const std::string whole = parse(stream, {});
    std::vector<std::size_t> each;
    for (std::size_t cut = 1; cut < stream.size(); ++cut) {
        each.push_back(cut);
        if (const std::string other = parse(stream, { cut }); other != whole) {
            return "cut at " + std::to_string(cut) + ": " + other + " instead of " + whole;
        }
    }
    if (const std::string other = parse(stream, each); other != whole) {
        return "byte by byte: " + other + " instead of " + whole;
    }
    return whole;
}

} // namespace

class SseTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void handsOutViewsOfThePiece();
    void saysWhereEventsEnd();
    void stopsWhenAsked();
    void refusesALineWithoutEnd();
    void writes_data();
    void writes();
};

void SseTest::parses_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("events");
    const auto row = [](const char* name, const QByteArray& stream, const char* events) {
        QTest::newRow(name) << stream << QByteArray(events);
    };
    row("LF", "data: a\n\ndata: b\n\n", "[|a|][|b|]");
    row("CR LF", "data: a\r\n\r\ndata: b\r\n\r\n", "[|a|][|b|]");
    row("CR", "data: a\r\rdata: b\r\r", "[|a|][|b|]");
    row("mixed line ends", "data: a\r\ndata: b\n\rdata: c\n\r\n", "[|a\nb|][|c|]");
    row("byte order mark",
        "\xEF\xBB\xBF"
        "data: a\n\n",
        "[|a|]");
    row("second byte order mark is text",
        "\xEF\xBB\xBF\xEF\xBB\xBF"
        "data: a\n\ndata: b\n\n",
        "-[|b|]");
    row("two thirds of a byte order mark",
        "\xEF\xBB"
        "data: a\n\ndata: b\n\n",
        "-[|b|]");
    row("mark after the start is text",
        "data: a\n\n\xEF\xBB\xBF"
        "data: b\n\n",
        "[|a|]-");
    row("comment", ": hello\n\ndata: a\n:in between\n\n", "( hello)-(in between)[|a|]");
    row("no space", "data:a\n\n", "[|a|]");
    row("two spaces", "data:  a\n\n", "[| a|]");
    row("no colon", "data\n\n", "[||]");
    row("two lines without a colon", "data\ndata\n\n", "[|\n|]");
    row("empty data", "data:\n\n", "[||]");
    row("several lines", "data: a\ndata:\ndata: c\n\n", "[|a\n\nc|]");
    row("type", "event: add\ndata: a\n\ndata: b\n\n", "[add|a|][|b|]");
    row("type message is the default", "event: message\ndata: a\n\n", "[|a|]");
    row("type without data", "event: add\n\ndata: b\n\n", "-[|b|]");
    row("id stays", "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", "[|a|1][|b|1][|c|]");
    row("id with NUL", QByteArray("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", 31), "[|a|1][|b|1]");
    row("retry", "retry: 250\n\nretry: 1s\n\n", "--retry 250");
    row("unknown field", "foo: bar\ndata: a\n\n", "[|a|]");
    row("name in capitals", "Data: a\n\n", "-");
    row("space before the name", " data: a\n\n", "-");
    row("colon in the data", "data: a: b\n\n", "[|a: b|]");
    row("no empty line at the end", "data: a\n\ndata: b\n", "[|a|]…");
    row("cut within a line", "data: a\n\ndata", "[|a|]…");
    row("empty lines only", "\n\n\r\n", "");
    row("NUL in the data", QByteArray("data: a\0b\n\n", 11), "[|a");
    row("text beyond ASCII", "data: \xf0\x9f\x98\x80\n\n", "[|\xf0\x9f\x98\x80|]");
    row("over the limit in one line", "data: " + QByteArray(995, 'a') + "\n\n",
        "error: an event of the stream is over 1000 bytes");
    row("over the limit in several", QByteArray("data: 0123456789\n").repeated(100) + '\n',
        "error: an event of the stream is over 1000 bytes");
    row("at the limit", "data: " + QByteArray(3, 'a') + "\n\n", "[|aaa|]");
    row("without an end", QByteArray(5'000, 'a'), "error: an event of the stream is over 1000 bytes");
}

void SseTest::parses()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, events);
    const QByteArray parsed = QByteArray::fromStdString(parseEachWay(stream.toStdString()));
    if (stream.contains('\0') && !events.contains("1]")) {
        QCOMPARE(parsed, QByteArray("[|a\0b|]", 7));
    } else {
        QCOMPARE(parsed, events);
    }
}

void SseTest::handsOutViewsOfThePiece()
{
    Log log;
    SseParser parser(log, kLimit);
    QVERIFY(!parser.feed("event: message\ndata: one\n\ndata: two\ndata: lines\n\ndata: cu"));
    QVERIFY(!parser.feed("t\n\ndata: last\n\n"));
    QCOMPARE(log.text, std::string("[|one|][|two\nlines|][|cut|][|last|]"));
    QCOMPARE(log.views, std::size_t { 2 });
}

void SseTest::saysWhereEventsEnd()
{
    Log log;
    SseParser parser(log, kLimit);
    QVERIFY(!parser.feed("data: a\r\n\r\ndata: b\n\nda"));
    QVERIFY(!parser.feed("ta: c\r\n\r"));
    // The LF belongs to the event before it, which was told already.
    QVERIFY(!parser.feed("\ndata: d\n\n"));
    QCOMPARE(log.ends, (std::vector<std::size_t> { 11, 20, 8, 10 }));
}

void SseTest::stopsWhenAsked()
{
    Log log;
    log.stopAfter = 2;
    SseParser parser(log, kLimit);
    QVERIFY(!parser.feed("data: a\n\ndata: b\n\ndata: c\n\n"));
    QCOMPARE(log.text, std::string("[|a|][|b|]"));
}

void SseTest::refusesALineWithoutEnd()
{
    Log log;
    SseParser parser(log, std::size_t { 1 } << 20);
    const std::string piece(65'536, 'x');
    int fed = 0;
    std::optional<wire::Error> error;
    for (; !error && fed < 1'000; ++fed) {
        error = parser.feed(piece);
    }
    QVERIFY(error);
    QCOMPARE(error->kind, wire::ErrorKind::TooLarge);
    QCOMPARE(fed, 17);
}

void SseTest::writes_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("one line") << QByteArray("message") << QByteArray("{}")
                              << QByteArray("event: message\ndata: {}\n\n");
    QTest::newRow("no type") << QByteArray() << QByteArray("a") << QByteArray("data: a\n\n");
    QTest::newRow("empty") << QByteArray() << QByteArray() << QByteArray("data: \n\n");
    QTest::newRow("every line end") << QByteArray() << QByteArray("a\nb\r\nc\rd\n")
                                    << QByteArray("data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
}

void SseTest::writes()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, text);
    std::string out;
    http::appendSseEvent(out, type.toStdString(), data.toStdString());
    QCOMPARE(QByteArray::fromStdString(out), text);
}

QTEST_GUILESS_MAIN(SseTest)
#include "tst_sse.moc"
