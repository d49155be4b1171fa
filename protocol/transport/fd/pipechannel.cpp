// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/pipechannel.h"

#include "protocol/transport/fd/launch.h"

namespace fd {

PipeChannel::PipeChannel(wire::Clock& clock, wire::Sink& sink, PipeOptions options)
    : m_clock(clock)
    , m_sink(sink)
    , m_options(std::move(options))
    , m_in(clock, sink, wire::SliceKind::Line, m_options.lineLimit)
    , m_out(clock, sink, m_options.highWater)
{
    connect(&m_in, &LineReader::received, this, &PipeChannel::received);
    connect(&m_in, &LineReader::odd, this, &PipeChannel::odd);
    connect(&m_in, &LineReader::ended, this, [this](int error) {
        shutDown(wire::ErrorKind::Unreachable,
            error == 0 ? "the peer closed the input" : "the input failed: " + errorText(error));
    });
    connect(&m_out, &LineWriter::writable, this, &PipeChannel::writable);
    connect(&m_out, &LineWriter::closed, this, [this](int error) {
        if (error != 0) {
            shutDown(wire::ErrorKind::Unreachable, "the peer does not read any more: " + errorText(error));
        }
        finish();
    });
    m_connection = m_sink.opened({ .role = m_options.role,
                                     .transport = "stdio",
                                     .peer = m_options.peer.empty() ? parentName() : m_options.peer,
                                     .target = {} },
        m_clock.now());
    auto input = Descriptor::copyOf(m_options.input);
    auto output = Descriptor::copyOf(m_options.output);
    if (!input || !output) {
        shutDown(wire::ErrorKind::Io,
            "the descriptors can't be used: " + errorText(input ? output.error() : input.error()));
        return;
    }
    m_from = std::move(*input);
    m_out.start(std::move(*output), m_connection);
}

PipeChannel::~PipeChannel()
{
    m_in.disconnect(this);
    m_out.disconnect(this);
    m_in.stop();
    if (m_state != State::Ended) {
        m_sink.closed(m_connection, m_clock.now(), "closed on this side");
    }
}

void PipeChannel::open()
{
    if (!m_from.isOpen() || m_state != State::Open) {
        return;
    }
    m_in.start(std::move(m_from), m_connection);
}

wire::RecordNo PipeChannel::send(std::string_view message)
{
    return isOpen() ? m_out.send(message) : wire::kNoRecord;
}

void PipeChannel::close()
{
    shutDown(wire::ErrorKind::Cancelled, "closed on this side");
}

// What was sent may still be written: the answers to a file of requests, say.
void PipeChannel::shutDown(wire::ErrorKind kind, std::string why)
{
    if (m_state != State::Open) {
        return;
    }
    m_state = State::Ending;
    m_cause = {
        .kind = kind, .message = std::move(why), .expected = {}, .found = {}, .where = {}, .transient = false
    };
    m_in.stop();
    if (m_out.isRunning()) {
        m_out.finish();
        m_timer = m_clock.startTimer(m_options.flushGrace, [this] { finish(); });
    } else {
        QMetaObject::invokeMethod(this, &PipeChannel::finish, Qt::QueuedConnection);
    }
}

void PipeChannel::finish()
{
    if (m_state == State::Ended) {
        return;
    }
    m_state = State::Ended;
    if (m_out.waiting() > 0) {
        m_cause.message += "; " + std::to_string(m_out.waiting()) + " bytes were not written";
    }
    m_timer.reset();
    m_in.stop();
    m_out.stop();
    m_sink.closed(m_connection, m_clock.now(), m_cause.message);
    Q_EMIT ended(m_cause);
}

} // namespace fd
