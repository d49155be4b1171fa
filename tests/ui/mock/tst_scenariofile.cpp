// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mock/scenariofile.h"

#include <QTemporaryDir>
#include <QTest>

using mock::ScenarioFile;

class TestScenarioFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAScenario();
    void keepsTheTextOfABadOne();
    void pointsAtEachMistake_data();
    void pointsAtEachMistake();
    void saysThatItCantBeRead();
    void refusesAHugeFile();

private:
    QString write(const QByteArray& text)
    {
        const QString path = m_folder.filePath(QStringLiteral("x.json"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return path;
    }
    QTemporaryDir m_folder;
};

void TestScenarioFile::readsAScenario()
{
    const QByteArray text(
        engine::builtinScenarioText().data(), static_cast<qsizetype>(engine::builtinScenarioText().size()));
    const auto file = ScenarioFile::read(write(text));
    QVERIFY(file.scenario && !file.failure && file.mistakes.empty());
    QCOMPARE(file.text, text);
    QCOMPARE(file.name(), QStringLiteral("workbench"));
    QVERIFY(!file.isBuiltin());
}

void TestScenarioFile::keepsTheTextOfABadOne()
{
    const auto file = ScenarioFile::read(write("{\"format\": 2}"));
    QVERIFY(!file.scenario && !file.failure);
    QVERIFY(!file.mistakes.empty());
    QCOMPARE(file.text, QByteArray("{\"format\": 2}"));
    QCOMPARE(file.name(), QStringLiteral("x.json"));
}

void TestScenarioFile::pointsAtEachMistake_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("rest"); // from the byte it points at
    QTest::newRow("first line") << QByteArray("{ 1 }") << QByteArray("1 }");
    QTest::newRow("later line") << QByteArray("{\n  \"format\": 1,\n  7\n}") << QByteArray("7\n}");
    QTest::newRow("behind long characters") << QByteArray("{ \"a\": \"ü€𝄞\", 7 }") << QByteArray("7 }");
    QTest::newRow("end of text") << QByteArray("{\n") << QByteArray();
}

void TestScenarioFile::pointsAtEachMistake()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, rest);
    const auto file = ScenarioFile::read(write(text));
    QCOMPARE(file.text.mid(file.offsetOf(file.mistakes.front())), rest);
}

void TestScenarioFile::saysThatItCantBeRead()
{
    const auto file = ScenarioFile::read(m_folder.filePath(QStringLiteral("none.json")));
    QVERIFY(file.failure && !file.scenario && file.mistakes.empty());
    QVERIFY(!file.failure->found.empty());
    QVERIFY(QString::fromStdString(file.failure->where).endsWith(QStringLiteral("none.json")));
}

void TestScenarioFile::refusesAHugeFile()
{
    const auto file = ScenarioFile::read(write(QByteArray(ScenarioFile::kMaxBytes + 1, ' ')));
    QVERIFY(file.failure);
    QCOMPARE(file.failure->kind, wire::ErrorKind::TooLarge);
    QVERIFY(file.text.isEmpty());
}

QTEST_GUILESS_MAIN(TestScenarioFile)
#include "tst_scenariofile.moc"
