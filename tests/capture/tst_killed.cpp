// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/capturefile.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestKilled final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatWasFlushedBeforeAKill_data();
    void keepsWhatWasFlushedBeforeAKill();
};

void TestKilled::keepsWhatWasFlushedBeforeAKill_data()
{
    QTest::addColumn<quint64>("rowsBefore");
    QTest::newRow("before the first index") << quint64 { 3'000 };
    QTest::newRow("after some indexes") << quint64 { 60'000 };
}

void TestKilled::keepsWhatWasFlushedBeforeAKill()
{
    QFETCH(const quint64, rowsBefore);
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("killed.acmpcap"));
    QProcess child;
    child.start(QStringLiteral(ENDLESS_RECORDER), { path });
    quint64 flushed = 0;
    while (flushed < rowsBefore) {
        QVERIFY(child.canReadLine() || child.waitForReadyRead());
        while (child.canReadLine())
            flushed = child.readLine().trimmed().toULongLong();
    }
    child.kill();
    QVERIFY(child.waitForFinished());
    while (child.canReadLine()) {
        const QByteArray line = child.readLine();
        if (line.endsWith('\n'))
            flushed = line.trimmed().toULongLong();
    }

    const auto opened = capture::open(path.toStdString());
    QVERIFY(opened);
    QVERIFY(!(*opened)->report().ended);
    QVERIFY2((*opened)->rowCount() >= flushed, qPrintable(QString::number((*opened)->rowCount())));
    for (wire::RecordNo row = 0; row < (*opened)->rowCount(); ++row)
        QCOMPARE((*opened)->bytes(row).value_or("?"), "row " + std::to_string(row));
    QVERIFY((*opened)->connection(wire::ConnectionId { 1 }));
}

QTEST_GUILESS_MAIN(TestKilled)
#include "tst_killed.moc"
