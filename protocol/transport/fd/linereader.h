// SPDX-License-Identifier: Apache-2.0
// Reads the lines of one descriptor, each put on record before it is told. Bounded: what nobody takes stays
// in the pipe, and then at the peer.
#pragma once

#include "protocol/transport/channel.h"
#include "protocol/transport/fd/descriptor.h"
#include "protocol/transport/fd/lineframer.h"
#include "protocol/wire/sink.h"

#include <QSocketNotifier>

namespace fd {

/// Of a line of messages: what one JSON text may have.
inline constexpr std::size_t kLineLimit = std::size_t { 64 } << 20;

class LineReader final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LineReader)

public:
    /// `kind`: Line or LogLine. `limit` in bytes, as LineFramer's.
    LineReader(wire::Clock& clock, wire::Sink& sink, wire::SliceKind kind, std::size_t limit);
    ~LineReader() override;

    void start(Descriptor from, wire::ConnectionId connection);
    /// From within received() too: what was read waits.
    void setPaused(bool paused);
    /// What is there now is all there will be, as nobody is left who could write. Whoever paused it is not
    /// told lines any more, only ended(); the record gets them. No more than a pipe may hold is read.
    void drain();
    /// Puts on record what is left; nothing is told any more.
    void stop();
    bool isRunning() const { return m_from.isOpen(); }

Q_SIGNALS:
    /// Of LogLine each piece of a long line.
    void received(const transport::Payload& line);
    void odd(const transport::Oddity& oddity);
    /// Last: the end of the stream, or why it can't be read, as errno.
    void ended(int error);

private:
    void read(std::size_t atMost, bool isAll);
    bool deliver();
    bool tell(const LinePiece& piece);
    void finish(int error);

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    const wire::SliceKind m_kind;
    const std::size_t m_limit;
    LineFramer m_framer;
    Descriptor m_from;
    std::unique_ptr<QSocketNotifier> m_notifier;
    wire::ConnectionId m_connection = wire::ConnectionId::None;
    wire::Instant m_readAt;
    bool m_paused = false;
    bool m_silent = false;
    bool m_stopped = false;
    bool m_toldReturn = false;
    bool m_toldTooLong = false; ///< of the present line
};

} // namespace fd
