// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/linewriter.h"

#include "protocol/transport/fd/lineframer.h"

#include <QPointer>

#include <cerrno>

namespace fd {

LineWriter::LineWriter(wire::Clock& clock, wire::Sink& sink, std::size_t highWater)
    : m_clock(clock)
    , m_sink(sink)
    , m_highWater(highWater)
{
}

void LineWriter::start(Descriptor to, wire::ConnectionId connection)
{
    m_to = std::move(to);
    m_connection = connection;
    m_notifier = std::make_unique<QSocketNotifier>(m_to.number(), QSocketNotifier::Write);
    m_notifier->setEnabled(false);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &LineWriter::flush);
}

wire::RecordNo LineWriter::send(std::string_view message)
{
    if (!isRunning()) {
        return wire::kNoRecord;
    }
    const std::size_t before = m_queue.size();
    m_queue += message;
    std::replace(m_queue.begin() + static_cast<std::ptrdiff_t>(before), m_queue.end(), '\n', ' ');
    m_queue += '\n';
    const std::string_view line = std::string_view(m_queue).substr(before);
    wire::RecordNo record = wire::kNoRecord;
    for (std::size_t at = 0; at < line.size(); at += LineFramer::kLongestPiece) {
        const std::string_view bytes = line.substr(at, LineFramer::kLongestPiece);
        const bool isLast = at + bytes.size() == line.size();
        record = m_sink.add({ .connection = m_connection,
            .direction = wire::Direction::Sent,
            .kind = wire::SliceKind::Line,
            .flags = flagsOf(isLast),
            .at = m_clock.now(),
            .bytes = bytes,
            .payload = bytes.substr(0, bytes.size() - (isLast ? 1 : 0)) });
    }
    m_blocked = m_blocked || !isWritable();
    // What the pipe takes at once spares the event loop two changes of what it waits for. Its failure is told
    // later, by the notifier.
    if (before == m_written) {
        if (const auto size = m_to.write(line)) {
            m_written += *size;
        }
    }
    m_notifier->setEnabled(waiting() > 0 || m_blocked);
    if (waiting() == 0) {
        compact();
    }
    return record;
}

void LineWriter::finish()
{
    if (isRunning()) {
        m_closing = true;
        m_notifier->setEnabled(false);
        QMetaObject::invokeMethod(this, &LineWriter::flush, Qt::QueuedConnection);
    }
}

void LineWriter::stop()
{
    m_notifier.reset();
    m_to.reset();
}

void LineWriter::flush()
{
    while (m_to.isOpen() && waiting() > 0) {
        const auto size = m_to.write(std::string_view(m_queue).substr(m_written));
        if (!size) {
            if (size.error() != EAGAIN) {
                end(size.error());
                return;
            }
            break;
        }
        m_written += *size;
    }
    if (!m_to.isOpen()) {
        return;
    }
    if (waiting() == 0 && m_closing) {
        end(0);
        return;
    }
    if (m_written > m_queue.size() / 2) {
        compact();
    }
    m_notifier->setEnabled(waiting() > 0);
    if (isWritable() && std::exchange(m_blocked, false) && !m_closing) {
        Q_EMIT writable();
    }
}

void LineWriter::compact()
{
    constexpr std::size_t kKept = std::size_t { 1 } << 20;
    m_queue.erase(0, std::exchange(m_written, 0));
    if (m_queue.empty() && m_queue.capacity() > kKept) {
        m_queue.shrink_to_fit();
    }
}

void LineWriter::end(int error)
{
    stop();
    Q_EMIT closed(error);
}

} // namespace fd
