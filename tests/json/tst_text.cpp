// SPDX-License-Identifier: Apache-2.0
// Strings between their escaped form and their characters, and Raw on top of it.
#include "protocol/json/raw.h"
#include "protocol/json/text.h"

#include <QTest>

class TestText final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unescapes_data();
    void unescapes();
    void leavesWhatIsNoEscapeAlone();
    void quotes_data();
    void quotes();
    void joinsWhateverWasCut();
    void joinsNothingElse();
    void joinsPiecesOfAnEscapedText();
    void tellsUtf8();
    void rawKeepsItsBytes();
};

using namespace std::string_literals;

void TestText::unescapes_data()
{
    QTest::addColumn<std::string>("inner");
    QTest::addColumn<std::string>("text");

    QTest::newRow("plain") << "héllo"s << "héllo"s;
    QTest::newRow("empty") << ""s << ""s;
    QTest::newRow("short escapes") << R"(\"\\\/\b\f\n\r\t)"s << "\"\\/\b\f\n\r\t"s;
    QTest::newRow("between") << R"(a\nb\tc)"s << "a\nb\tc"s;
    QTest::newRow("NUL") << R"(a\u0000b)"s << "a\0b"s;
    QTest::newRow("two bytes") << R"(\u00E9)"s << "é"s;
    QTest::newRow("three bytes") << R"(\u20aC)"s << "€"s;
    QTest::newRow("pair") << R"(\ud83d\ude00)"s << "😀"s;
    QTest::newRow("highest") << R"(\udbff\udfff)"s << "\xF4\x8F\xBF\xBF"s;
    QTest::newRow("high alone") << R"(\ud83dx)"s << "\xED\xA0\xBDx"s;
    QTest::newRow("low alone") << R"(\ude00)"s << "\xED\xB8\x80"s;
    QTest::newRow("high, then a pair") << R"(\ud83d\ud83d\ude00)"s << "\xED\xA0\xBD😀"s;
}

void TestText::unescapes()
{
    QFETCH(const std::string, inner);
    QFETCH(const std::string, text);
    QCOMPARE(json::unescape(inner), text);
}

void TestText::leavesWhatIsNoEscapeAlone()
{
    // Never from a scan; still no step may lead out of the bytes.
    const std::string inner = R"(\ud83d\ude00\n)";
    for (std::size_t size = 0; size <= inner.size(); ++size) {
        const std::vector<char> cut(inner.data(), inner.data() + size);
        QVERIFY(json::unescape({ cut.data(), cut.size() }).size() <= size);
    }
    QCOMPARE(json::unescape(R"(\x\u12g4\)"), R"(\x\u12g4\)"s);
}

void TestText::quotes_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("quoted");

    QTest::newRow("empty") << ""s << R"("")"s;
    QTest::newRow("raw") << "a/é€😀\x7F"s << "\"a/é€😀\x7F\""s;
    QTest::newRow("short") << "\"\\\b\f\n\r\t"s << R"("\"\\\b\f\n\r\t")"s;
    QTest::newRow("controls") << "\0\x01\x1F"s << R"("\u0000\u0001\u001f")"s;
    QTest::newRow("lone surrogate") << "a\xED\xA0\xBD"s << R"("a\ud83d")"s;
    QTest::newRow("a long run") << "a run of plain characters, longer than a step\n"s
                                << R"("a run of plain characters, longer than a step\n")"s;
    QTest::newRow("no surrogate") << "\xED\x9F\xBF"s << "\"\xED\x9F\xBF\""s;
}

void TestText::quotes()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, quoted);
    std::string out;
    json::appendQuoted(out, text);
    QCOMPARE(out, quoted);
    QCOMPARE(json::unescape(std::string_view(out).substr(1, out.size() - 2)), text);
}

void TestText::joinsWhateverWasCut()
{
    const std::string whole = "aé😀\xED\xA0\xBD-\xED\xB8\x80z";
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        std::string joined = whole.substr(0, cut);
        json::appendJoiningSurrogates(joined, std::string_view(whole).substr(cut));
        QCOMPARE(joined, whole);
    }
    const std::string pair = "x\xED\xA0\xBD\xED\xB8\x80y";
    for (std::size_t cut = 2; cut <= 6; ++cut) {
        std::string joined = pair.substr(0, cut);
        json::appendJoiningSurrogates(joined, std::string_view(pair).substr(cut));
        QCOMPARE(joined, "x😀y"s);
    }
}

void TestText::joinsNothingElse()
{
    for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>> {
             { "\xED\xB8\x80", "\xED\xA0\xBD" }, // low, then high
             { "\xED\xA0\xBD", "\xED\xA0\xBD" }, // high twice
             { "\xED\xA0\xBD", "x\xED\xB8\x80" }, // something between
             { "\xED\xA0\xBD", "" },
             { "", "\xED\xB8\x80" },
         }) {
        std::string joined = first;
        json::appendJoiningSurrogates(joined, second);
        QCOMPARE(joined, first + second);
    }
}

void TestText::joinsPiecesOfAnEscapedText()
{
    // A sender may cut its text anywhere and escape each piece by itself: between two surrogates too.
    const std::vector<std::string> units { "a", R"(\ud83d)", R"(\ude00)", "é", R"(\ud83d)", R"(\ude00)",
        R"(\n)" };
    for (std::size_t cut = 0; cut <= units.size(); ++cut) {
        std::string pieces[2];
        for (std::size_t i = 0; i < units.size(); ++i) {
            pieces[i < cut ? 0 : 1] += units[i];
        }
        std::string text = json::unescape(pieces[0]);
        json::appendJoiningSurrogates(text, json::unescape(pieces[1]));
        QCOMPARE(text, "a😀é😀\n"s);
    }
}

void TestText::tellsUtf8()
{
    QVERIFY(json::isValidUtf8(""));
    QVERIFY(json::isValidUtf8("\"\\\n\0é€😀"s));
    QVERIFY(json::isValidUtf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));
    for (const char* bad : { "\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xE2\x82", "\xED\xA0\x80",
             "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "a\xC3(" }) {
        QVERIFY2(!json::isValidUtf8(bad), bad);
    }
}

void TestText::rawKeepsItsBytes()
{
    QVERIFY(json::Raw().isEmpty());
    QCOMPARE(json::Raw().toText(), std::nullopt);
    const json::Raw part(QByteArray("[1.10, \"a\\n\"]"), 7, 5);
    QCOMPARE(part.text(), std::string_view(R"("a\n")"));
    QVERIFY(part.isString());
    QCOMPARE(part.toText(), "a\n"s);
    QCOMPARE(json::Raw::string("a\n"), part);
    const json::Raw number(QByteArray("1.10"));
    QVERIFY(!number.isString());
    QCOMPARE(number.toText(), std::nullopt);
    QVERIFY(number != json::Raw(QByteArray("1.1")));
    QCOMPARE(json::Raw(QByteArray("\"")).toText(), std::nullopt);
}

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
