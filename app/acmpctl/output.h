// SPDX-License-Identifier: Apache-2.0
// What acmpctl prints: text for a person, or with --json one JSON object a line on stdout. Any thread may
// print; one thread writes, so that a slow reader of stdout never holds up the protocol.
#pragma once

#include "protocol/json/writer.h"
#include "protocol/wire/clock.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace acmpctl {

class Output final {
public:
    using Members = std::function<void(json::Writer&)>;

    /// Over this many unwritten bytes pressureChanged(true) is called, below half of them
    /// pressureChanged(false).
    static constexpr std::size_t kHighWater = std::size_t { 8 } << 20;

    /// `clock` must outlive it and be safe to ask from any thread.
    Output(bool json, bool quiet, const wire::Clock& clock);
    /// Writes what is left.
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    bool isJson() const { return m_json; }
    /// One event: `members` beside "event" and "t_ms" with --json, else the text that `human` gives (nothing
    /// if empty).
    template <class WriteMembers, class Human>
    void event(std::string_view name, const WriteMembers& members, const Human& human)
    {
        if (m_json) {
            json::Writer writer;
            begin(writer, name);
            members(writer);
            end(writer);
        } else if (!m_quiet) {
            put(human());
        }
    }
    /// A line that is complete already; waits while too much is unwritten, so not for the I/O thread.
    void line(std::string_view text);
    /// A line for a person only: on stdout, or on stderr with --json; nowhere if quiet.
    void tell(std::string_view text);
    /// A line on stderr.
    void complain(std::string_view text);

    /// Set once, before anything is printed. Called on the printing or the writing thread.
    std::function<void(bool)> pressureChanged;
    /// Set once, before anything is printed. Called on the writing thread when nobody reads stdout any more.
    std::function<void()> readerGone;

private:
    void begin(json::Writer& writer, std::string_view name) const;
    void end(json::Writer& writer);
    void put(std::string_view line);
    void write();

    const bool m_json;
    const bool m_quiet;
    const wire::Clock& m_clock;
    const wire::Instant m_started;
    std::mutex m_mutex;
    std::condition_variable m_more, m_less;
    std::string m_pending;
    std::size_t m_unwritten = 0;
    bool m_pressure = false;
    bool m_closing = false;
    std::thread m_writer;
};

} // namespace acmpctl
