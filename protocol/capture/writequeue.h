// SPDX-License-Identifier: Apache-2.0
// The way of a recording to its file: four buffers of 1 MiB and the one thread that writes them. Whoever
// fills them never waits for the disk: with all four full one more is made, and the owner is asked to slow
// down.
#pragma once

#include "protocol/capture/file.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace capture {

class WriteQueue final {
public:
    static constexpr std::size_t kBufferBytes = std::size_t { 1 } << 20;
    static constexpr std::size_t kBuffers = 4;

    /// Both are called on the writing thread or the filling one, at most one at a time; keep them short.
    struct Callbacks {
        std::function<void(bool)> pressureChanged;
        std::function<void(const wire::Error&)> failed;
    };

    /// Room for one block. While it lives the queue is locked; what was put in is published when it goes.
    class Space final {
    public:
        char* data() const { return m_data; }
        std::uint64_t offset() const { return m_offset; } ///< in the file

    private:
        friend class WriteQueue;
        std::unique_lock<std::mutex> m_lock;
        char* m_data = nullptr;
        std::uint64_t m_offset = 0;
    };

    /// Appends to `file` from `end` on.
    WriteQueue(File file, std::uint64_t end, Callbacks callbacks);
    ~WriteQueue();
    WriteQueue(const WriteQueue&) = delete;
    WriteQueue& operator=(const WriteQueue&) = delete;

    /// Nothing while the file can't be written, and after close().
    std::optional<Space> reserve(std::size_t length);
    /// To be called after each reserve(), with its Space gone: tells the owner if pressure changed.
    void announcePressure();
    bool isUnderPressure() const { return m_pressure.load(std::memory_order_relaxed); }
    bool hasFailed() const { return m_failed.load(std::memory_order_acquire); }

    /// Waits until all that was put in is in the file. False if it can't be written.
    bool flush();
    /// Writes what is left, ends the thread, has the disk take it. Once; later calls do nothing.
    std::optional<wire::Error> close();

    /// From the file or, what is not there yet, from the buffers. Any thread.
    std::string read(std::uint64_t offset, std::size_t length) const;

private:
    struct Buffer;

    void run();
    bool waitForWork(std::unique_lock<std::mutex>& lock);
    bool writeFront(std::unique_lock<std::mutex>& lock);
    void fail(std::unique_lock<std::mutex>& lock, const wire::Error& error);
    void sealCurrent();
    void takeBuffer(std::size_t length);
    void retireFront();
    bool readPending(std::uint64_t offset, std::size_t length, std::string& out) const;

    File m_file;
    Callbacks m_callbacks;

    mutable std::mutex m_mutex;
    std::condition_variable m_wake; ///< for the writing thread
    std::condition_variable m_progress; ///< for flush()
    std::shared_ptr<Buffer> m_current; ///< being filled; may be null
    std::deque<std::shared_ptr<Buffer>> m_sealed; ///< to be written; the first is being written
    std::vector<std::shared_ptr<Buffer>> m_free;
    std::size_t m_sealedBytes = 0; ///< memory of m_sealed
    std::uint64_t m_end; ///< of all that was put in
    bool m_asleep = false;
    bool m_flushing = false;
    bool m_stopping = false;
    std::optional<wire::Error> m_error;

    std::atomic<std::uint64_t> m_written; ///< bytes before this are in the file
    std::atomic<bool> m_pressure = false;
    std::atomic<bool> m_failed = false;

    std::mutex m_announcing;
    std::atomic<bool> m_announced = false;
    std::thread m_thread;
};

} // namespace capture
