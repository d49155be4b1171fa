// SPDX-License-Identifier: Apache-2.0
// Ended executions, for the invoke that comes again (decision D6): each for a time, all within a number of
// bytes, the one asked for longest ago leaves first. Starts no timers: what is over is dropped when the store
// is used.
#pragma once

#include "protocol/engine/record.h"
#include "protocol/wire/clock.h"

#include <list>
#include <unordered_map>

namespace engine {

class ResultStore final {
public:
    ResultStore(milliseconds ttl, std::size_t maxBytes)
        : m_ttl(ttl)
        , m_maxBytes(maxBytes)
    {
    }

    void put(const std::string& key, std::shared_ptr<const Record> record, wire::Instant now);
    /// Null if there is none.
    std::shared_ptr<const Record> find(const std::string& key, wire::Instant now);
    std::size_t size() const { return m_byKey.size(); }
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry {
        std::string key;
        std::shared_ptr<const Record> record;
        std::size_t bytes;
        wire::Instant until;
    };
    using Entries = std::list<Entry>;

    void remove(Entries::iterator entry);

    milliseconds m_ttl;
    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    Entries m_entries; ///< last used first
    std::unordered_map<std::string_view, Entries::iterator> m_byKey; ///< keys within the entries
};

} // namespace engine
