// SPDX-License-Identifier: Apache-2.0
// Puts on record what transports hand over, as a live Record and a file at once. Filled by one thread, which
// never waits for the disk; read by any.
#pragma once

#include "protocol/capture/format.h"
#include "protocol/capture/record.h"
#include "protocol/capture/writequeue.h"
#include "protocol/wire/sink.h"

#include <memory>

namespace capture {

class Recorder final : public wire::Sink, public Record {
public:
    struct Options {
        /// Replace a regular file of that name; otherwise any file of that name is refused.
        bool overwrite = false;
        /// True: the file is slower than what comes in; pause reading the loudest connections. False: go on.
        /// Called on the filling or the writing thread, at most one at a time; keep it short.
        std::function<void(bool)> pressureChanged;
        /// The file can't be written: nothing more is recorded until it can again (tried each second). Once
        /// each time that recording stops, on the writing thread.
        std::function<void(const wire::Error&)> failed;
    };

    /// `clock` must outlive the recorder and is asked on the filling thread only.
    static std::expected<std::unique_ptr<Recorder>, wire::Error> create(
        const std::string& path, wire::Clock& clock, Options options);
    /// close().
    ~Recorder() override;

    // wire::Sink
    wire::ConnectionId opened(const wire::ConnectionFacts& facts, wire::Instant at) override;
    /// kNoRecord if it could not be kept: it is counted, and the count stands on record once that is
    /// possible.
    wire::RecordNo add(const wire::Slice& slice) override;
    void closed(wire::ConnectionId connection, wire::Instant at, std::string_view cause) override;

    /// A remark at this moment, e.g. that the machine slept.
    void mark(MarkKind kind, std::string_view text);

    /// Waits until all so far is in the file, safe from a crash of this program. Not for the thread that owns
    /// sockets.
    bool flush() { return m_queue.flush(); }
    /// Writes what is left and the last index and waits for the disk. The record stays readable; later slices
    /// are dropped.
    std::expected<void, wire::Error> close();

    bool isUnderPressure() const { return m_queue.isUnderPressure(); }
    bool hasFailed() const { return m_queue.hasFailed(); }
    std::uint64_t droppedSlices() const { return m_droppedSlices.load(std::memory_order_relaxed); }

private:
    Recorder(File file, const std::string& path, wire::Clock& clock, std::uint64_t salt, Options options);

    std::string readStored(std::uint64_t offset, std::size_t length) const override;
    bool put(Row row, const wire::Slice& slice);
    bool putEvent(const Event& event);
    void record(Event event);
    std::optional<std::uint64_t> putBlock(format::BlockKind kind, std::string_view body);
    void putMark(Mark mark);
    void catchUp();
    void putIndexIfDue();
    void putIndex();
    wire::RecordNo drop(const wire::Slice& slice);

    wire::Clock& m_clock;
    std::uint32_t m_connections = 0;
    std::uint64_t m_previousIndex = 0;
    wire::RecordNo m_indexedRows = 0;
    std::vector<format::EventEntry> m_newEvents; ///< since the last index
    std::atomic<std::uint64_t> m_droppedSlices = 0;
    std::uint64_t m_toldDroppedSlices = 0; ///< of those, how many a mark tells of
    std::uint64_t m_droppedBytes = 0; ///< not told yet
    std::vector<Event> m_unwrittenEvents; ///< that came while the file could not be written
    bool m_closed = false;
    WriteQueue m_queue;
};

} // namespace capture
