// SPDX-License-Identifier: Apache-2.0
// The codec of RFC 6455 by cases like those of the public test suites, each fed whole, byte by byte and at
// every split.
#include "framelog.h"

#include "protocol/transport/websocket/closecode.h"

#include <QTest>

namespace {

using ws::Opcode;

constexpr ws::MaskKey kKey { 0x37, 0xfa, 0x21, 0x3d };
constexpr std::size_t kLimit = 70'000;

QByteArray toBytes(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

std::string_view toView(const QByteArray& bytes)
{
    return { bytes.constData(), static_cast<std::size_t>(bytes.size()) };
}

// As a server sends it.
QByteArray frame(Opcode opcode, const QByteArray& payload, bool isFinal = true, unsigned reserved = 0)
{
    std::string out;
    ws::appendFrameHead(out, opcode, static_cast<std::uint64_t>(payload.size()), {}, isFinal, reserved);
    return toBytes(out) + payload;
}

QByteArray text(const QByteArray& payload)
{
    return frame(Opcode::Text, payload);
}

QByteArray part(const QByteArray& payload, bool isFinal = false)
{
    return frame(Opcode::Continuation, payload, isFinal);
}

QByteArray begin(const QByteArray& payload)
{
    return frame(Opcode::Text, payload, false);
}

QByteArray closing(int code, const QByteArray& reason = {})
{
    return frame(Opcode::Close, toBytes(ws::closePayload({ static_cast<std::uint16_t>(code), {} })) + reason);
}

QByteArray hex(const char* digits)
{
    return QByteArray::fromHex(digits);
}

QByteArray read(wire::Role role, const QByteArray& stream, const std::vector<std::size_t>& cuts)
{
    FrameLog log;
    ws::FrameParser parser(role, log, 0, kLimit);
    log.feed(parser, toView(stream), cuts);
    return toBytes(log.all);
}

} // namespace

class WsFrameTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void readsMaskedFramesAsAServer();
    void refusesMasksOfTheWrongSide();
    void acceptsEachCloseCodeThatMayBeSent();
    void refusesTextThatIsNoUtf8_data();
    void refusesTextThatIsNoUtf8();
    void acceptsTextCutWithinACharacter();
    void goesOnWhereItWasStopped();
    void countsFromItsBegin();
    void writesWhatIsReadBack_data();
    void writesWhatIsReadBack();
    void masksByTheExampleOfTheRfc();
    void cutsALongReasonBetweenCharacters();
    void namesCloseCodes();
};

void WsFrameTest::reads_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<QByteArray>("told");
    const auto row = [](const char* name, const QByteArray& stream, const QByteArray& told) {
        QTest::newRow(name) << stream << told;
    };

    row("nothing", "", "");
    row("empty text", text(""), "text  [0,2)\n");
    row("text", text("Hello"), "text Hello [0,7)\n");
    row("the RFC's example", hex("810548656c6c6f"), "text Hello [0,7)\n");
    for (const int size : { 125, 126, 127, 128, 65'535, 65'536, 70'000 }) {
        const int head = size <= 125 ? 2 : size <= 65'535 ? 4 : 10;
        const QByteArray all(size, '*');
        QTest::addRow("text of %d", size) << text(all)
                                          << "text " + (size > 130 ? '#' + QByteArray::number(size) : all)
                + " [0," + QByteArray::number(size + head) + ")\n";
    }
    row("two texts", text("a") + text("b"), "text a [0,3)\ntext b [3,6)\n");
    row("half a head", hex("81"), "left 1\n");
    row("half a text", text("Hello").chopped(2), "unfinished Hel [0,5)\n");

    row("a binary message", frame(Opcode::Binary, "x"),
        "refused 1003 WS-binary a binary message: expected text, found a binary frame (at byte 0)\n");
    row("a binary message after text", text("a") + frame(Opcode::Binary, "", false),
        "text a [0,3)\n"
        "refused 1003 WS-binary a binary message: expected text, found a binary frame (at byte 3)\n");

    row("ping", frame(Opcode::Ping, ""), "ping  [0,2)\n");
    row("ping with bytes", frame(Opcode::Ping, hex("00ff fe fd")), "ping " + hex("00fffefd") + " [0,6)\n");
    row("ping of 125", frame(Opcode::Ping, QByteArray(125, 'p')),
        "ping " + QByteArray(125, 'p') + " [0,127)\n");
    row("ping of 126", frame(Opcode::Ping, QByteArray(126, 'p')),
        "refused 1002 WS-frame a control frame is too long: expected at most 125 bytes, "
        "found a ping of more (at byte 1)\n");
    row("pong unasked", frame(Opcode::Pong, "x") + text("a"), "pong x [0,3)\ntext a [3,6)\n");
    row("ten pings", frame(Opcode::Ping, "1").repeated(3), "ping 1 [0,3)\nping 1 [3,6)\nping 1 [6,9)\n");
    row("half a ping", frame(Opcode::Ping, "abc").chopped(1), "left 4\n");

    const auto reserved = [&](const char* name, Opcode opcode, unsigned bits, const char* found) {
        row(name, text("a") + frame(opcode, "x", true, bits),
            QByteArray("text a [0,3)\nrefused 1002 WS-frame a reserved bit is set: expected no extensions, "
                       "found ")
                + found + " (at byte 3)\n");
    };
    reserved("RSV1", Opcode::Text, 4, "RSV1");
    reserved("RSV2", Opcode::Text, 2, "RSV2");
    reserved("RSV3 of a ping", Opcode::Ping, 1, "RSV3");
    reserved("RSV1 and RSV3 of a close frame", Opcode::Close, 5, "RSV1, RSV3");
    reserved("all of them, of a binary frame", Opcode::Binary, 7, "RSV1, RSV2, RSV3");

    for (const int opcode : { 3, 4, 5, 6, 7, 11, 12, 13, 14, 15 }) {
        QTest::addRow("opcode %d", opcode)
            << text("a") + frame(static_cast<Opcode>(opcode), "x")
            << "text a [0,3)\nrefused 1002 WS-frame a frame of a reserved kind: expected opcode 0, 1, 8, 9 "
               "or 10, found opcode "
                + QByteArray::number(opcode) + " (at byte 3)\n";
    }

    row("ping in parts", frame(Opcode::Ping, "a", false) + part("b", true),
        "refused 1002 WS-fragment a control frame is cut: expected FIN in each control frame, "
        "found a ping (at byte 0)\n");
    row("pong in parts", frame(Opcode::Pong, "a", false),
        "refused 1002 WS-fragment a control frame is cut: expected FIN in each control frame, "
        "found a pong (at byte 0)\n");
    row("two parts", begin("ab") + part("cd", true), "text abcd [0,8)\n");
    row("empty parts", begin("") + part("") + part("x") + part("", true), "text x [0,9)\n");
    row("all parts empty", begin("") + part("", true), "text  [0,4)\n");
    row("a ping between parts", begin("ab") + frame(Opcode::Ping, "p") + part("cd", true),
        "ping p [4,7)\ntext abcd [0,11)\n");
    row("pings and pongs between parts",
        begin("a") + frame(Opcode::Ping, "1") + part("b") + frame(Opcode::Pong, "2") + part("c", true)
            + text("d"),
        "ping 1 [3,6)\npong 2 [9,12)\ntext abc [0,15)\ntext d [15,18)\n");
    const QByteArray nothing = "nothing is there to continue: expected a text frame, found a continuation "
                               "frame (at byte ";
    row("nothing to continue", part("x", true), "refused 1002 WS-fragment " + nothing + "0)\n");
    row("nothing to continue, open", part("x"), "refused 1002 WS-fragment " + nothing + "0)\n");
    row("nothing more to continue", begin("a") + part("b", true) + part("c", true),
        "text ab [0,6)\nrefused 1002 WS-fragment " + nothing + "6)\n");
    row("a message within a message", begin("a") + text("b"),
        "unfinished a [0,3)\nrefused 1002 WS-fragment a message begins within another: expected a "
        "continuation frame, found a text frame (at byte 3)\n");
    row("a binary message within a message", begin("a") + frame(Opcode::Binary, "b"),
        "unfinished a [0,3)\nrefused 1002 WS-fragment a message begins within another: expected a "
        "continuation frame, found a binary frame (at byte 3)\n");
    row("a close frame within a message", begin("a") + closing(1001),
        "close " + hex("03e9") + " [3,7)\nunfinished a [0,3)\n");

    row("close", frame(Opcode::Close, ""), "close  [0,2)\n");
    row("close 1000", closing(1000), "close " + hex("03e8") + " [0,4)\n");
    row("close with a reason", closing(4000, "bye"), "close " + hex("0fa0") + "bye [0,7)\n");
    row("close with the longest reason", closing(1000, QByteArray(123, 'r')),
        "close " + hex("03e8") + QByteArray(123, 'r') + " [0,127)\n");
    row("close with a reason too long", closing(1000, QByteArray(124, 'r')),
        "refused 1002 WS-frame a control frame is too long: expected at most 125 bytes, "
        "found a close frame of more (at byte 1)\n");
    row("half a close code", frame(Opcode::Close, "x"),
        "refused 1002 WS-close half a close code: expected none or two bytes and more, found 1 byte "
        "(at byte 1)\n");
    row("close with a reason that is no UTF-8", closing(1000, hex("61ff")),
        "refused 1007 WS-utf8 a close reason is no UTF-8: expected UTF-8, found a\\xff (at byte 5)\n");
    row("close with half a character", closing(1000, hex("61c3")),
        "refused 1007 WS-utf8 a close reason is no UTF-8: expected UTF-8, found a\\xc3 (at byte 6)\n");
    row("text after close", closing(1000) + text("a"), "close " + hex("03e8") + " [0,4)\nleft 3\n");
    row("garbage after close", closing(1000) + hex("ffffff"), "close " + hex("03e8") + " [0,4)\nleft 3\n");
    for (const int code : { 0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65'535 }) {
        QTest::addRow("close %d", code)
            << closing(code)
            << "refused 1002 WS-close a close code that can't be sent: expected 1000 to 1003, 1007 to 1014, "
               "3000 to 4999, found "
                + QByteArray::number(code) + " (at byte 2)\n";
    }

    const auto longer = [&](const char* name, const char* bytes, const QByteArray& found) {
        row(name, hex(bytes),
            "refused 1002 WS-frame a length is longer than need be: expected the shortest form, found "
                + found + " bytes (at byte 2)\n");
    };
    longer("0 in two bytes", "817e0000", "0 in 2");
    longer("125 in two bytes", "817e007d", "125 in 2");
    longer("5 in eight bytes", "817f0000000000000005", "5 in 8");
    longer("65535 in eight bytes", "817f000000000000ffff", "65535 in 8");
    row("a length of 64 bits", hex("817f8000000000000000"),
        "refused 1002 WS-frame a length over 63 bits: expected its first bit is 0, found 1 (at byte 2)\n");

    const QByteArray over = "the message is over 70000 bytes: found ";
    row("too long", frame(Opcode::Text, QByteArray(70'001, 'x')).left(20),
        "refused 1009 - " + over + "70001 bytes in one frame (at byte 0)\n");
    row("as long as can be", hex("817f7fffffffffffffff"),
        "refused 1009 - " + over + "9223372036854775807 bytes in one frame (at byte 0)\n");
    row("too long in parts", begin(QByteArray(40'000, 'x')) + part(QByteArray(30'001, 'y'), true),
        "unfinished #40000 [0,40004)\nrefused 1009 - " + over + "30001 bytes in one frame (at byte 40004)\n");
    row("long enough in parts",
        begin(QByteArray(40'000, 'x')) + part(QByteArray(30'000, 'y'), true) + text("z"),
        "text #70000 [0,70008)\ntext z [70008,70011)\n");
}

void WsFrameTest::reads()
{
    QFETCH(QByteArray, stream);
    QFETCH(QByteArray, told);
    QCOMPARE(read(wire::Role::Client, stream, {}), told);
    const auto size = static_cast<std::size_t>(stream.size());
    std::vector<std::size_t> each;
    for (std::size_t at = 1; at < size; ++at) {
        each.push_back(at);
        // In the middle of a long text one place is like the other.
        if (at < 300 || at + 300 > size) {
            QCOMPARE(read(wire::Role::Client, stream, { at }), told);
        }
    }
    QCOMPARE(read(wire::Role::Client, stream, each), told);
}

void WsFrameTest::readsMaskedFramesAsAServer()
{
    std::string stream;
    ws::appendFrame(stream, Opcode::Text, "Hello, wörld!", kKey);
    const std::size_t cuts[] = { 1, 5, 6 };
    ws::appendFragments(stream, "in frägments", cuts, kKey);
    ws::appendFrame(stream, Opcode::Ping, "p", kKey);
    ws::appendFrame(stream, Opcode::Close, ws::closePayload({ 1000, "bye" }), kKey);
    const QByteArray told = "text Hello, wörld! [0,20)\ntext in frägments [20,57)\nping p [57,64)\nclose "
        + hex("03e8") + "bye [64,75)\n";
    const QByteArray bytes = toBytes(stream);
    std::vector<std::size_t> each;
    QCOMPARE(read(wire::Role::Server, bytes, {}), told);
    for (std::size_t at = 1; at < stream.size(); ++at) {
        each.push_back(at);
        QCOMPARE(read(wire::Role::Server, bytes, { at }), told);
    }
    QCOMPARE(read(wire::Role::Server, bytes, each), told);
}

void WsFrameTest::refusesMasksOfTheWrongSide()
{
    std::string masked;
    ws::appendFrame(masked, Opcode::Text, "x", kKey);
    QCOMPARE(read(wire::Role::Client, toBytes(masked), {}),
        QByteArray(
            "refused 1002 WS-mask a server's frame is masked: expected no mask, found a text frame with "
            "one (at byte 1)\n"));
    QCOMPARE(read(wire::Role::Server, text("x"), {}),
        QByteArray("refused 1002 WS-mask a client's frame is not masked: expected a mask, found a text frame "
                   "without one (at byte 1)\n"));
    QCOMPARE(read(wire::Role::Server, frame(Opcode::Ping, ""), {}),
        QByteArray(
            "refused 1002 WS-mask a client's frame is not masked: expected a mask, found a ping without "
            "one (at byte 1)\n"));
}

void WsFrameTest::acceptsEachCloseCodeThatMayBeSent()
{
    for (const int code :
        { 1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999 }) {
        QVERIFY2(read(wire::Role::Client, closing(code), {}).startsWith("close"),
            QByteArray::number(code).constData());
    }
}

void WsFrameTest::refusesTextThatIsNoUtf8_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("good"); // bytes in front of the first wrong one
    const auto row
        = [](const char* name, const char* digits, int good) { QTest::newRow(name) << hex(digits) << good; };
    row("a continuation byte alone", "80", 0);
    row("a continuation byte too many", "c3a4a4", 2);
    row("FF", "61ff", 1);
    row("C0", "c080", 0);
    row("C1", "c1bf", 0);
    row("a long form of /", "e080af", 1);
    row("the longest long form in three", "e09fbf", 1);
    row("a long form in four", "f08080af", 1);
    row("the longest long form in four", "f08fbfbf", 1);
    row("the first surrogate", "eda080", 1);
    row("the last surrogate", "edbfbf", 1);
    row("U+110000", "f4908080", 1);
    row("F5", "f5808080", 0);
    row("five bytes", "f888808080", 0);
    row("a character cut by another", "e282c3a4", 2);
    row("a character cut by a letter", "cebae1bd61", 4);
    row("late", "48656c6c6f2dc2b540c39fc3b6c3a4c3bcc3a0c3a12d5554462d382121eda080656469746564", 30);
}

void WsFrameTest::refusesTextThatIsNoUtf8()
{
    QFETCH(QByteArray, text);
    QFETCH(int, good);
    const QByteArray stream = ::text(text);
    const QByteArray at = QByteArray::number(2 + good);
    const QByteArray told = (good > 0 ? "unfinished " + text.left(good) + " [0," + at + ")\n"
                                      : QByteArray("unfinished  [0,2)\n"))
        + "refused 1007 WS-utf8 a text message is no UTF-8: expected UTF-8, found "
        + toBytes(wire::excerpt(toView(text.mid(good, 1)))) + " (at byte " + at + ")\n";
    QCOMPARE(read(wire::Role::Client, stream, {}), told);
    for (qsizetype cut = 1; cut < stream.size(); ++cut) {
        QCOMPARE(read(wire::Role::Client, stream, { static_cast<std::size_t>(cut) }), told);
    }
    // Also in frames of a byte each.
    QByteArray parts = begin("");
    for (const char byte : text) {
        parts += part(QByteArray(1, byte));
    }
    QVERIFY(read(wire::Role::Client, parts, {}).contains("refused 1007 WS-utf8"));
    // And as an end where more would have to come.
    if (good > 0 && static_cast<unsigned char>(text[good - 1]) >= 0xC2) {
        QVERIFY(read(wire::Role::Client, ::text(text.left(good)), {}).contains("ends within a character"));
    }
}

void WsFrameTest::acceptsTextCutWithinACharacter()
{
    const QByteArray all
        = hex("ceba e1bdb9 cf83 f09f9880 efbfbf f48fbfbf efbbbf 00 7f c280 dfbf e0a080 ed9fbf ee8080");
    for (qsizetype cut = 0; cut <= all.size(); ++cut) {
        const QByteArray stream = begin(all.left(cut)) + frame(Opcode::Ping, "") + part(all.mid(cut), true);
        const QByteArray told = read(wire::Role::Client, stream, {});
        QVERIFY2(told.contains(QByteArray("text " + all + " [0,")), told.constData());
    }
    QByteArray parts = begin("");
    for (const char byte : all) {
        parts += part(QByteArray(1, byte));
    }
    QVERIFY(
        read(wire::Role::Client, parts + part("", true), {}).startsWith(QByteArray("text " + all + " [0,")));
    QVERIFY(read(wire::Role::Client, parts + part(hex("c3"), true), {}).contains("ends within a character"));
}

void WsFrameTest::goesOnWhereItWasStopped()
{
    FrameLog log;
    log.stopsAtEach = true;
    ws::FrameParser parser(wire::Role::Client, log);
    const QByteArray stream = text("a") + frame(Opcode::Ping, "b") + text("c");
    QCOMPARE(parser.feed(toView(stream)).consumed, std::size_t { 3 });
    QCOMPARE(parser.feed(toView(stream).substr(3)).consumed, std::size_t { 3 });
    QCOMPARE(parser.feed(toView(stream).substr(6)).consumed, std::size_t { 3 });
    QCOMPARE(toBytes(log.all), QByteArray("text a [0,3)\nping b [3,6)\ntext c [6,9)\n"));
}

void WsFrameTest::countsFromItsBegin()
{
    FrameLog log;
    ws::FrameParser parser(wire::Role::Client, log, 1'000);
    log.feed(parser, toView(text("a") + hex("83")), {});
    QCOMPARE(parser.position(), std::uint64_t { 1'003 });
    QVERIFY(toBytes(log.all).startsWith("text a [1000,1003)\n"));
    QVERIFY(toBytes(log.all).contains("(at byte 1003)"));
}

void WsFrameTest::writesWhatIsReadBack_data()
{
    QTest::addColumn<int>("size");
    for (const int size : { 0, 1, 7, 8, 9, 125, 126, 65'535, 65'536, 69'999 }) {
        QTest::addRow("%d", size) << size;
    }
}

void WsFrameTest::writesWhatIsReadBack()
{
    QFETCH(int, size);
    std::string all;
    for (int i = 0; i < size; ++i) {
        all += static_cast<char>('!' + i % 90);
    }
    class Texts final : public ws::FrameObserver {
    public:
        void dataHead(const ws::FrameHead&, http::ByteRange) override { }
        void textPiece(std::string_view piece, http::ByteRange, bool) override { text += piece; }
        bool messageEnd(std::uint64_t) override { return ++ends > 0; }
        bool control(Opcode, std::string_view, http::ByteRange, bool) override { return true; }
        std::string text;
        int ends = 0;
    };
    for (const auto& key : { std::optional<ws::MaskKey>(), std::optional(kKey) }) {
        std::string stream;
        ws::appendFrame(stream, Opcode::Text, all, key);
        const std::size_t third = all.size() / 3;
        const std::size_t cuts[] = { third, third, 2 * third };
        ws::appendFragments(stream, all, cuts, key);
        Texts texts;
        ws::FrameParser parser(key ? wire::Role::Server : wire::Role::Client, texts);
        QCOMPARE(parser.feed(stream).consumed, stream.size());
        QCOMPARE(texts.ends, 2);
        QVERIFY(texts.text == all + all);
    }
}

void WsFrameTest::masksByTheExampleOfTheRfc()
{
    std::string out;
    ws::appendFrame(out, Opcode::Text, "Hello", kKey);
    QCOMPARE(toBytes(out), hex("818537fa213d7f9f4d5158"));
    std::string whole = "0123456789abcdefghij";
    std::string pieces = whole;
    ws::applyMask(whole, kKey);
    for (const auto& [from, size] : { std::pair<std::size_t, std::size_t> { 0, 3 }, { 3, 14 }, { 17, 3 } }) {
        ws::applyMask(std::span<char>(pieces).subspan(from, size), kKey, from);
    }
    QVERIFY(whole == pieces);
}

void WsFrameTest::cutsALongReasonBetweenCharacters()
{
    const std::string reason = std::string(122, 'r') + "ä";
    QCOMPARE(ws::closePayload({ 1000, reason }).size(), std::size_t { 124 });
    QCOMPARE(ws::closePayload({ 1000, std::string(200, 'r') }).size(), std::size_t { 125 });
    QVERIFY(ws::closePayload({}).empty());
    QVERIFY(ws::readClose(ws::closePayload({ 4123, "wörd" })) == (ws::Close { 4123, "wörd" }));
    QVERIFY(ws::readClose("") == ws::Close {});
}

void WsFrameTest::namesCloseCodes()
{
    const auto named = [](std::uint16_t code) { return toBytes(ws::closeName(code)); };
    QCOMPARE(named(1000), QByteArray("normal"));
    QCOMPARE(named(1006), QByteArray("abnormal"));
    QCOMPARE(named(1015), QByteArray("TLS handshake failed"));
    QCOMPARE(named(1016), QByteArray("unknown"));
    QCOMPARE(named(3000), QByteArray("of a library"));
    QCOMPARE(named(4999), QByteArray("private"));
    QCOMPARE(named(5000), QByteArray("unknown"));
    QCOMPARE(toBytes(ws::peerClosed({ 1001, "bye\n" }).message),
        QByteArray("closed by the peer: 1001 (going away): bye\\x0a"));
    QVERIFY(ws::peerClosed({ 1001, {} }).transient);
    QCOMPARE(ws::peerClosed({ 1008, {} }).kind, wire::ErrorKind::Refused);
    QCOMPARE(toBytes(ws::peerClosed({}).message), QByteArray("closed by the peer: without a code"));
}

QTEST_APPLESS_MAIN(WsFrameTest)
#include "tst_wsframe.moc"
