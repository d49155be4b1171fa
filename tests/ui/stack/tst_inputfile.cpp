// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/inputfile.h"

#include <QTemporaryDir>
#include <QTest>

using stack::InputFile;

class TestInputFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cuts_data();
    void cuts();
    void refusesWhatIsNoText();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();

private:
    QTemporaryDir m_folder;
};

void TestInputFile::cuts_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QStringList>("pieces");
    const auto row = [](const char* name, const char* contents, const char* type, int bytes,
                         std::initializer_list<const char*> pieces) {
        QStringList all;
        for (const char* piece : pieces)
            all += QString::fromUtf8(piece);
        QTest::newRow(name) << QByteArray(contents) << QByteArray(type) << bytes << all;
    };
    row("empty", "", "text", 0, {});
    row("lines", "a\nb\r\n\nc", "text", 0, { "a\n", "b\r\n", "\n", "c" });
    row("bytes", "abcde", "text", 2, { "ab", "cd", "e" });
    // Two, three and four bytes each.
    row("characters stay whole", "\u00fc\u00fc\u20ac\U0001F600", "text/plain", 3,
        { "\u00fc", "\u00fc", "\u20ac", "\U0001F600" });
    row("JSON as text", "{}\n[1]\n", "json", 0, { "{}\n", "[1]\n" });
    row("all else as base64", "abcd", "image/png", 3, { "YWJj", "ZA==" });
}

void TestInputFile::cuts()
{
    QFETCH(const QByteArray, contents);
    QFETCH(const QByteArray, type);
    QFETCH(const int, bytes);
    QFile file(m_folder.filePath(QStringLiteral("input")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(contents);
    file.close();
    stack::InputFromFile how { file.fileName().toStdString(), type.toStdString(), {} };
    if (bytes > 0)
        how.pieceBytes = bytes;
    auto opened = InputFile::open(how);
    QVERIFY(opened);
    QStringList pieces;
    for (;;) {
        const auto piece = (*opened)->next();
        QVERIFY2(piece, piece ? "" : piece.error().toString().c_str());
        if (!*piece)
            break;
        QCOMPARE((*piece)->type, type.toStdString());
        pieces += QString::fromStdString((*piece)->data.toText().value_or("no string"));
    }
    QTEST(pieces, "pieces");
}

void TestInputFile::refusesWhatIsNoText()
{
    QFile file(m_folder.filePath(QStringLiteral("input")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("good\n\xff\xfe\n");
    file.close();
    auto opened = InputFile::open({ file.fileName().toStdString(), "text", {} });
    QVERIFY(opened);
    QVERIFY((*opened)->next());
    const auto piece = (*opened)->next();
    QVERIFY(!piece);
    QVERIFY(piece.error().toString().find("UTF-8") != std::string::npos);
    QCOMPARE(piece.error().where, file.fileName().toStdString());
}

void TestInputFile::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("missing") << QStringLiteral("/no/such/file");
    QTest::newRow("folder") << QStringLiteral("/");
    // Would never end.
    QTest::newRow("device") << QStringLiteral("/dev/zero");
}

void TestInputFile::refusesWhatIsNoFile()
{
    QFETCH(const QString, path);
    const auto opened = InputFile::open({ path.toStdString(), "text", {} });
    QVERIFY(!opened);
    QCOMPARE(opened.error().where, path.toStdString());
}

QTEST_GUILESS_MAIN(TestInputFile)
#include "tst_inputfile.moc"
