// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/output.h"

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace acmpctl {

namespace {

/// False once nobody reads any more.
bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

Output::Output(bool json, bool quiet, const wire::Clock& clock)
    : m_json(json)
    , m_quiet(quiet)
    , m_clock(clock)
    , m_started(clock.now())
    , m_writer([this] { write(); })
{
}

Output::~Output()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_more.notify_one();
    m_writer.join();
}

void Output::begin(json::Writer& writer, std::string_view name) const
{
    const double ms = wire::toMs(m_clock.now() - m_started);
    writer.beginObject();
    writer.key("event").string(name);
    writer.key("t_ms").real(std::round(ms * 1000) / 1000);
}

void Output::end(json::Writer& writer)
{
    std::string line = writer.endObject().text();
    // JSON of a peer may have line ends between its tokens, never within a string; here a line is one event.
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    put(line);
}

void Output::put(std::string_view line)
{
    if (line.empty())
        return;
    bool raise = false;
    {
        const std::lock_guard lock(m_mutex);
        m_pending += line;
        if (line.back() != '\n')
            m_pending += '\n';
        m_unwritten += line.size();
        raise = !m_pressure && m_unwritten > kHighWater;
        m_pressure |= raise;
    }
    m_more.notify_one();
    if (raise && pressureChanged)
        pressureChanged(true);
}

void Output::line(std::string_view text)
{
    {
        std::unique_lock lock(m_mutex);
        m_less.wait(lock, [this] { return m_unwritten < kHighWater; });
    }
    put(text);
}

void Output::tell(std::string_view text)
{
    if (m_quiet)
        return;
    if (m_json)
        complain(text);
    else
        put(text);
}

void Output::complain(std::string_view text)
{
    writeAll(STDERR_FILENO, std::string(text) + '\n');
}

void Output::write()
{
    std::string batch;
    bool readable = true;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_more.wait(lock, [this] { return m_closing || !m_pending.empty(); });
        if (m_pending.empty())
            return;
        batch.clear();
        batch.swap(m_pending);
        lock.unlock();
        if (readable && !writeAll(STDOUT_FILENO, batch)) {
            readable = false;
            if (readerGone)
                readerGone();
        }
        lock.lock();
        m_unwritten = m_pending.size();
        m_less.notify_all();
        if (m_pressure && m_unwritten < kHighWater / 2) {
            m_pressure = false;
            lock.unlock();
            if (pressureChanged)
                pressureChanged(false);
            lock.lock();
        }
    }
}

} // namespace acmpctl
