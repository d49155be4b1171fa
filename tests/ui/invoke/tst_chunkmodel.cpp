// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/chunkmodel.h"

#include "protocol/capture/recorder.h"
#include "protocol/wire/manualclock.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using invoke::ChunkModel;

class TestChunkModel final : public QObject {
    Q_OBJECT

    std::uint32_t add(std::string_view payload)
    {
        m_clock.advance(std::chrono::milliseconds(20));
        wire::Slice slice;
        slice.kind = wire::SliceKind::SseEvent;
        slice.connection = wire::ConnectionId { 1 };
        slice.at = m_clock.now();
        slice.bytes = slice.payload = payload;
        return static_cast<std::uint32_t>(m_recorder->add(slice));
    }
    QString text(const ChunkModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

    QTemporaryDir m_folder;
    wire::ManualClock m_clock;
    std::unique_ptr<capture::Recorder> m_recorder;

private Q_SLOTS:
    void initTestCase()
    {
        auto recorder
            = capture::Recorder::create(m_folder.filePath(QStringLiteral("a")).toStdString(), m_clock, {});
        QVERIFY(recorder);
        m_recorder = std::move(*recorder);
    }

    void showsChunksAsTheyAreOnRecordAndGrows()
    {
        ChunkModel model(*m_recorder);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto log = std::make_shared<stack::RunLog>();
        const wire::Instant sentAt = m_clock.now();
        model.show(log, sentAt);
        QCOMPARE(model.rowCount(), 0);

        QSignalSpy inserted(&model, &ChunkModel::rowsInserted);
        log->chunks.append(add(
            R"({"method":"acmp/streamChunk","params":{"seq":0,"chunk":{"type":"text","data":"<b>x</b>"}}})"));
        log->chunks.append(
            add(R"({"method":"acmp/streamChunk","params":{"seq":1.0,"chunk":{"data":[1]},"final":true}})"));
        log->chunks.append(stack::RunLog::kNotRecorded);
        model.grow();
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 0, ChunkModel::Seq), QStringLiteral("0"));
        QCOMPARE(text(model, 0, ChunkModel::Arrived), QStringLiteral("20.0"));
        QCOMPARE(text(model, 0, ChunkModel::Data), QStringLiteral("\"<b>x</b>\""));
        QCOMPARE(text(model, 1, ChunkModel::Seq), QStringLiteral("1.0"));
        QCOMPARE(text(model, 1, ChunkModel::Gap), QStringLiteral("+20.0"));
        QVERIFY(text(model, 1, ChunkModel::Data).contains(QStringLiteral("final")));
        QVERIFY(text(model, 2, ChunkModel::Data).contains(QStringLiteral("not recorded")));
        QCOMPARE(model.recordOf(2), wire::kNoRecord);
    }

    void forgetsOneAttemptForTheNext()
    {
        ChunkModel model(*m_recorder);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto log = std::make_shared<stack::RunLog>();
        log->chunks.append(add("no JSON"));
        model.show(log, {});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(text(model, 0, ChunkModel::Seq), QString());
        model.show(std::make_shared<stack::RunLog>(), {});
        QCOMPARE(model.rowCount(), 0);
        model.show(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestChunkModel)
#include "tst_chunkmodel.moc"
