// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/linereader.h"

#include <QPointer>

#include <cerrno>

namespace fd {

LineReader::LineReader(wire::Clock& clock, wire::Sink& sink, wire::SliceKind kind, std::size_t limit)
    : m_clock(clock)
    , m_sink(sink)
    , m_kind(kind)
    , m_limit(limit)
    , m_framer(limit)
{
}

LineReader::~LineReader()
{
    stop();
}

void LineReader::start(Descriptor from, wire::ConnectionId connection)
{
    // A turn of the event loop reads no more.
    constexpr std::size_t kTurn = std::size_t { 256 } << 10;
    m_from = std::move(from);
    m_connection = connection;
    m_notifier = std::make_unique<QSocketNotifier>(m_from.number(), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] { read(kTurn, false); });
    m_notifier->setEnabled(!m_paused);
}

void LineReader::setPaused(bool paused)
{
    m_paused = paused;
    if (!isRunning()) {
        return;
    }
    m_notifier->setEnabled(!paused);
    if (!paused) {
        // Lines that were read already; not from within this call.
        QMetaObject::invokeMethod(this, [this] { read(1, false); }, Qt::QueuedConnection);
    }
}

void LineReader::drain()
{
    // The kernel's own limit for a pipe is 1 MiB by default.
    constexpr std::size_t kMostLeft = std::size_t { 2 } << 20;
    if (isRunning()) {
        m_silent = m_paused;
        m_paused = false;
        read(kMostLeft, true);
    }
}

void LineReader::stop()
{
    m_stopped = true;
    if (!isRunning()) {
        return;
    }
    m_notifier.reset();
    m_from.reset();
    m_silent = true;
    m_paused = false;
    if (deliver()) {
        if (const auto piece = m_framer.finish()) {
            tell(*piece);
        }
    }
}

void LineReader::read(std::size_t atMost, bool isAll)
{
    constexpr std::size_t kRead = std::size_t { 64 } << 10;
    std::size_t left = atMost;
    while (isRunning() && deliver()) {
        if (left == 0) {
            if (isAll) {
                finish(0);
            }
            return;
        }
        const auto room = m_framer.room();
        const auto size = m_from.read(room.first(std::min(room.size(), kRead)));
        if (size && *size > 0) {
            m_readAt = m_clock.now();
            m_framer.commit(*size);
            left -= std::min(left, *size);
        } else if (isAll || size || size.error() != EAGAIN) {
            const bool isEnd = size || size.error() == EAGAIN;
            finish(isEnd ? 0 : size.error());
            return;
        } else {
            return;
        }
    }
}

// False: paused or deleted by whom it told.
bool LineReader::deliver()
{
    while (!m_paused) {
        const auto piece = m_framer.next();
        if (!piece) {
            return true;
        }
        if (!tell(*piece)) {
            return false;
        }
    }
    return false;
}

bool LineReader::tell(const LinePiece& piece)
{
    const wire::RecordNo record = m_sink.add({ .connection = m_connection,
        .direction = wire::Direction::Received,
        .kind = m_kind,
        .flags = flagsOf(piece.isLast),
        .at = m_readAt,
        .bytes = piece.bytes,
        .payload = piece.payload });
    const bool firstTooLong = piece.isTooLong && !m_toldTooLong;
    m_toldTooLong = piece.isTooLong && !piece.isLast;
    if (m_silent) {
        return true;
    }
    const QPointer<LineReader> self(this);
    transport::Payload message = m_framer.share(m_kind == wire::SliceKind::Line ? piece.line : piece.payload);
    message.record = record;
    if (m_kind == wire::SliceKind::LogLine) {
        Q_EMIT received(message);
        return self;
    }
    const auto report = [&](std::string_view rule, std::string expected, std::string found) {
        if (self) {
            Q_EMIT odd({ rule, std::move(expected), std::move(found), record });
        }
    };
    if (firstTooLong) {
        report("STDIO-line-limit", "at most " + std::to_string(m_limit) + " bytes",
            "a longer line, with " + wire::excerpt(piece.payload));
    }
    if (piece.hasReturn && !std::exchange(m_toldReturn, true)) {
        report("STDIO-carriage-return", "\\n", "\\r\\n");
    }
    if (piece.isUnfinished) {
        report("STDIO-unfinished", "\\n", "the end of the stream");
    }
    if (self && piece.isLast && !piece.isTooLong) {
        Q_EMIT received(message);
    }
    return self;
}

void LineReader::finish(int error)
{
    const QPointer<LineReader> self(this);
    m_notifier.reset();
    m_from.reset();
    if (const auto piece = m_framer.finish(); piece && !tell(*piece)) {
        return;
    }
    if (self && !m_stopped) {
        Q_EMIT ended(error);
    }
}

} // namespace fd
