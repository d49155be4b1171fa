// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recordings.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

class TestRecordings final : public QObject {
    Q_OBJECT

    static void touch(const QString& path)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }

private Q_SLOTS:
    void givesNamesThatAreNotTaken()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("new"));
        const QString first = shell::newRecording(path);
        touch(first);
        QVERIFY(shell::newRecording(path) != first);
    }

    void keepsTheNewestAndWhatIsNotItsOwn()
    {
        const QTemporaryDir folder;
        touch(folder.filePath(QStringLiteral("mine.acmpcap")));
        for (int i = 10; i < 10 + shell::kKeptRecordings + 5; ++i)
            touch(folder.filePath(QStringLiteral("session-20200101-0000%1-1.acmpcap").arg(i)));
        shell::newRecording(folder.path());
        const QStringList left = QDir(folder.path()).entryList(QDir::Files);
        QCOMPARE(
            left.size(), shell::kKeptRecordings); // one less than kept of ours, for the new one; and theirs
        QVERIFY(left.contains(QStringLiteral("mine.acmpcap")));
        QVERIFY(!left.contains(QStringLiteral("session-20200101-000010-1.acmpcap")));
        QVERIFY(left.contains(QStringLiteral("session-20200101-000034-1.acmpcap")));
    }
};

QTEST_APPLESS_MAIN(TestRecordings)
#include "tst_recordings.moc"
