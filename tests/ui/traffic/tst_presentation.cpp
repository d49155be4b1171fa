// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/analysis/written.h"
#include "ui/traffic/presentation.h"
#include "ui/traffic/search.h"

#include <QTest>

using traffic::Tone;
using wire::Direction;
using wire::SliceKind;

namespace {

std::string answer(const std::string& result)
{
    return R"({"jsonrpc":"2.0","id":1,"result":)" + result + "}";
}

} // namespace

class TestPresentation final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatALineIs_data();
    void saysWhatALineIs();
    void showsIdsSoThatKindsDiffer();
    void saysWhoSpeaksToWhom();
    void tellsOfPartsAndOfWhatIsTooLarge();
    void tellsOfEvents();
    void writesNumbersAndSizes();
    void writesTimes();
    void writesDeltas();
    void saysHowFarItIs();
};

void TestPresentation::saysWhatALineIs_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("tone");
    const auto row = [](const char* name, SliceKind kind, const std::string& bytes,
                         const std::string& payload, const QString& text, Tone tone) {
        QTest::newRow(name) << static_cast<int>(kind) << QByteArray::fromStdString(bytes)
                            << QByteArray::fromStdString(payload) << text << static_cast<int>(tone);
    };
    const auto body = [&](const char* name, const std::string& message, const QString& text, Tone tone) {
        row(name, SliceKind::HttpBody, message, message, text, tone);
    };
    body("invoke", Written::invoke("t"), QStringLiteral("acmp/invoke"), Tone::Request);
    body("chunk", Written::chunk("t", 3), QStringLiteral("acmp/streamChunk 3"), Tone::Chunk);
    body(
        "heartbeat", Written::heartbeat("t", "0.12"), QStringLiteral("acmp/heartbeat 12 %"), Tone::Heartbeat);
    body("result", Written::result("t"), QStringLiteral("result 0.10 CU"), Tone::Success);
    body("offer", answer(R"({"offer_id":"o","price_cu":0.0030,"valid_until_ms":1})"),
        QStringLiteral("offer 0.0030 CU"), Tone::Success);
    body("ack", answer(R"({"offer_id":"o"})"), QStringLiteral("ack"), Tone::Success);
    body(
        "discovery", answer(R"({"capabilities":{}})"), QStringLiteral("result: capabilities"), Tone::Success);
    body("another result", answer("5"), QStringLiteral("result"), Tone::Success);
    body("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":-33004,"message":"cancelled"}})",
        QStringLiteral("error −33004 cancelled"), Tone::Error);
    body("no JSON", "{]", QStringLiteral("not JSON: expected a member name or '}', found ']' at byte 1"),
        Tone::Error);
    body("batch", "[{},{}]", QStringLiteral("batch of 2"), Tone::Secondary);
    body("other JSON", "\"x\"", QStringLiteral("JSON"), Tone::Secondary);
    body("markup", R"({"jsonrpc":"2.0","method":"<b>x</b>\n"})", QStringLiteral("<b>x</b>\\x0a"),
        Tone::Request);
    row("request line", SliceKind::HttpHead, "POST /mcp HTTP/1.1\r\n\r\n", "", QStringLiteral("POST /mcp"),
        Tone::Secondary);
    row("status line", SliceKind::HttpHead, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", "",
        QStringLiteral("200 OK text/event-stream"), Tone::Secondary);
    row("failure", SliceKind::HttpHead, "HTTP/1.1 401 Unauthorized\r\n\r\n", "",
        QStringLiteral("401 Unauthorized"), Tone::Error);
    row("comment", SliceKind::SseEvent, "e\r\n: keep-alive\n\n\r\n", "", QStringLiteral(": keep-alive"),
        Tone::Secondary);
    row("tail", SliceKind::HttpTail, "0\r\n\r\n", "", QStringLiteral("end of the body"), Tone::Secondary);
    row("invoke on stdio", SliceKind::Line, Written::invoke("t") + "\n", Written::invoke("t"),
        QStringLiteral("acmp/invoke"), Tone::Request);
    row("result on a WebSocket", SliceKind::Frame, Written::result("t"), Written::result("t"),
        QStringLiteral("result 0.10 CU"), Tone::Success);
    row("noise", SliceKind::Line, "\x1b[1;32mready\x1b[0m <b>\n", "\x1b[1;32mready\x1b[0m <b>",
        QStringLiteral("noise: ready <b>"), Tone::Warning);
    row("an empty line", SliceKind::Line, "\n", "", QStringLiteral("an empty line"), Tone::Warning);
    row("a broken message", SliceKind::Line, "{]\n", "{]",
        QStringLiteral("not JSON: expected a member name or '}', found ']' at byte 1"), Tone::Error);
    row("stderr", SliceKind::LogLine, "{\"a\":1} \x1b[31mred\n", "{\"a\":1} \x1b[31mred",
        QStringLiteral("{\"a\":1} red"), Tone::Text);
    row("ping", SliceKind::ControlFrame, "\x89", "", QStringLiteral("ping 0 bytes"), Tone::Secondary);
    row("no HTTP", SliceKind::Unparsed, "\x16\x03", "", QStringLiteral("\\x16\\x03"), Tone::Secondary);
}

void TestPresentation::saysWhatALineIs()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, payload);
    QFETCH(QString, text);
    QFETCH(int, tone);
    Written written;
    const std::string_view all(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const wire::RecordNo number = written.add({ .connection = written.open(),
        .direction = Direction::Received,
        .kind = static_cast<SliceKind>(kind),
        .flags = 0,
        .at = {},
        .exchange = 1,
        .bytes = all,
        .payload
        = payload.isEmpty() ? std::string_view() : all.substr(0, static_cast<std::size_t>(payload.size())) });
    json::Document scratch;
    const traffic::LineFacts facts = traffic::readLine(*written.recorder, { false, number }, scratch);
    QCOMPARE(traffic::messageText(facts), text);
    QCOMPARE(static_cast<int>(traffic::toneOf(facts)), tone);
}

void TestPresentation::showsIdsSoThatKindsDiffer()
{
    for (const char* const id : { "", "3", "\"3\"", "null", "\"null\"", "\"\"", "\"-1\"", "1.0" })
        QCOMPARE(traffic::idText(id), QLatin1String(id));
    QCOMPARE(traffic::idText("\"req_1\""), QStringLiteral("req_1"));
    QCOMPARE(traffic::idText("\"<b>\""), QStringLiteral("\"<b>\""));
}

void TestPresentation::saysWhoSpeaksToWhom()
{
    Written written;
    const wire::RecordNo asked = written.body(written.open(), Direction::Sent, 1, "1");
    const wire::RecordNo served
        = written.body(written.open(wire::Role::Server, "127.0.0.1:50001"), Direction::Received, 1, "1");
    json::Document scratch;
    const auto facts
        = [&](wire::RecordNo row) { return traffic::readLine(*written.recorder, { false, row }, scratch); };
    QCOMPARE(traffic::peersText(facts(asked)), QStringLiteral("buyer → 127.0.0.1:8402"));
    QCOMPARE(traffic::arrowOf(facts(asked)), QStringLiteral("→"));
    QCOMPARE(traffic::peersText(facts(served)), QStringLiteral("127.0.0.1:50001 → mock"));
    QCOMPARE(traffic::arrowOf(facts(served)), QStringLiteral("←"));
    QCOMPARE(traffic::carrierText(facts(served)), QStringLiteral("HTTP"));
    const wire::RecordNo line = written.line(written.openShared("stdio", "agent"), Direction::Sent, "{}");
    QCOMPARE(traffic::peersText(facts(line)), QStringLiteral("buyer → agent (7)"));
    QCOMPARE(traffic::carrierText(facts(line)), QStringLiteral("stdio"));
    const wire::RecordNo log = written.line(
        written.openShared("stderr", "agent"), Direction::Received, "x", 0, SliceKind::LogLine);
    QCOMPARE(traffic::carrierText(facts(log)), QStringLiteral("stderr"));
    const wire::RecordNo frame
        = written.frame(written.openShared("wss", "wss://a/"), Direction::Received, "{}");
    QCOMPARE(traffic::carrierText(facts(frame)), QStringLiteral("WSS"));
}

void TestPresentation::tellsOfPartsAndOfWhatIsTooLarge()
{
    Written written;
    const wire::ConnectionId connection = written.open();
    const wire::RecordNo first = written.body(connection, Direction::Sent, 1, "[1,", wire::kPartial);
    const wire::RecordNo last = written.body(connection, Direction::Sent, 1, "2]");
    const wire::RecordNo next = written.body(connection, Direction::Sent, 2, "[]");
    const wire::RecordNo large = written.body(connection, Direction::Sent, 3, std::string(3 << 20, ' '));
    json::Document scratch;
    const auto text = [&](wire::RecordNo row) {
        return traffic::messageText(traffic::readLine(*written.recorder, { false, row }, scratch));
    };
    QCOMPARE(text(first), QStringLiteral("part of a message"));
    QCOMPARE(text(last), QStringLiteral("last part of a message"));
    QCOMPARE(text(next), QStringLiteral("batch of 0"));
    QCOMPARE(text(large), QStringLiteral("a message of 3.0 MiB"));
    const wire::ConnectionId shared = written.openShared("ws", "ws://a/");
    const wire::RecordNo fragment = written.frame(shared, Direction::Sent, "[1,", wire::kPartial);
    const wire::RecordNo ping = written.control(shared, Direction::Sent, "\x89\x80mask", "");
    const wire::RecordNo rest = written.frame(shared, Direction::Sent, "2]");
    QCOMPARE(text(fragment), QStringLiteral("part of a message"));
    QCOMPARE(text(ping), QStringLiteral("ping 0 bytes"));
    QCOMPARE(text(rest), QStringLiteral("last part of a message"));
}

void TestPresentation::tellsOfEvents()
{
    using namespace capture;
    const auto text = [](auto what) { return traffic::eventText({ .before = 0, .at = {}, .what = what }); };
    const wire::ConnectionId id { 3 };
    QCOMPARE(text(Closed { id, "<i>reset by peer" }), QStringLiteral("Closed #3: <i>reset by peer"));
    QCOMPARE(text(Opened { id, { wire::Role::Client, "http", "p", "http://x/mcp" } }),
        QStringLiteral("Opened #3 for http://x/mcp"));
    QCOMPARE(text(Opened { id, { wire::Role::Server, "http", "p", "" } }), QStringLiteral("Accepted #3"));
    QCOMPARE(text(Mark { MarkKind::Dropped, 0, 1234, 5, "" }),
        QStringLiteral("1\u00A0234 rows were not recorded"));
    QCOMPARE(text(Gap { 10, 20, "bad checksum" }),
        QStringLiteral("20 bytes of the file can't be read: bad checksum"));
}

void TestPresentation::writesNumbersAndSizes()
{
    QCOMPARE(traffic::grouped(0), QStringLiteral("0"));
    QCOMPARE(traffic::grouped(999), QStringLiteral("999"));
    QCOMPARE(traffic::grouped(1372), QStringLiteral("1\u00A0372"));
    QCOMPARE(traffic::grouped(1'000'000), QStringLiteral("1\u00A0000\u00A0000"));
    QCOMPARE(traffic::sizeText(412), QStringLiteral("412\u00A0B"));
    QCOMPARE(traffic::sizeText(1U << 20U), QStringLiteral("1\u00A0048\u00A0576\u00A0B (1.0 MiB)"));
    QCOMPARE(traffic::shortSizeText(9'999), QStringLiteral("9\u00A0999\u00A0B"));
    QCOMPARE(traffic::shortSizeText(100'000), QStringLiteral("97.7 KiB"));
    QCOMPARE(traffic::shortSizeText(1'000'000), QStringLiteral("977 KiB"));
    QCOMPARE(traffic::shortSizeText(std::uint64_t { 50 } << 20U), QStringLiteral("50.0 MiB"));
}

void TestPresentation::writesTimes()
{
    const std::int64_t us = 1'783'017'900'300'118;
    QVERIFY(traffic::timeText(us, {}).endsWith(QStringLiteral(":00.300\u00A0118")));
    QVERIFY(traffic::timeText(-1, {}).endsWith(QStringLiteral(":59.999\u00A0999")));
    QCOMPARE(traffic::timeText({}, std::chrono::microseconds(1'300'118)), QStringLiteral("+1.300\u00A0118"));
}

void TestPresentation::writesDeltas()
{
    using std::chrono::microseconds;
    QCOMPARE(traffic::deltaText(microseconds(0)), QStringLiteral("+0.000"));
    QCOMPARE(traffic::deltaText(microseconds(2'420)), QStringLiteral("+2.42"));
    QCOMPARE(traffic::deltaText(microseconds(31'000)), QStringLiteral("+31.0"));
    QCOMPARE(traffic::deltaText(microseconds(300'400)), QStringLiteral("+300"));
    QCOMPARE(traffic::deltaText(microseconds(-5'000)), QStringLiteral("−5.00"));
}

void TestPresentation::saysHowFarItIs()
{
    QCOMPARE(traffic::statusText(1372, nullptr, 1372), QStringLiteral("1\u00A0372 rows"));
    QCOMPARE(traffic::statusText(1372, nullptr, 1200),
        QStringLiteral("1\u00A0372 rows · checked to row 1\u00A0200"));
    traffic::Search search(traffic::Filter::parse(QStringLiteral("x")));
    search.found.append(5);
    QCOMPARE(traffic::statusText(9, &search, 9), QStringLiteral("1 of 9 rows · searching"));
    search.tookUs = 1001;
    QCOMPARE(traffic::statusText(9, &search, 9), QStringLiteral("1 of 9 rows · filtered in 2 ms"));
}

QTEST_GUILESS_MAIN(TestPresentation)
#include "tst_presentation.moc"
