// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/error.h"

#include <QTest>

using namespace std::string_literals;

class TestError : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsKnownAndNothingElse_data();
    void saysWhatIsKnownAndNothingElse();
    void excerptShowsEveryByte_data();
    void excerptShowsEveryByte();
    void excerptNeverCutsACharacter();
    void excerptIsValidUtf8WhereverItIsCut();
};

void TestError::saysWhatIsKnownAndNothingElse_data()
{
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<std::string>("found");
    QTest::addColumn<std::string>("where");
    QTest::addColumn<std::string>("text");

    QTest::newRow("only the message") << ""s << ""s << ""s << "no answer"s;
    QTest::newRow("expected") << "200"s << ""s << ""s << "no answer: expected 200"s;
    QTest::newRow("found") << ""s << "404"s << ""s << "no answer: found 404"s;
    QTest::newRow("expected and found") << "200"s << "404"s << ""s << "no answer: expected 200, found 404"s;
    QTest::newRow("where") << ""s << ""s << "/params"s << "no answer (at /params)"s;
    QTest::newRow("all") << "200"s << "404"s << "byte 9"s
                         << "no answer: expected 200, found 404 (at byte 9)"s;
}

void TestError::saysWhatIsKnownAndNothingElse()
{
    QFETCH(std::string, expected);
    QFETCH(std::string, found);
    QFETCH(std::string, where);
    QFETCH(std::string, text);

    const wire::Error error { .message = "no answer", .expected = expected, .found = found, .where = where };
    QCOMPARE(error.toString(), text);
}

void TestError::excerptShowsEveryByte_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("shown");

    QTest::newRow("empty") << ""s << ""s;
    QTest::newRow("plain") << "a \"b\" \\"s << "a \"b\" \\"s;
    QTest::newRow("line end") << "a\r\nb"s << "a\\x0d\\x0ab"s;
    QTest::newRow("NUL and DEL") << "a\0b\x7f"s << "a\\x00b\\x7f"s;
    QTest::newRow("escape sequence") << "\x1b[31m"s << "\\x1b[31m"s;
    QTest::newRow("UTF-8") << "Zürich €"s << "Zürich €"s;
    QTest::newRow("Latin-1") << "Z\xfcrich"s << "Z\\xfcrich"s;
    QTest::newRow("half a character") << "\xe2\x82"s << "\\xe2\\x82"s;
}

void TestError::excerptShowsEveryByte()
{
    QFETCH(std::string, text);
    QFETCH(std::string, shown);

    QCOMPARE(wire::excerpt(text), shown);
}

void TestError::excerptNeverCutsACharacter()
{
    QCOMPARE(wire::excerpt("abcdef", 6), "abcdef"s);
    QCOMPARE(wire::excerpt("abcdef", 5), "abcde…"s);
    QCOMPARE(wire::excerpt("ab€cd", 5), "ab€…"s);
    QCOMPARE(wire::excerpt("ab€cd", 4), "ab…"s);
    QCOMPARE(wire::excerpt("ab€cd", 3), "ab…"s);
    QCOMPARE(wire::excerpt("€", 0), "…"s);
}

void TestError::excerptIsValidUtf8WhereverItIsCut()
{
    const std::string text = "ä€😀 and \xff\x80 more";
    for (std::size_t limit = 0; limit <= text.size(); ++limit) {
        const std::string shown = wire::excerpt(text, limit);
        QCOMPARE(QString::fromStdString(shown).toStdString(), shown);
        QVERIFY(!QString::fromStdString(shown).contains(QChar(QChar::ReplacementCharacter)));
    }
}

QTEST_GUILESS_MAIN(TestError)
#include "tst_error.moc"
