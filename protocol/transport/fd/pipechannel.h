// SPDX-License-Identifier: Apache-2.0
// The other side of ChildChannel: this program's own stdin and stdout, or any two descriptors, as a channel
// that somebody else opened. Whoever uses it writes to stdout by no other way. The record must outlive it.
#pragma once

#include "protocol/transport/fd/linereader.h"
#include "protocol/transport/fd/linewriter.h"

namespace fd {

struct PipeOptions {
    int input = 0; ///< read from; stays the caller's
    int output = 1; ///< written to; stays the caller's
    wire::Role role = wire::Role::Server;
    std::string peer; ///< for the record; empty: "pid N", our parent
    std::size_t lineLimit = kLineLimit; ///< bytes; a longer line is recorded and reported, and no message
    std::size_t highWater = std::size_t { 256 } << 10; ///< bytes
    wire::milliseconds flushGrace { 2000 }; ///< at the end, for what is not yet written
};

/// ended(): once its input is at its end and what was sent is written; Unreachable, or Io if the descriptors
/// can't be used.
class PipeChannel final : public transport::Channel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PipeChannel)

public:
    PipeChannel(wire::Clock& clock, wire::Sink& sink, PipeOptions options);
    ~PipeChannel() override;

    void open() override;
    bool isOpen() const override { return m_state == State::Open; }
    wire::ConnectionId connection() const override { return m_connection; }
    wire::RecordNo send(std::string_view message) override;
    bool isWritable() const override { return m_out.isWritable(); }
    void pauseReading(bool pause) override { m_in.setPaused(pause); }
    void close() override;

private:
    enum class State { Open, Ending, Ended };

    void shutDown(wire::ErrorKind kind, std::string why);
    void finish();

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    const PipeOptions m_options;
    State m_state = State::Open;
    LineReader m_in;
    LineWriter m_out;
    Descriptor m_from; ///< until open()
    std::unique_ptr<wire::Timer> m_timer;
    wire::ConnectionId m_connection = wire::ConnectionId::None;
    wire::Error m_cause;
};

} // namespace fd
