// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/childchannel.h"

#include "protocol/transport/fd/commandline.h"
#include "protocol/transport/fd/launch.h"

namespace fd {

namespace {

// Longer lines of a log come in pieces.
constexpr std::size_t kLogLimit = std::size_t { 64 } << 10;

std::string commandOf(const ChildOptions& options)
{
    std::vector<std::string> words { options.program };
    words.insert(words.end(), options.arguments.begin(), options.arguments.end());
    return joinCommand(words);
}

} // namespace

ChildChannel::ChildChannel(wire::Clock& clock, wire::Sink& sink, ChildOptions options)
    : m_clock(clock)
    , m_sink(sink)
    , m_options(std::move(options))
    , m_in(clock, sink, m_options.highWater)
    , m_out(clock, sink, wire::SliceKind::Line, m_options.lineLimit)
    , m_log(clock, sink, wire::SliceKind::LogLine, kLogLimit)
{
    connect(&m_in, &LineWriter::writable, this, &ChildChannel::writable);
    connect(&m_in, &LineWriter::closed, this, [this](int error) {
        if (error != 0) {
            shutDown("closed its standard input");
        }
    });
    connect(&m_out, &LineReader::received, this, &ChildChannel::received);
    connect(&m_out, &LineReader::odd, this, &ChildChannel::odd);
    connect(&m_out, &LineReader::ended, this, [this] {
        shutDown("closed its standard output");
        checkEnd();
    });
    connect(&m_log, &LineReader::received, this, &ChildChannel::keepLog);
    connect(&m_log, &LineReader::ended, this, &ChildChannel::checkEnd);
}

ChildChannel::~ChildChannel()
{
    m_in.disconnect(this);
    m_out.disconnect(this);
    m_log.disconnect(this);
    m_out.stop();
    m_log.stop();
    if (m_process != 0 && m_state != State::Ended) {
        m_sink.closed(m_connection, m_clock.now(), "closed on this side");
        m_sink.closed(m_logConnection, m_clock.now(), "closed on this side");
    }
}

void ChildChannel::open()
{
    if (m_state != State::New) {
        return;
    }
    m_state = State::Starting;
    auto with = m_options.environment;
    if (!m_options.bearerToken.empty()) {
        with.emplace_back(m_options.tokenVariable, m_options.bearerToken);
    }
    auto launched = launch({ .program = m_options.program,
        .arguments = m_options.arguments,
        .directory = m_options.directory,
        .environment = environmentWith(with, m_options.withoutEnvironment),
        .guard = m_options.guard.empty() ? defaultGuard() : m_options.guard,
        .killGrace = m_options.killGrace });
    if (!launched) {
        m_notStarted = std::move(launched.error());
        m_isGone = true;
        checkEndLater();
        return;
    }
    m_waitingIn = std::move(launched->input);
    m_waitingOut = std::move(launched->output);
    m_waitingLog = std::move(launched->errors);
    m_guard
        = std::make_unique<Guard>(std::move(launched->control), std::move(launched->exit), launched->guard);
    connect(m_guard.get(), &Guard::started, this, &ChildChannel::begin);
    connect(m_guard.get(), &Guard::failed, this, &ChildChannel::notStarted);
    connect(m_guard.get(), &Guard::exited, this,
        [this](int code) { hearFate("ended with exit code " + std::to_string(code)); });
    connect(m_guard.get(), &Guard::killed, this,
        [this](int number) { hearFate("was ended by " + signalText(number)); });
    connect(m_guard.get(), &Guard::gone, this, [this] {
        m_isGone = true;
        m_timer.reset();
        checkEnd();
    });
}

void ChildChannel::begin(qint64 process)
{
    if (m_state != State::Starting) {
        return;
    }
    m_process = process;
    wire::ConnectionFacts facts { .role = wire::Role::Client,
        .transport = "stdio",
        .peer = "pid " + std::to_string(process),
        .target = commandOf(m_options) };
    m_connection = m_sink.opened(facts, m_clock.now());
    facts.transport = "stderr";
    m_logConnection = m_sink.opened(facts, m_clock.now());
    m_in.start(std::move(m_waitingIn), m_connection);
    m_out.start(std::move(m_waitingOut), m_connection);
    m_log.start(std::move(m_waitingLog), m_logConnection);
    m_state = State::Open;
    Q_EMIT opened();
}

void ChildChannel::notStarted(const std::string& step, int error)
{
    const bool isDirectory = step == "chdir";
    m_notStarted = { .kind = wire::ErrorKind::Unreachable,
        .message = (isDirectory ? "the directory for the program can't be entered: "
                                : "the program could not be started: ")
            + errorText(error),
        .expected = {},
        .found = {},
        .where = isDirectory ? m_options.directory : m_options.program,
        .transient = step == "fork" };
}

wire::RecordNo ChildChannel::send(std::string_view message)
{
    return isOpen() ? m_in.send(message) : wire::kNoRecord;
}

void ChildChannel::pauseReading(bool pause)
{
    m_isPaused = pause;
    m_out.setPaused(pause);
    if (!pause && m_isGone) {
        checkEndLater();
    }
}

void ChildChannel::keepLog(const transport::Payload& line)
{
    constexpr std::size_t kLines = 5;
    if (!line.view().empty()) {
        m_lastLog.push_back(wire::excerpt(line.view()));
    }
    if (m_lastLog.size() > kLines) {
        m_lastLog.pop_front();
    }
    Q_EMIT logged(line);
}

void ChildChannel::close()
{
    if (m_state == State::Ended) {
        return;
    }
    m_isCancelled = true;
    switch (m_state) {
    case State::New:
        m_state = State::Ending;
        m_isGone = true;
        break;
    case State::Starting:
        m_state = State::Ending;
        if (m_guard) {
            m_guard->end();
            giveUpLater();
        }
        break;
    case State::Open:
        shutDown({});
        break;
    case State::Ending:
    case State::Ended:
        break;
    }
    if (m_isGone) {
        checkEndLater();
    }
}

void ChildChannel::shutDown(std::string why)
{
    if (m_state != State::Open) {
        return;
    }
    m_state = State::Ending;
    m_why = std::move(why);
    m_in.finish();
    m_timer = m_clock.startTimer(m_options.closeGrace, [this] { endTree(); });
}

void ChildChannel::endTree()
{
    m_wasForced = true;
    m_guard->end();
    giveUpLater();
}

// The guard ends what is left of it.
void ChildChannel::hearFate(std::string fate)
{
    m_fate = std::move(fate);
    m_in.stop();
    m_state = State::Ending;
    giveUpLater();
}

void ChildChannel::giveUpLater()
{
    // A process that SIGKILL does not end waits for the kernel; nobody shall wait for that.
    constexpr wire::milliseconds kPatience { 5000 };
    m_timer = m_clock.startTimer(m_options.killGrace + kPatience, [this] {
        m_fate = m_fate.empty() ? "could not be ended" : m_fate + ", and what it started could not be ended";
        finish();
    });
}

void ChildChannel::checkEndLater()
{
    QMetaObject::invokeMethod(this, &ChildChannel::checkEnd, Qt::QueuedConnection);
}

void ChildChannel::checkEnd()
{
    if (!m_isGone || m_state == State::Ended) {
        return;
    }
    // Who paused it still gets what the program wrote, unless it does not want it any more.
    const bool isWanted = m_isPaused && !m_isCancelled;
    if (m_log.isRunning()) {
        m_log.drain();
    } else if (!m_out.isRunning()) {
        finish();
    } else if (!isWanted) {
        m_out.drain();
    }
}

wire::Error ChildChannel::endCause() const
{
    wire::Error cause { .kind = wire::ErrorKind::Unreachable,
        .message = "the program " + (m_fate.empty() ? "is lost: its guard was ended" : m_fate),
        .expected = {},
        .found = {},
        .where = m_options.program,
        .transient = true };
    if (m_isCancelled) {
        cause.kind = wire::ErrorKind::Cancelled;
        cause.message = "closed on this side" + (m_process != 0 ? "; " + cause.message : std::string());
    } else if (m_notStarted) {
        return *m_notStarted;
    } else if (m_wasForced) {
        cause.message = "the program " + m_why + " and went on; then it " + m_fate;
    }
    if (!m_isCancelled && m_in.waiting() > 0) {
        cause.message += "; it left " + std::to_string(m_in.waiting()) + " bytes unread";
    }
    for (const std::string& line : m_lastLog) {
        cause.found += (cause.found.empty() ? "stderr: " : " | ") + line;
    }
    return cause;
}

void ChildChannel::finish()
{
    const wire::Error cause = endCause();
    m_state = State::Ended;
    m_timer.reset();
    m_in.stop();
    m_out.stop();
    m_log.stop();
    if (m_process != 0) {
        const wire::Instant now = m_clock.now();
        m_sink.closed(m_connection, now, cause.message);
        m_sink.closed(m_logConnection, now, cause.message);
    }
    Q_EMIT ended(cause);
}

} // namespace fd
