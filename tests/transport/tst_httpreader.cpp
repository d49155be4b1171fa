// SPDX-License-Identifier: Apache-2.0
#include "readerlog.h"

#include <QTest>

using http::HttpReader;

namespace {

using Events = std::vector<std::string>;

std::string bytes(const QByteArray& text)
{
    return text.toStdString();
}

struct Way {
    HttpReader::Mode mode;
    bool head = false;
    bool end = true;
    http::ReaderLimits limits {};
};

Events read(const Way& way, std::string_view stream, const std::vector<std::size_t>& cuts)
{
    ReaderLog log;
    HttpReader reader(way.mode, log, way.limits);
    reader.expectAnswerTo(way.head ? "HEAD" : "POST");
    log.feed(reader, stream, cuts, way.end);
    return log.events;
}

// Whole, in two pieces cut at every byte, and byte by byte: the same events.
Events readEachWay(const Way& way, std::string_view stream)
{
    const Events whole = read(way, stream, {});
    std::vector<std::size_t> each;
    for (std::size_t cut = 1; cut < stream.size(); ++cut) {
        each.push_back(cut);
        // Of long streams the two ends are enough: what lies between is filling.
        if (cut > 600 && cut + 600 < stream.size()) {
            continue;
        }
        if (const Events cutOnce = read(way, stream, { cut }); cutOnce != whole) {
            return { "cut at " + std::to_string(cut) + " differs: " + (cutOnce.empty() ? "" : cutOnce.back())
                + " instead of " + (whole.empty() ? "" : whole.back()) };
        }
    }
    if (const Events byByte = read(way, stream, each); byByte != whole) {
        return { "byte by byte differs: " + (byByte.empty() ? "" : byByte.back()) + " instead of "
            + (whole.empty() ? "" : whole.back()) };
    }
    return whole;
}

QByteArray joined(const Events& events)
{
    QByteArray all;
    for (const std::string& event : events) {
        all += QByteArray::fromStdString(event) + '\n';
    }
    return all;
}

const QByteArray kOk = "HTTP/1.1 200 OK\r\n";
const QByteArray kChunked = kOk + "Transfer-Encoding: chunked\r\n\r\n";
const QByteArray kPost = "POST / HTTP/1.1\r\nHost: a\r\n";

} // namespace

class HttpReaderTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsResponses_data();
    void readsResponses();
    void readsRequests_data();
    void readsRequests();
    void refuses_data();
    void refuses();
    void keepsToItsLimits_data();
    void keepsToItsLimits();
    void takesAHeadAtTheLimit();
    void refusesAPlainChunkLineOverTheLimit();
    void leavesPipelinedBytes();
    void answerToHeadHasNoBody();
    void stopsFromWithinAnEvent();
    void saysWhetherTheConnectionLives();
    void feedsByteByByteInLinearTime();
};

void HttpReaderTest::readsResponses_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("events");
    QTest::newRow("order, case and duplicates of fields are kept")
        << kOk + "sEt-cOOkie: a\r\nX-One:1\r\nSet-Cookie: b\r\nX-Two:  2 \t\r\nContent-Length: 0\r\n\r\n"
        << QByteArray("response 200 OK [0,90)\n  sEt-cOOkie=a\n  X-One=1\n  Set-Cookie=b\n  X-Two=2\n"
                      "  Content-Length=0\nend 90\n");
    QTest::newRow("length")
        << kOk + "Content-Length: 5\r\n\r\nhello"
        << QByteArray("response 200 OK [0,38)\n  Content-Length=5\nbody hello [38,43)\nend 43\n");
    QTest::newRow("chunks") << kChunked + "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n"
                            << QByteArray(
                                   "response 200 OK [0,47)\n  Transfer-Encoding=chunked\nchunk 5 [47,50)\n"
                                   "body hello [50,55)\nchunk 6 [55,60)\nbody  world [60,66)\n"
                                   "chunk 0 [66,71)\nend 73\n");
    QTest::newRow("chunk extension and trailers")
        << kChunked + "5;a=\"b\"\r\nhello\r\n0;z\r\nTr: 1\r\nTr: 2\r\n\r\n"
        << QByteArray("response 200 OK [0,47)\n  Transfer-Encoding=chunked\nchunk 5;a=\"b\" [47,56)\n"
                      "body hello [56,61)\nchunk 0;z [61,68)\ntrailers\n  Tr=1\n  Tr=2\nend 84\n");
    QTest::newRow("trailers are those of their own message")
        << kChunked + "0\r\nA: 1\r\n\r\n" + kChunked + "0\r\nB: 2\r\n\r\n"
        << QByteArray(
               "response 200 OK [0,47)\n  Transfer-Encoding=chunked\nchunk 0 [47,50)\ntrailers\n  A=1\n"
               "end 58\nresponse 200 OK [58,105)\n  Transfer-Encoding=chunked\nchunk 0 [105,108)\n"
               "trailers\n  B=2\nend 116\n");
    QTest::newRow("chunk size with zeros in front")
        << kChunked + "0005\r\nhello\r\n000\r\n\r\n"
        << QByteArray(
               "response 200 OK [0,47)\n  Transfer-Encoding=chunked\nchunk 5 [47,53)\nbody hello [53,58)\n"
               "chunk 0 [58,65)\nend 67\n");
    QTest::newRow("until the end") << kOk + "\r\nhello"
                                   << QByteArray("response 200 OK [0,19)\nbody hello [19,24)\nend 24\n");
    QTest::newRow("1xx first") << "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + kOk
            + "Content-Length: 0\r\n\r\n"
                               << QByteArray("interim 103 [0,37)\n  Link=x\nresponse 200 OK [37,75)\n"
                                             "  Content-Length=0\nend 75\n");
    QTest::newRow("101 ends HTTP") << QByteArray("HTTP/1.1 101 S\r\nUpgrade: websocket\r\n\r\n\x81\x05")
                                   << QByteArray("response 101 S [0,38)\n  Upgrade=websocket\nend 38\n");
    QTest::newRow("204 has no body") << QByteArray("HTTP/1.1 204 \r\n\r\n")
                                     << QByteArray("response 204  [0,17)\nend 17\n");
    QTest::newRow("folded field") << kOk + "X: a\r\n  b\r\nContent-Length: 0\r\n\r\n"
                                  << QByteArray(
                                         "response 200 OK [0,49)\n  X=a b\n  Content-Length=0\nend 49\n");
    QTest::newRow("text beyond ASCII")
        << kOk + "X: \xc3\xa9\r\nContent-Length: 0\r\n\r\n"
        << QByteArray("response 200 OK [0,45)\n  X=\xc3\xa9\n  Content-Length=0\n"
                      "end 45\n");
    QTest::newRow("nothing at all") << QByteArray("") << QByteArray("");
}

void HttpReaderTest::readsResponses()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, events);
    QCOMPARE(joined(readEachWay({ HttpReader::Mode::Responses }, bytes(stream))), events);
}

void HttpReaderTest::readsRequests_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("events");
    QTest::newRow("no body") << QByteArray("GET /a?b HTTP/1.0\r\n\r\n")
                             << QByteArray("request GET /a?b 1.0 [0,21)\nend 21\n");
    QTest::newRow("body") << kPost + "Content-Length: 2\r\n\r\n{}"
                          << QByteArray(
                                 "request POST / 1.1 [0,47)\n  Host=a\n  Content-Length=2\nbody {} [47,49)\n"
                                 "end 49\n");
    QTest::newRow("two, an empty line between them")
        << "GET /a HTTP/1.1\r\nHost: a\r\n\r\n\r\n" + kPost + "Content-Length: 0\r\n\r\n"
        << QByteArray("request GET /a 1.1 [0,28)\n  Host=a\nend 28\nrequest POST / 1.1 [28,77)\n  Host=a\n"
                      "  Content-Length=0\nend 77\n");
    QTest::newRow("chunked") << kPost + "transfer-encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
                             << QByteArray(
                                    "request POST / 1.1 [0,56)\n  Host=a\n  transfer-encoding=Chunked\n"
                                    "chunk 2 [56,59)\nbody {} [59,61)\nchunk 0 [61,66)\nend 68\n");
}

void HttpReaderTest::readsRequests()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, events);
    QCOMPARE(joined(readEachWay({ HttpReader::Mode::Requests }, bytes(stream))), events);
}

void HttpReaderTest::refuses_data()
{
    QTest::addColumn<bool>("isRequest");
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("refusal");
    const auto row = [](const char* name, bool isRequest, const QByteArray& stream, const char* refusal) {
        QTest::newRow(name) << isRequest << stream << QByteArray(refusal);
    };
    row("coding after chunked", true, kPost + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "501 a Transfer-Encoding that is not understood: expected chunked, found Transfer-Encoding: chunked, "
        "identity "
        "(at byte 26)");
    row("gzip coding", true, kPost + "Transfer-Encoding: gzip\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
        "501 a Transfer-Encoding that is not understood: expected chunked, found Transfer-Encoding: gzip (at "
        "byte 26)");
    row("coding of a response", false, kOk + "Transfer-Encoding: xchunked\r\n\r\n",
        "501 a Transfer-Encoding that is not understood: expected chunked, found Transfer-Encoding: xchunked "
        "(at byte 17)");
    row("chunked twice", true, kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        "501 a Transfer-Encoding that is not understood: expected chunked, found Transfer-Encoding: chunked "
        "(at byte 54)");
    row("length and coding", true, kPost + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "400 both Content-Length and Transfer-Encoding: expected one of them (at byte 45)");
    row("coding and length", false, kOk + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        "400 both Content-Length and Transfer-Encoding: expected one of them (at byte 45)");
    row("two equal lengths", true, kPost + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "400 two lengths: expected one Content-Length, found Content-Length: 5 (at byte 45)");
    row("two lengths", false, kOk + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "400 two lengths: expected one Content-Length, found Content-Length: 6 (at byte 36)");
    row("two lengths in one field", true, kPost + "Content-Length: 5, 5\r\n\r\nhello",
        "400 two lengths: expected one Content-Length, found Content-Length: 5, 5 (at byte 26)");
    row("signed length", false, kOk + "Content-Length: +5\r\n\r\nhello",
        "400 a Content-Length that is no number: expected decimal digits, found Content-Length: +5 (at byte "
        "17)");
    row("two hosts", true, "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        "400 two Host fields: expected one, found host: a (at byte 25)");
    row("LF in a head", false, "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        "400 a line of the head ends in LF alone: expected CR LF, found \\x0a (at byte 15)");
    row("LF after the first line", true, "GET / HTTP/1.1\r\nHost: a\n\n",
        "400 a line of the head ends in LF alone: expected CR LF, found \\x0a (at byte 23)");
    row("CR in a head", true, "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "400 a line of the head holds a CR alone: expected CR LF, found \\x0db (at byte 23)");
    row("NUL in a head", false, kOk + QByteArray("X: a\0b\r\n\r\n", 10),
        "400 the head holds a NUL byte: expected text, found \\x00 (at byte 21)");
    row("control character", true,
        "GET / HTTP/1.1\r\nX: \x0b"
        "chunked\r\n\r\n",
        "400 the head holds a control character: expected text, found \\x0b (at byte 19)");
    row("HTTP/2 preface", true, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "505 the peer insists on HTTP/2: expected HTTP/1.1, found PRI * HTTP/2.0 (at byte 0)");
    row("HTTP/2 status line", false, "HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        "505 the peer insists on HTTP/2: expected HTTP/1.1, found HTTP/2 (at byte 0)");
    row("HTTP/2 settings", false, QByteArray("\0\0\x12\4\0\0\0\0\0\0\3", 11),
        "505 the peer insists on HTTP/2: expected HTTP/1.1, found a SETTINGS frame (at byte 0)");
    row("version of a request", true, "GET / HTTP/3.0\r\nHost: a\r\n\r\n",
        "505 the peer insists on HTTP/2: expected HTTP/1.0 or HTTP/1.1, found GET / HTTP/3.0 (at byte 0)");
    row("TLS hello", true, QByteArray("\x16\3\1\2\0\1\0\1\xfc\3\3", 11),
        "400 the peer speaks TLS to a port for plain HTTP: expected a request line, found a TLS hello (at "
        "byte 0)");
    row("TLS alert", false, QByteArray("\x15\3\3\0\2\2\x16", 7),
        "400 the peer speaks TLS where plain HTTP was expected: expected HTTP/1.1, found a TLS record (at "
        "byte 0)");
    row("no HTTP", false, "SSH-2.0-OpenSSH\r\n",
        "400 the answer is no HTTP/1.1: expected HTTP/1.1, found S (at byte 0)");
    row("status below 100", false, "HTTP/1.1 099 X\r\n\r\n",
        "400 a status that is none: expected 100 to 999, found 99 (at byte 0)");
    row("request line cut short", true, "GET / HT\r\n\r\n",
        "400 the head can't be read (too short): expected a request line, found GET / HT (at byte 0)");
    row("space before a colon", false, kOk + "X : 1\r\n\r\n",
        "400 the head can't be read (bad field): expected a header field, found X : 1 (at byte 17)");
    row("body cut short", false, kOk + "Content-Length: 50\r\n\r\nhello",
        "400 the body was cut short: expected 45 more bytes, found the connection's end (at byte 44)");
    row("cut within a chunk", false, kChunked + "5\r\nhel",
        "400 the body was cut short: expected more chunks, found the connection's end (at byte 53)");
    row("cut after the last chunk's size", false, kChunked + "5\r\nhello\r\n0\r\n",
        "400 the body was cut short: expected more chunks, found the connection's end (at byte 55)");
    row("cut within a head", true, "GET / HT",
        "400 closed within a head: expected an empty line that ends it, found the connection's end (at byte "
        "0)");
    row("LF after a chunk's size", false, kChunked + "5\nhello\n0\n\n",
        "400 chunk framing has a line that ends in LF alone: expected CR LF, found \\x0a (at byte 48)");
    row("no line end after a chunk", false, kChunked + "5\r\nhelloo\r\n0\r\n\r\n",
        "400 a chunk's data is not followed by a line end: expected CR LF, found o (at byte 55)");
    row("chunk size that is none", false, kChunked + "xyz\r\n",
        "400 chunk framing can't be read (bad chunk): expected the size of a chunk in hex, "
        "found xyz "
        "(at byte 47)");
    row("chunk size of 17 digits", false, kChunked + "11111111111111111\r\n",
        "400 chunk framing can't be read (bad chunk): expected the size of a chunk in hex, "
        "found "
        "11111111111111111 (at byte 47)");
    row("empty line for a chunk's size", false, kChunked + "\r\n5\r\nhello\r\n",
        "400 chunk framing can't be read (bad chunk): expected the size of a chunk in hex (at byte 47)");
    row("empty line for a second chunk's size", false, kChunked + "1\r\na\r\n\r\n5\r\nhello\r\n",
        "400 chunk framing can't be read (bad chunk): expected the size of a chunk in hex (at byte 53)");
    row("quoted string over a chunk line's end", false, kChunked + "5;a=\"\r\nhel\"o\r\n0\r\n\r\n",
        "400 a chunk's line holds a quoted string that does not end: expected a closing quote, found 5;a=\" "
        "(at "
        "byte 47)");
    row("quoted string over all trailers", false, kChunked + "0;a=\"\\\"\r\n\r\n\"",
        "400 a chunk's line holds a quoted string that does not end: expected a closing quote, found "
        "0;a=\"\\\" (at byte 47)");
    row("trailer that is none", false, kChunked + "0\r\nA b\r\n\r\n",
        "400 chunk framing can't be read (bad field): expected a trailer, found A b (at byte 50)");
    row("second trailer that is none", false, kChunked + "1\r\na\r\n0\r\nA: b\r\n c\r\nD\r\n\r\n",
        "400 chunk framing can't be read (bad field): expected a trailer, found D (at byte 66)");
    row("LF in trailers", false, kChunked + "0\r\nA: b\nC: d\r\n\r\n",
        "400 chunk framing has a line that ends in LF alone: expected CR LF, found \\x0a (at byte 54)");
    row("CR before the trailers' end", false, kChunked + "0\r\nA b\r\r\n\r\n",
        "400 chunk framing holds a CR alone: expected CR LF, found \\x0d\\x0d (at byte 53)");
}

void HttpReaderTest::refuses()
{
    QFETCH(bool, isRequest);
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, refusal);
    const auto mode = isRequest ? HttpReader::Mode::Requests : HttpReader::Mode::Responses;
    const Events events = readEachWay({ mode }, bytes(stream));
    QVERIFY(!events.empty());
    QCOMPARE(QByteArray::fromStdString(events.back()), "refused " + refusal);
}

void HttpReaderTest::keepsToItsLimits_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("refusal");
    QTest::newRow("head line without an end")
        << kOk + "X: " + QByteArray(70'000, 'a')
        << QByteArray("431 the head is over 65536 bytes (at byte 65536)");
    QByteArray many = kOk;
    while (many.size() < 70'000) {
        many += "Field: value\r\n";
    }
    QTest::newRow("head of many fields") << many + "\r\n"
                                         << QByteArray("431 the head is over 65536 bytes (at byte 65536)");
    QTest::newRow("chunk line without an end") << kChunked + "5;"
            + QByteArray(2'000, 'a') << QByteArray("400 a chunk's line is over 1024 bytes (at byte 1071)");
    QTest::newRow("long chunk line") << kChunked + "5;" + QByteArray(2'000, 'a') + "\r\nhello\r\n0\r\n\r\n"
                                     << QByteArray("400 a chunk's line is over 1024 bytes (at byte 1071)");
    QTest::newRow("chunk size of many zeros") << kChunked + QByteArray(2'000, '0')
            + "5\r\nhello\r\n" << QByteArray("400 a chunk's line is over 1024 bytes (at byte 1071)");
    QByteArray trailers = kChunked + "0\r\n";
    while (trailers.size() < 20'000) {
        trailers += "Trailer: value\r\n";
    }
    QTest::newRow("trailers without an end")
        << trailers << QByteArray("431 the trailers are over 16384 bytes (at byte 16432)");
    QTest::newRow("long trailers") << trailers + "\r\n"
                                   << QByteArray("431 the trailers are over 16384 bytes (at byte 16432)");
}

void HttpReaderTest::keepsToItsLimits()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, refusal);
    const Events events = readEachWay({ HttpReader::Mode::Responses }, bytes(stream));
    QVERIFY(!events.empty());
    QCOMPARE(QByteArray::fromStdString(events.back()), "refused " + refusal);
}

void HttpReaderTest::takesAHeadAtTheLimit()
{
    const std::string head = bytes(kOk + "Content-Length: 0\r\n\r\n");
    Way way { HttpReader::Mode::Responses };
    way.limits.headBytes = head.size();
    QCOMPARE(readEachWay(way, head).back(), "end " + std::to_string(head.size()));
    way.limits.headBytes = head.size() - 1;
    QVERIFY(readEachWay(way, head).back().starts_with("refused 431"));
}

void HttpReaderTest::refusesAPlainChunkLineOverTheLimit()
{
    Way way { HttpReader::Mode::Responses };
    way.limits.chunkLineBytes = 8;
    const std::string stream = bytes(kChunked + "00000005\r\nhello\r\n000000005\r\nhello\r\n0\r\n\r\n");
    QCOMPARE(readEachWay(way, stream).back(),
        std::string("refused 400 a chunk's line is over 8 bytes (at byte 72)"));
}

void HttpReaderTest::leavesPipelinedBytes()
{
    ReaderLog log;
    HttpReader reader(HttpReader::Mode::Requests, log);
    const std::string_view two = "GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n";
    const auto fed = reader.feed(two);
    QCOMPARE(fed.consumed, std::size_t { 19 });
    QCOMPARE(reader.position(), std::uint64_t { 19 });
    QVERIFY(reader.isBetweenMessages());
    QCOMPARE(reader.feed(two.substr(fed.consumed)).consumed, std::size_t { 19 });
    QCOMPARE(joined(log.events),
        QByteArray("request GET /a 1.1 [0,19)\nend 19\nrequest GET /b 1.1 [19,38)\nend 38\n"));
}

void HttpReaderTest::answerToHeadHasNoBody()
{
    const Way way { HttpReader::Mode::Responses, true };
    QCOMPARE(joined(readEachWay(way, bytes(kOk + "Content-Length: 50\r\n\r\n"))),
        QByteArray("response 200 OK [0,39)\n  Content-Length=50\nend 39\n"));
}

void HttpReaderTest::stopsFromWithinAnEvent()
{
    struct Stopping final : http::HttpObserver {
        HttpReader* reader = nullptr;
        int pieces = 0;
        void requestHead(http::RequestHead&&, http::ByteRange) override { }
        void responseHead(http::ResponseHead&&, http::ByteRange) override { }
        void interimHead(http::ResponseHead&&, http::ByteRange) override { }
        void chunkHeader(std::uint64_t, std::string_view, http::ByteRange) override { }
        void bodyPiece(std::string_view, http::ByteRange) override
        {
            ++pieces;
            reader->stop();
        }
        void trailers(http::Fields&&) override { }
        void messageEnd(std::uint64_t) override { pieces = 100; }
    } observer;
    HttpReader reader(HttpReader::Mode::Responses, observer);
    observer.reader = &reader;
    const std::string stream = bytes(kChunked + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
    const auto fed = reader.feed(stream);
    QVERIFY(!fed.refusal);
    QCOMPARE(observer.pieces, 1);
    QCOMPARE(reader.feed(std::string_view(stream).substr(fed.consumed)).consumed, std::size_t { 0 });
    QCOMPARE(observer.pieces, 1);
}

void HttpReaderTest::saysWhetherTheConnectionLives()
{
    const auto lives = [](const QByteArray& stream) {
        ReaderLog log;
        HttpReader reader(HttpReader::Mode::Responses, log);
        const std::string text = bytes(stream);
        log.feed(reader, text, {}, true);
        return reader.keepAlive();
    };
    QVERIFY(lives(kOk + "Content-Length: 0\r\n\r\n"));
    QVERIFY(!lives(kOk + "Content-Length: 0\r\nConnection: close\r\n\r\n"));
    QVERIFY(!lives(kOk + "\r\nuntil the end"));
    QVERIFY(!lives("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"));
    QVERIFY(lives("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"));
}

void HttpReaderTest::feedsByteByByteInLinearTime()
{
    QByteArray head = kOk;
    while (head.size() < 65'000) {
        head += "Field: value\r\n";
    }
    head += "Content-Length: 0\r\n\r\n";
    std::vector<std::size_t> each;
    for (std::size_t cut = 1; cut < static_cast<std::size_t>(head.size()); ++cut) {
        each.push_back(cut);
    }
    const std::string stream = bytes(head);
    // Quadratic, this would be two thousand million steps.
    QBENCHMARK_ONCE
    {
        QVERIFY(read({ HttpReader::Mode::Responses }, stream, each).back().starts_with("end"));
    }
}

QTEST_GUILESS_MAIN(HttpReaderTest)
#include "tst_httpreader.moc"
