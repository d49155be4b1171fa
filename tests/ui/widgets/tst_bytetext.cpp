// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes become characters to read, none is lost, none plays tricks.
#include "ui/widgets/bytetext.h"

#include <QTest>

using widgets::shown;

class TestByteText final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatIsThere_data();
    void showsWhatIsThere();
    void knowsTheByteOfEachUnit();
    void waitsForTheRestOfWhatGrows();
};

void TestByteText::showsWhatIsThere_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const QByteArray& bytes, const QString& text) {
        QTest::newRow(name) << bytes << text;
    };
    row("ASCII", "a <b>x</b>", QStringLiteral("a <b>x</b>"));
    row("UTF-8", "gr\xC3\xBC\xC3\x9F \xE4\xB8\xAD", QStringLiteral("gr\u00FC\u00DF \u4E2D"));
    row("beyond the BMP", "\xF0\x9F\x98\x80", QStringLiteral("\U0001F600"));
    row("a joined emoji stays whole", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
        QStringLiteral("\U0001F469\u200D\U0001F4BB"));
    row("no line break at the end", "a\r\n", QStringLiteral("a"));
    row("a carriage return within", "a\rb", QStringLiteral("a\\x0db"));
    row("NUL and escape", QByteArray("\0\x1B[1m", 5), QStringLiteral("\\x00\\x1b[1m"));
    row("a tab", "a\tb", QStringLiteral("a    b"));
    row("Latin-1", "\xFC.", QStringLiteral("\\xfc."));
    row("overlong", "\xC0\xAF", QStringLiteral("\\xc0\\xaf"));
    row("a surrogate", "\xED\xA0\x80", QStringLiteral("\\xed\\xa0\\x80"));
    row("beyond Unicode", "\xF5\x80\x80\x80", QStringLiteral("\\xf5\\x80\\x80\\x80"));
    row("cut off", "\xE4\xB8", QStringLiteral("\\xe4\\xb8"));
    row("right-to-left override",
        "a\xE2\x80\xAE"
        "b",
        QStringLiteral("a\\u{202e}b"));
    row("a byte order mark", "\xEF\xBB\xBF{", QStringLiteral("\\u{feff}{"));
}

void TestByteText::showsWhatIsThere()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QCOMPARE(shown(bytes, 0, bytes.size(), false).text, text);
}

void TestByteText::knowsTheByteOfEachUnit()
{
    const widgets::ShownText row = shown("\xC3\xBCx\xFF!", 0, 5, false);
    QCOMPARE(row.text, QStringLiteral("\u00FCx\\xff!"));
    const std::vector<qsizetype> offsets { 0, 2, 3, 3, 3, 3, 4, 5 };
    QCOMPARE(row.offsets, offsets);
    QCOMPARE(row.escapes.size(), std::size_t { 1 });
    QCOMPARE(row.escapes.front().first, 2);
    QCOMPARE(row.escapes.front().second, 6);
}

// A character cut between two reads must not flash up as bad bytes.
void TestByteText::waitsForTheRestOfWhatGrows()
{
    QCOMPARE(shown("a\xE4\xB8", 0, 3, true).text, QStringLiteral("a"));
    QCOMPARE(shown("a\xE4\xB8", 0, 3, false).text, QStringLiteral("a\\xe4\\xb8"));
}

QTEST_APPLESS_MAIN(TestByteText)
#include "tst_bytetext.moc"
