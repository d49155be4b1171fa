// SPDX-License-Identifier: Apache-2.0
// A ChildChannel at a peer of the test, and what it tells.
#pragma once

#include "tests/transport/recordingsink.h"

#include "protocol/transport/fd/childchannel.h"
#include "protocol/wire/systemclock.h"

#include <QFile>
#include <QTest>

using namespace std::chrono_literals;

/// Its record costs no memory: counts bytes and keeps the last slices short.
class CountingSink final : public wire::Sink {
public:
    std::uint64_t received = 0;
    std::uint64_t slices = 0;
    std::size_t largest = 0;

    wire::ConnectionId opened(const wire::ConnectionFacts&, wire::Instant) override
    {
        return wire::ConnectionId { ++m_connections };
    }
    wire::RecordNo add(const wire::Slice& slice) override
    {
        received += slice.direction == wire::Direction::Received ? slice.bytes.size() : 0;
        largest = std::max(largest, slice.bytes.size());
        return slices++;
    }
    void closed(wire::ConnectionId, wire::Instant, std::string_view) override { }

private:
    std::uint32_t m_connections = 0;
};

inline fd::ChildOptions peer(const char* mode, int number = 0)
{
    fd::ChildOptions options;
    options.program = STDIOPEER;
    options.arguments = { mode, std::to_string(number) };
    options.guard = ACMP_GUARD_PATH;
    options.closeGrace = options.killGrace = 5s;
    return options;
}

class Child final : public QObject {
public:
    Child(wire::Clock& clock, wire::Sink& sink, fd::ChildOptions options)
        : channel(std::make_unique<fd::ChildChannel>(clock, sink, std::move(options)))
    {
        using fd::ChildChannel;
        connect(channel.get(), &ChildChannel::opened, this, [this] { order += 'o'; });
        connect(channel.get(), &ChildChannel::received, this, [this](const transport::Payload& line) {
            if (keep)
                lines.push_back(toBytes(line.view()));
            records.push_back(line.record);
        });
        connect(channel.get(), &ChildChannel::odd, this,
            [this](const transport::Oddity& oddity) { odd.push_back(toBytes(oddity.rule)); });
        connect(channel.get(), &ChildChannel::logged, this, [this](const transport::Payload& line) {
            if (keep)
                log.push_back(toBytes(line.view()));
        });
        connect(channel.get(), &ChildChannel::writable, this, [this] { order += 'w'; });
        connect(channel.get(), &ChildChannel::ended, this, [this](const wire::Error& cause) {
            order += 'e';
            error = cause;
        });
        channel->open();
    }

    bool hasEnded() const { return order.contains('e'); }
    QByteArray why() const { return QByteArray::fromStdString(error.message); }

    QByteArray order; ///< o, w, e: opened, writable, ended
    QByteArrayList lines;
    QByteArrayList log;
    QByteArrayList odd;
    std::vector<wire::RecordNo> records;
    wire::Error error;
    bool keep = true;
    std::unique_ptr<fd::ChildChannel> channel;

private:
    static QByteArray toBytes(std::string_view text)
    {
        return { text.data(), static_cast<qsizetype>(text.size()) };
    }
};

/// Memory of this process that is in RAM, in bytes.
inline qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    return file.readAll().split(' ').at(1).toLongLong() * 4096;
}
