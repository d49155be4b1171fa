// SPDX-License-Identifier: Apache-2.0
// A program that this one starts and talks with over its stdin and stdout, a message a line (Layer 1 §5.1,
// MCP stdio, ACP transports). It runs under acmp-guard: nothing of it outlives the channel, however that
// ends. What it writes to stderr is log: a connection of its own, read all the time. The record must outlive
// the channel.
#pragma once

#include "protocol/transport/fd/guard.h"
#include "protocol/transport/fd/linereader.h"
#include "protocol/transport/fd/linewriter.h"

#include <deque>

namespace fd {

struct ChildOptions {
    std::string program; ///< looked up in PATH, unless it holds a slash
    std::vector<std::string> arguments;
    std::string directory; ///< it starts in; empty: ours
    std::vector<std::pair<std::string, std::string>> environment; ///< besides ours: name, value
    std::vector<std::string> withoutEnvironment; ///< names of ours that it must not see
    std::string bearerToken; ///< set as `tokenVariable`, unless empty
    std::string tokenVariable = "ACMP_BEARER_TOKEN";
    std::string guard; ///< acmp-guard's path; empty: defaultGuard()
    wire::milliseconds closeGrace { 2000 }; ///< between the end of its stdin and SIGTERM
    wire::milliseconds killGrace { 2000 }; ///< between SIGTERM and SIGKILL
    std::size_t lineLimit = kLineLimit; ///< bytes; a longer line is recorded and reported, and no message
    std::size_t highWater = std::size_t { 256 } << 10; ///< bytes
};

/// ended(): Unreachable if it could not be started, which is lasting, or ended, which may be transient;
/// `found` holds the end of its stderr. Deleting it waits for nothing; it may be done from within its
/// signals.
class ChildChannel final : public transport::Channel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChildChannel)

public:
    ChildChannel(wire::Clock& clock, wire::Sink& sink, ChildOptions options);
    ~ChildChannel() override;

    void open() override;
    bool isOpen() const override { return m_state == State::Open; }
    wire::ConnectionId connection() const override { return m_connection; }
    wire::RecordNo send(std::string_view message) override;
    bool isWritable() const override { return m_in.isWritable(); }
    void pauseReading(bool pause) override;
    void close() override;

    /// That of its stderr.
    wire::ConnectionId logConnection() const { return m_logConnection; }
    /// 0 before opened().
    qint64 processId() const { return m_process; }

Q_SIGNALS:
    /// A line of its stderr, or a piece of a long one.
    void logged(const transport::Payload& line);

private:
    enum class State { New, Starting, Open, Ending, Ended };

    void start();
    void begin(qint64 process);
    void keepLog(const transport::Payload& line);
    void shutDown(std::string why);
    void endTree();
    void hearFate(std::string fate);
    void notStarted(const std::string& step, int error);
    void giveUpLater();
    void checkEnd();
    void checkEndLater();
    void finish();
    wire::Error endCause() const;

    wire::Clock& m_clock;
    wire::Sink& m_sink;
    const ChildOptions m_options;
    State m_state = State::New;
    LineWriter m_in; ///< its stdin
    LineReader m_out; ///< its stdout
    LineReader m_log; ///< its stderr
    Descriptor m_waitingIn, m_waitingOut, m_waitingLog; ///< until it has started
    std::unique_ptr<Guard> m_guard;
    std::unique_ptr<wire::Timer> m_timer;
    wire::ConnectionId m_connection = wire::ConnectionId::None;
    wire::ConnectionId m_logConnection = wire::ConnectionId::None;
    qint64 m_process = 0;
    std::deque<std::string> m_lastLog;
    std::string m_why; ///< what it did that made us end it
    std::string m_fate; ///< "ended with exit code 3"
    std::optional<wire::Error> m_notStarted;
    bool m_isCancelled = false; ///< by close()
    bool m_wasForced = false; ///< it did not end by itself in time
    bool m_isGone = false; ///< the guard says that nothing is left
    bool m_isPaused = false;
};

} // namespace fd
