// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/writequeue.h"

#include <algorithm>

namespace capture {

namespace {

constexpr std::chrono::milliseconds kFlushEvery { 100 };
constexpr std::chrono::seconds kRetryEvery { 1 };

} // namespace

struct WriteQueue::Buffer {
    explicit Buffer(std::size_t length)
        : capacity(length)
        , data(std::make_unique_for_overwrite<char[]>(length))
    {
    }

    std::size_t capacity;
    std::unique_ptr<char[]> data;
    std::uint64_t offset = 0; ///< in the file
    std::size_t used = 0;
    std::size_t written = 0; ///< only the writing thread's
    int readers = 0; ///< readers copy outside the lock; a buffer with some is not used again
};

WriteQueue::WriteQueue(File file, std::uint64_t end, Callbacks callbacks)
    : m_file(std::move(file))
    , m_callbacks(std::move(callbacks))
    , m_end(end)
    , m_written(end)
    , m_thread([this] { run(); })
{
}

WriteQueue::~WriteQueue()
{
    close();
}

std::optional<WriteQueue::Space> WriteQueue::reserve(std::size_t length)
{
    Space space;
    space.m_lock = std::unique_lock(m_mutex);
    if (m_failed.load(std::memory_order_relaxed) || m_stopping) {
        return std::nullopt;
    }
    if (m_current && m_current->capacity - m_current->used < length) {
        sealCurrent();
    }
    if (!m_current) {
        takeBuffer(length);
    }
    if (m_asleep) {
        m_asleep = false;
        m_wake.notify_one();
    }
    space.m_data = m_current->data.get() + m_current->used;
    space.m_offset = m_end;
    m_current->used += length;
    m_end += length;
    return space;
}

void WriteQueue::announcePressure()
{
    if (m_pressure.load(std::memory_order_relaxed) == m_announced) {
        return;
    }
    const std::scoped_lock lock(m_announcing);
    const bool pressure = m_pressure.load(std::memory_order_relaxed);
    if (pressure == m_announced) {
        return;
    }
    m_announced = pressure;
    if (m_callbacks.pressureChanged) {
        m_callbacks.pressureChanged(pressure);
    }
}

bool WriteQueue::flush()
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t target = m_end;
    m_progress.wait(lock, [&] {
        if (m_written.load(std::memory_order_relaxed) >= target || m_failed.load(std::memory_order_relaxed)) {
            return true;
        }
        m_flushing = true;
        m_asleep = false;
        m_wake.notify_one();
        return false;
    });
    return m_written.load(std::memory_order_relaxed) >= target;
}

std::optional<wire::Error> WriteQueue::close()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
        m_asleep = false;
        m_wake.notify_one();
    }
    if (!m_thread.joinable()) {
        return m_error;
    }
    m_thread.join();
    if (!m_error) {
        m_error = m_file.sync();
    }
    return m_error;
}

void WriteQueue::run()
{
    std::unique_lock lock(m_mutex);
    while (waitForWork(lock)) {
        const bool last = m_stopping;
        if (!writeFront(lock) && last) {
            break;
        }
        lock.unlock();
        announcePressure();
        lock.lock();
    }
    m_progress.notify_all();
}

/// Returns with something in m_sealed, or false when stopping and all is written.
bool WriteQueue::waitForWork(std::unique_lock<std::mutex>& lock)
{
    const auto urgent = [this] { return !m_sealed.empty() || m_stopping || m_flushing; };
    while (m_sealed.empty()) {
        if (!urgent() && !m_current) {
            m_asleep = true;
            m_wake.wait(lock, [this] { return !m_asleep; });
        }
        m_wake.wait_for(lock, kFlushEvery, urgent);
        if (m_sealed.empty()) {
            sealCurrent();
        }
        m_flushing = false;
        if (m_sealed.empty() && m_stopping) {
            return false;
        }
    }
    return true;
}

bool WriteQueue::writeFront(std::unique_lock<std::mutex>& lock)
{
    const std::shared_ptr<Buffer> buffer = m_sealed.front();
    const std::size_t used = buffer->used;
    lock.unlock();
    const std::optional<wire::Error> error
        = m_file.writeAt(buffer->offset, buffer->data.get(), used, buffer->written);
    lock.lock();
    if (error) {
        fail(lock, *error);
        return false;
    }
    m_error.reset();
    m_failed.store(false, std::memory_order_release);
    m_written.store(buffer->offset + used, std::memory_order_release);
    retireFront();
    m_progress.notify_all();
    return true;
}

/// Tells the owner once and lets a second pass, so that a disk that comes back is found.
void WriteQueue::fail(std::unique_lock<std::mutex>& lock, const wire::Error& error)
{
    m_error = error;
    const bool isNew = !m_failed.exchange(true, std::memory_order_acq_rel);
    m_progress.notify_all();
    if (isNew && m_callbacks.failed) {
        lock.unlock();
        m_callbacks.failed(error);
        lock.lock();
    }
    m_wake.wait_for(lock, kRetryEvery, [this] { return m_stopping; });
}

void WriteQueue::sealCurrent()
{
    if (!m_current) {
        return;
    }
    m_sealedBytes += m_current->capacity;
    m_sealed.push_back(std::move(m_current));
    m_current.reset();
    if (m_sealedBytes >= kBuffers * kBufferBytes) {
        m_pressure.store(true, std::memory_order_relaxed);
    }
    m_wake.notify_one();
}

void WriteQueue::takeBuffer(std::size_t length)
{
    if (length <= kBufferBytes && !m_free.empty()) {
        m_current = std::move(m_free.back());
        m_free.pop_back();
    } else {
        m_current = std::make_shared<Buffer>(std::max(length, kBufferBytes));
    }
    m_current->offset = m_end;
    m_current->used = 0;
    m_current->written = 0;
}

void WriteQueue::retireFront()
{
    std::shared_ptr<Buffer> buffer = std::move(m_sealed.front());
    m_sealed.pop_front();
    m_sealedBytes -= buffer->capacity;
    if (m_sealedBytes <= kBuffers * kBufferBytes / 2) {
        m_pressure.store(false, std::memory_order_relaxed);
    }
    if (buffer->capacity == kBufferBytes && buffer->readers == 0 && m_free.size() < kBuffers) {
        m_free.push_back(std::move(buffer));
    }
}

std::string WriteQueue::read(std::uint64_t offset, std::size_t length) const
{
    std::string out;
    if (m_written.load(std::memory_order_acquire) < offset + length && readPending(offset, length, out)) {
        return out;
    }
    out.resize(length);
    out.resize(m_file.readAt(offset, out.data(), length));
    return out;
}

bool WriteQueue::readPending(std::uint64_t offset, std::size_t length, std::string& out) const
{
    std::unique_lock lock(m_mutex);
    const auto holds = [&](const std::shared_ptr<Buffer>& buffer) {
        return buffer && offset >= buffer->offset && offset + length <= buffer->offset + buffer->used;
    };
    const auto sealed = std::find_if(m_sealed.begin(), m_sealed.end(), holds);
    const std::shared_ptr<Buffer> buffer
        = sealed != m_sealed.end() ? *sealed : (holds(m_current) ? m_current : nullptr);
    if (!buffer) {
        return false;
    }
    ++buffer->readers;
    lock.unlock();
    out.assign(buffer->data.get() + (offset - buffer->offset), length);
    lock.lock();
    --buffer->readers;
    return true;
}

} // namespace capture
