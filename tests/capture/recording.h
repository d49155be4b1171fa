// SPDX-License-Identifier: Apache-2.0
// What the tests of capture/ share: a recorder in a directory of its own and slices to put in.
#pragma once

#include "protocol/capture/capturefile.h"
#include "protocol/capture/recorder.h"
#include "protocol/wire/manualclock.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class Recording final {
public:
    explicit Recording(capture::Recorder::Options options = {})
        : path(directory.filePath(QStringLiteral("a.acmpcap")).toStdString())
    {
        auto made = capture::Recorder::create(path, clock, std::move(options));
        if (made)
            recorder = std::move(*made);
    }

    wire::RecordNo add(std::string_view bytes, std::uint32_t connection = 1,
        wire::Direction direction = wire::Direction::Received) const
    {
        return recorder->add(slice(bytes, connection, direction));
    }

    wire::Slice slice(std::string_view bytes, std::uint32_t connection = 1,
        wire::Direction direction = wire::Direction::Received) const
    {
        return { .connection = wire::ConnectionId { connection },
            .direction = direction,
            .kind = wire::SliceKind::HttpBody,
            .flags = 0,
            .at = clock.now(),
            .exchange = 1,
            .bytes = bytes,
            .payload = {} };
    }

    QByteArray fileBytes() const
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void setFileBytes(const QByteArray& bytes) const
    {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QTemporaryDir directory;
    std::string path;
    wire::ManualClock clock;
    std::unique_ptr<capture::Recorder> recorder;
};
