// SPDX-License-Identifier: Apache-2.0
// The scanner's tape, its flags, and where and why it stops.
#include "protocol/json/bytes.h"
#include "protocol/json/document.h"
#include "protocol/json/scanner.h"

#include <QTest>

using json::Kind;

class TestScanner final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesATokenForEachKeyAndValue();
    void flagsWhatIsLegalButOdd_data();
    void flagsWhatIsLegalButOdd();
    void saysWhereTheTextStopsBeingJson_data();
    void saysWhereTheTextStopsBeingJson();
    void saysEndOfTextForEveryPrefix();
    void marksEachLaterKeyOfTheSameName_data();
    void marksEachLaterKeyOfTheSameName();
    void findsNoDuplicateAcrossObjects();
    void limitsDepth();
    void limitsBytes();
    void keepsWhatItReadBeforeAnError();
    void skipsPlainBytesAlikeOnEveryMachine();
};

void TestScanner::writesATokenForEachKeyAndValue()
{
    const std::string_view text = R"( {"a":[1,{}],"b":"x"} )";
    json::Tape tape;
    json::ScanError error;
    QVERIFY(json::scan(text, tape, error));

    struct Expected {
        Kind kind;
        std::string_view lexeme;
        std::uint32_t next;
        int depth;
    };
    const std::vector<Expected> expected {
        { Kind::Object, R"({"a":[1,{}],"b":"x"})", 7, 0 },
        { Kind::Key, R"("a")", 2, 1 },
        { Kind::Array, "[1,{}]", 5, 1 },
        { Kind::Number, "1", 4, 2 },
        { Kind::Object, "{}", 5, 2 },
        { Kind::Key, R"("b")", 6, 1 },
        { Kind::String, R"("x")", 7, 1 },
    };
    QCOMPARE(tape.tokens.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const json::Token& token = tape.tokens[i];
        QCOMPARE(token.kind, expected[i].kind);
        QCOMPARE(text.substr(token.offset, token.length), expected[i].lexeme);
        QCOMPARE(token.next, expected[i].next);
        QCOMPARE(int { token.depth }, expected[i].depth);
    }
    QCOMPARE(int { tape.flags }, 0);
}

void TestScanner::flagsWhatIsLegalButOdd_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("flags");

    QTest::newRow("nothing odd") << QByteArray(R"({"a":[1,"é",true,null]})") << 0;
    QTest::newRow("escape") << QByteArray(R"("a\n")") << int { json::kEscaped };
    QTest::newRow("escape in a key") << QByteArray(R"({"\/":1})") << int { json::kEscaped };
    QTest::newRow("pair") << QByteArray(R"("\ud83d\uDE00")") << int { json::kEscaped };
    QTest::newRow("high alone") << QByteArray(R"("\ud83d")") << (json::kEscaped | json::kLoneSurrogate);
    QTest::newRow("low alone") << QByteArray(R"("\ude00")") << (json::kEscaped | json::kLoneSurrogate);
    QTest::newRow("high twice") << QByteArray(R"("\ud83d\ud83d\ude00")")
                                << (json::kEscaped | json::kLoneSurrogate);
    QTest::newRow("pair the wrong way")
        << QByteArray(R"("\ude00\ud83d")") << (json::kEscaped | json::kLoneSurrogate);
    QTest::newRow("high, other escape")
        << QByteArray(R"("\ud83d\n")") << (json::kEscaped | json::kLoneSurrogate);
    QTest::newRow("escaped NUL") << QByteArray(R"("\u0000")") << (json::kEscaped | json::kEscapedNul);
    QTest::newRow("fraction") << QByteArray("1.10") << int { json::kFractional };
    QTest::newRow("exponent") << QByteArray("1E5") << int { json::kFractional };
    QTest::newRow("minus zero") << QByteArray("-0") << 0;
    QTest::newRow("largest double") << QByteArray("1.7976931348623157e308") << int { json::kFractional };
    QTest::newRow("smallest double") << QByteArray("5e-324") << int { json::kFractional };
    QTest::newRow("above doubles") << QByteArray("1e400") << (json::kFractional | json::kOutOfRange);
    QTest::newRow("below doubles") << QByteArray("-1e-400") << (json::kFractional | json::kOutOfRange);
    QTest::newRow("zero, whatever the exponent") << QByteArray("0.0e999999999") << int { json::kFractional };
    QTest::newRow("integer of 400 digits") << QByteArray(400, '9') << int { json::kOutOfRange };
    QTest::newRow("integer of 300 digits") << QByteArray(300, '9') << 0;
    QTest::newRow("BOM") << QByteArray("\xEF\xBB\xBF[]") << int { json::kBom };
    QTest::newRow("duplicate") << QByteArray(R"({"a":1,"a":1})") << int { json::kDuplicateKey };
}

void TestScanner::flagsWhatIsLegalButOdd()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, flags);
    const auto document = json::Document::parse(text);
    QVERIFY2(document, document ? "" : json::toString(document.error()).c_str());
    QCOMPARE(int { document->flags() }, flags);
}

void TestScanner::saysWhereTheTextStopsBeingJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");

    const auto row = [](const char* name, const QByteArray& text, const char* message) {
        QTest::newRow(name) << text << QString::fromUtf8(message);
    };
    row("empty", "", "expected a value, found end of text at byte 0");
    row("blank", " \n", "expected a value, found end of text at byte 2");
    row("NUL at the end", QByteArray("[]\0", 3), "expected end of text, found byte 0x00 at byte 2");
    row("NUL in a string", QByteArray("\"a\0\"", 4),
        "expected control characters escaped, found byte 0x00 at byte 2");
    row("line break in a string", "\"a\nb\"",
        "expected control characters escaped, found byte 0x0a at byte 2");
    row("two values", "1 2", "expected end of text, found '2' at byte 2");
    row("comma before the end", "[1,]", "expected a value, found ']' at byte 3");
    row("comma first", "[,1]", "expected a value or ']', found ',' at byte 1");
    row("no comma", "[1 2]", "expected ',' or ']', found '2' at byte 3");
    row("wrong bracket", R"({"a":1])", "expected ',' or '}', found ']' at byte 6");
    row("key without quotes", "{a:1}", "expected a member name or '}', found 'a' at byte 1");
    row("key missing", R"({"a":1,})", "expected a member name, found '}' at byte 7");
    row("no colon", R"({"a" 1})", "expected ':', found '1' at byte 5");
    row("literal", "nulL", "expected null, found 'L' at byte 3");
    row("literal goes on", "[truex]", "expected ',' or ']', found 'x' at byte 5");
    row("leading zero", "[01]", "expected ',' or ']', found '1' at byte 2");
    row("plus", "+1", "expected a value, found '+' at byte 0");
    row("point without digits", "[1.]", "expected a digit, found ']' at byte 3");
    row("exponent without digits", "[1e+]", "expected a digit, found ']' at byte 4");
    row("minus alone", "[-]", "expected a digit, found ']' at byte 2");
    row("bad escape", R"("\x")", "expected one of \" \\ / b f n r t u, found 'x' at byte 2");
    row("bad hexadecimal", R"("\u12G4")", "expected a hexadecimal digit, found 'G' at byte 5");
    row("bad byte", "\"\xFF\"", "expected UTF-8, found byte 0xff at byte 1");
    row("overlong", "\"\xC0\xAF\"", "expected UTF-8, found byte 0xc0 at byte 1");
    row("raw surrogate", "\"\xED\xA0\x80\"", "expected UTF-8, found byte 0xed at byte 1");
    row("beyond U+10FFFF", "\"\xF4\x90\x80\x80\"", "expected UTF-8, found byte 0xf4 at byte 1");
    row("character outside", "[\xC3\xA9]", "expected a value or ']', found 'é' at byte 1");
    row("half a BOM", "\xEF\xBB", "expected a value, found end of text at byte 2");
    row("BOM twice", "\xEF\xBB\xBF\xEF\xBB\xBF[]", "expected a value, found '\xEF\xBB\xBF' at byte 3");
}

void TestScanner::saysWhereTheTextStopsBeingJson()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, message);
    const auto document = json::Document::parse(text);
    QVERIFY(!document);
    QCOMPARE(QString::fromStdString(json::toString(document.error())), message);
}

void TestScanner::saysEndOfTextForEveryPrefix()
{
    const std::string text
        = "\xEF\xBB\xBF { \"k\\u00e9y\" : [ -1.5e+10 , true, false, null, \"\xC3\xA9\xE2\x82\xAC"
          "\xF0\x9F\x98\x80\\ud83d\\ude00\\n\" ], \"\" : { } }";
    json::Tape tape;
    json::ScanError error;
    QVERIFY(json::scan(text, tape, error));
    for (std::size_t size = 0; size < text.size(); ++size) {
        // A copy of just these bytes, so that a sanitizer sees any step beyond them.
        const std::vector<char> prefix(text.data(), text.data() + size);
        QVERIFY(!json::scan({ prefix.data(), prefix.size() }, tape, error));
        QCOMPARE(error.offset, size);
        QCOMPARE(error.found, std::string("end of text"));
    }
}

void TestScanner::marksEachLaterKeyOfTheSameName_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<int>>("marked");

    QTest::newRow("none") << QByteArray(R"({"a":1,"b":2,"ab":3,"ba":4})") << QList<int> {};
    QTest::newRow("thrice") << QByteArray(R"({"a":1,"a":2,"b":3,"a":4})") << QList<int> { 1, 3 };
    QTest::newRow("empty names") << QByteArray(R"({"":1,"":2})") << QList<int> { 1 };
    QTest::newRow("written differently")
        << QByteArray(R"({"a":1,"\u0061":2,"é":3,"\u00E9":4})") << QList<int> { 1, 3 };
    QTest::newRow("same look") << QByteArray(R"({"a1b2c":1,"a3b4c":2,"a1b2c":3})") << QList<int> { 2 };

    QByteArray many = "{";
    for (int i = 0; i < 100; ++i) {
        many += "\"key" + QByteArray::number(i) + "\":{\"key1\":1},";
    }
    QTest::newRow("many") << many + R"("key99":0,"x":0,"key0":0})" << QList<int> { 100, 102 };
    const QByteArray longKey(1000, 'k');
    QTest::newRow("long") << "{\"" + longKey + "1\":0,\"" + longKey + "2\":0,\"" + longKey + "1\":0}"
                          << QList<int> { 2 };
}

void TestScanner::marksEachLaterKeyOfTheSameName()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QList<int>, marked);
    const auto document = json::Document::parse(text);
    QVERIFY(document);
    QList<int> found;
    int position = 0;
    for (const json::Member member : document->root().members()) {
        if ((member.key.flags() & json::kDuplicateKey) != 0) {
            found.append(position);
        }
        ++position;
    }
    QCOMPARE(found, marked);
}

void TestScanner::findsNoDuplicateAcrossObjects()
{
    const auto document = json::Document::parse(R"({"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}})");
    QVERIFY(document);
    QCOMPARE(int { document->flags() }, 0);
}

void TestScanner::limitsDepth()
{
    json::Tape tape;
    json::ScanError error;
    const json::ScanLimits limits { .depth = 2, .bytes = 100 };
    QVERIFY(json::scan("[[],{}]", tape, error, limits));
    QVERIFY(!json::scan(R"([{"a":[]}])", tape, error, limits));
    QCOMPARE(QString::fromStdString(json::toString(error)),
        QStringLiteral("expected at most 2 levels, found '[' at byte 6"));
}

void TestScanner::limitsBytes()
{
    json::Tape tape;
    json::ScanError error;
    const json::ScanLimits limits { .depth = 2, .bytes = 4 };
    QVERIFY(json::scan("[12]", tape, error, limits));
    QVERIFY(!json::scan("[123]", tape, error, limits));
    QCOMPARE(error.offset, std::size_t { 4 });
    QCOMPARE(error.expected, std::string("at most 4 bytes"));
}

void TestScanner::keepsWhatItReadBeforeAnError()
{
    json::Tape tape;
    json::ScanError error;
    const std::string_view text = "[1,[2,\"x";
    QVERIFY(!json::scan(text, tape, error));
    QCOMPARE(tape.tokens.size(), std::size_t { 4 });
    QCOMPARE(tape.tokens[0].next, 4U);
    QCOMPARE(tape.tokens[2].length, 5U);
    QVERIFY(json::scan("7", tape, error));
    QCOMPARE(tape.tokens.size(), std::size_t { 1 });
}

void TestScanner::skipsPlainBytesAlikeOnEveryMachine()
{
    for (std::size_t size = 1; size <= 40; ++size) {
        for (std::size_t place = 0; place < size; ++place) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string text(size, 'a');
                text[place] = static_cast<char>(byte);
                const char* const begin = text.data();
                const char* const end = begin + size;
                const auto expected = static_cast<std::ptrdiff_t>(json::isPlain(text[place]) ? size : place);
                if (json::skipPlain(begin, end) - begin != expected
                    || json::skipPlainPortable(begin, end) - begin != expected) {
                    QFAIL(qPrintable(QStringLiteral("byte %1 at %2 of %3").arg(byte).arg(place).arg(size)));
                }
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestScanner)
#include "tst_scanner.moc"
