// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/filter.h"

#include <QTest>

using traffic::Filter;

class TestFilter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWords_data();
    void readsWords();
    void readsPlaces();
    void readsKinds();
    void takesWhatIsNoPlaceForAWord();
    void keepsWhatIsFollowedInOneWord_data();
    void keepsWhatIsFollowedInOneWord();
    void findsAWordAtEveryPlace();
    void findsWhatAPlainSearchFinds();
};

void TestFilter::readsWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << QString() << QStringList();
    QTest::newRow("blanks") << QStringLiteral("  \t ") << QStringList();
    QTest::newRow("two") << QStringLiteral("acmp/Invoke  TASK_1 ")
                         << QStringList { QStringLiteral("acmp/invoke"), QStringLiteral("task_1") };
    QTest::newRow("quoted") << QStringLiteral("\"a B\" c")
                            << QStringList { QStringLiteral("a b"), QStringLiteral("c") };
    QTest::newRow("an open quote") << QStringLiteral("\"a b") << QStringList { QStringLiteral("a b") };
    QTest::newRow("not ASCII") << QStringLiteral("Ünï") << QStringList { QStringLiteral("Ünï") };
}

void TestFilter::readsWords()
{
    QFETCH(QString, text);
    QFETCH(QStringList, words);
    const Filter filter = Filter::parse(text);
    QStringList read;
    for (const std::string& word : filter.words)
        read += QString::fromStdString(word);
    QCOMPARE(read, words);
    QCOMPARE(filter.isEmpty(), words.isEmpty());
}

void TestFilter::readsPlaces()
{
    const Filter connection = Filter::parse(QStringLiteral("connection:3 x"));
    QVERIFY(connection.connection == wire::ConnectionId { 3 });
    QVERIFY(!connection.exchange);
    QCOMPARE(connection.words, std::vector<std::string> { "x" });
    const Filter exchange = Filter::parse(Filter::exchangeWord(wire::ConnectionId { 7 }, 12));
    QVERIFY(exchange.connection == wire::ConnectionId { 7 });
    QVERIFY(exchange.exchange == 12U);
    QVERIFY(!exchange.isEmpty());
    QVERIFY(!Filter::parse({}, acmp::Level::Warning).isEmpty());
}

void TestFilter::readsKinds()
{
    const Filter log = Filter::parse(QStringLiteral("KIND:log-line error"));
    QVERIFY(log.kind == wire::SliceKind::LogLine);
    QCOMPARE(log.words, std::vector<std::string> { "error" });
    QVERIFY(Filter::parse(QStringLiteral("kind:http-head")).kind == wire::SliceKind::HttpHead);
    QVERIFY(Filter::parse(QStringLiteral("kind:control-frame")).kind == wire::SliceKind::ControlFrame);
    QVERIFY(!Filter::parse(QStringLiteral("kind:frame")).isEmpty());
    for (const char* const none : { "kind:", "kind:unknown", "kind:x", "\"kind:line\"" }) {
        const Filter filter = Filter::parse(QLatin1String(none));
        QVERIFY(!filter.kind);
        QCOMPARE(filter.words.size(), 1U);
    }
}

void TestFilter::takesWhatIsNoPlaceForAWord()
{
    for (const QString& text :
        { QStringLiteral("connection:"), QStringLiteral("connection:x"), QStringLiteral("exchange:1"),
            QStringLiteral("exchange:1/"), QStringLiteral("exchange:99999999999/1") })
        QCOMPARE(Filter::parse(text).words, std::vector<std::string> { text.toStdString() });
}

void TestFilter::keepsWhatIsFollowedInOneWord_data()
{
    QTest::addColumn<QString>("task");
    QTest::newRow("plain") << QStringLiteral("task_a7c923f1");
    QTest::newRow("with blanks") << QStringLiteral("my task 1");
    QTest::newRow("like a place") << QStringLiteral("connection:3");
}

void TestFilter::keepsWhatIsFollowedInOneWord()
{
    QFETCH(QString, task);
    const Filter filter = Filter::parse(Filter::word(task));
    QCOMPARE(filter.words, std::vector<std::string> { task.toStdString() });
    QVERIFY(!filter.connection);
}

void TestFilter::findsAWordAtEveryPlace()
{
    const traffic::Needle needle("abc");
    for (std::size_t before = 0; before < 10; ++before) {
        for (std::size_t after = 0; after < 10; ++after)
            QVERIFY(needle.isIn(std::string(before, 'b') + "aBC" + std::string(after, 'a')));
    }
    QVERIFY(!needle.isIn(""));
    QVERIFY(!needle.isIn("ab"));
    QVERIFY(!needle.isIn("abbcac"));
    QVERIFY(traffic::Needle("").isIn(""));
}

void TestFilter::findsWhatAPlainSearchFinds()
{
    // Every text of four letters out of two, every word of up to three.
    for (unsigned text = 0; text < 1U << 8U; ++text) {
        std::string letters;
        for (unsigned i = 0; i < 8; ++i)
            letters += (text >> i & 1U) != 0 ? 'a' : 'b';
        for (std::size_t length = 1; length <= 4; ++length) {
            for (unsigned word = 0; word < 1U << length; ++word) {
                std::string wanted;
                for (unsigned i = 0; i < length; ++i)
                    wanted += (word >> i & 1U) != 0 ? 'a' : 'b';
                QCOMPARE(traffic::Needle(wanted).isIn(letters), letters.find(wanted) != std::string::npos);
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestFilter)
#include "tst_filter.moc"
