// SPDX-License-Identifier: Apache-2.0
// Writes messages to one descriptor, a line each, put on record as it is handed over. What the peer does not
// take waits here.
#pragma once

#include "protocol/transport/fd/descriptor.h"
#include "protocol/wire/sink.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace fd {

class LineWriter final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LineWriter)

public:
    LineWriter(wire::Clock& clock, wire::Sink& sink, std::size_t highWater);

    void start(Descriptor to, wire::ConnectionId connection);
    bool isRunning() const { return m_to.isOpen() && !m_closing; }
    /// Its record; kNoRecord, and nothing sent, unless it is running. A line feed within, which in JSON can
    /// only be white space, becomes a space.
    wire::RecordNo send(std::string_view message);
    /// Not more than the high-water mark waits.
    bool isWritable() const { return waiting() <= m_highWater; }
    std::size_t waiting() const { return m_queue.size() - m_written; }
    /// Closes the descriptor once all is written. Not from within: closed() follows, later.
    void finish();
    /// Closes it now; what waits is dropped. Nothing is told.
    void stop();

Q_SIGNALS:
    void writable();
    /// Last: all was written (0), or the peer does not read any more (EPIPE), or another errno.
    void closed(int error);

private:
    void flush();
    void compact();
    void end(int error);

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    const std::size_t m_highWater;
    Descriptor m_to;
    std::unique_ptr<QSocketNotifier> m_notifier;
    wire::ConnectionId m_connection = wire::ConnectionId::None;
    std::string m_queue;
    std::size_t m_written = 0; ///< of m_queue
    bool m_blocked = false; ///< over the mark since writable() was last told
    bool m_closing = false;
};

} // namespace fd
