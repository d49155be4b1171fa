// SPDX-License-Identifier: Apache-2.0
// What the tests of capture/ share: a recorder in a directory of its own and slices to put in.
#pragma once

#include "protocol/capture/bytes.h"
#include "protocol/capture/capturefile.h"
#include "protocol/capture/crc32c.h"
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

/// A block of any kind at the end of a capture file's bytes, with the right checks.
inline void appendBlock(QByteArray& file, capture::format::BlockKind kind, std::string_view body)
{
    std::string header(capture::format::kBlockHeaderBytes, '\0');
    capture::format::writeBlockHeader(header.data(),
        { kind, static_cast<std::uint32_t>(body.size()), capture::crc32c(body) },
        capture::loadU64(file.constData() + 16), static_cast<std::uint64_t>(file.size()));
    file.append(header.data(), static_cast<qsizetype>(header.size()));
    file.append(body.data(), static_cast<qsizetype>(body.size()));
}
