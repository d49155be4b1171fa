// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/commandline.h"

#include <QTest>

class TestCommandLine final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsAsAShellDoes_data();
    void splitsAsAShellDoes();
    void saysWhereAQuoteBegan_data();
    void saysWhereAQuoteBegan();
    void joinsWhatItSplits_data();
    void joinsWhatItSplits();
};

namespace {

QByteArray inBrackets(const std::vector<std::string>& words)
{
    QByteArray all;
    for (const std::string& word : words)
        all += '[' + QByteArray::fromStdString(word) + ']';
    return all;
}

} // namespace

void TestCommandLine::splitsAsAShellDoes_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* line, const char* words) {
        QTest::newRow(*line ? line : "nothing") << QByteArray(line) << QByteArray(words);
    };
    row("", "");
    row("  \t ", "");
    row("node server.js --port 1", "[node][server.js][--port][1]");
    row("  a \t\n b  ", "[a][b]");
    row("'a b' c", "[a b][c]");
    row("a' b 'c", "[a b c]");
    row("'' \"\"", "[][]");
    row("\"a 'b'\" 'c \"d\"'", "[a 'b'][c \"d\"]");
    row("a\\ b \\\\ \\'", "[a b][\\]['] ");
    row("'a\\' b", "[a\\][b]");
    row("\"\\\"\\\\\\$\\n\"", "[\"\\$\\n]");
    row("$HOME *.js ~ | >x ;", "[$HOME][*.js][~][|][>x][;]");
    row("gr\xc3\xbc\xc3\x9f"
        "e '\xe2\x82\xac'",
        "[gr\xc3\xbc\xc3\x9f"
        "e][\xe2\x82\xac]");
    row("a\\\nb", "[ab]");
}

void TestCommandLine::splitsAsAShellDoes()
{
    QFETCH(const QByteArray, line);
    QFETCH(const QByteArray, words);
    const auto split = fd::splitCommand(line.toStdString());
    QVERIFY(split);
    QCOMPARE(inBrackets(*split), words.trimmed());
}

void TestCommandLine::saysWhereAQuoteBegan_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("single") << QByteArray("ab 'c d") << QByteArray("a closing '") << QByteArray("byte 3");
    QTest::newRow("double") << QByteArray("a\"b'c'") << QByteArray("a closing \"") << QByteArray("byte 1");
    QTest::newRow("backslash") << QByteArray("ab \\") << QByteArray("a character after \\")
                               << QByteArray("byte 3");
}

void TestCommandLine::saysWhereAQuoteBegan()
{
    QFETCH(const QByteArray, line);
    const auto split = fd::splitCommand(line.toStdString());
    QVERIFY(!split);
    QVERIFY(split.error().kind == wire::ErrorKind::Usage);
    QTEST(QByteArray::fromStdString(split.error().expected), "expected");
    QTEST(QByteArray::fromStdString(split.error().where), "where");
}

void TestCommandLine::joinsWhatItSplits_data()
{
    QTest::addColumn<std::vector<std::string>>("words");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char* name, std::vector<std::string> words, const char* line) {
        QTest::newRow(name) << std::move(words) << QByteArray(line);
    };
    row("nothing", {}, "");
    row("plain", { "/usr/bin/node", "--a=b,c", "x@1.2" }, "/usr/bin/node --a=b,c x@1.2");
    row("quoted", { "a b", "", "$x", "it's" }, "'a b' '' '$x' 'it'\\''s'");
    row("awkward", { "'", "\"", "\\", "\n", "a\tb", "#", "~", "gr\xc3\xbc" },
        "''\\''' '\"' '\\' '\n' 'a\tb' '#' '~' gr\xc3\xbc");
}

void TestCommandLine::joinsWhatItSplits()
{
    QFETCH(const std::vector<std::string>, words);
    const std::string line = fd::joinCommand(words);
    QTEST(QByteArray::fromStdString(line), "line");
    const auto split = fd::splitCommand(line);
    QVERIFY(split);
    QCOMPARE(*split, words);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_commandline.moc"
