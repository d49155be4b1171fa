// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/resultstore.h"

namespace engine {

namespace {

/// What the list and the index take for an entry.
constexpr std::size_t kRecordOverhead = 160;

} // namespace

void ResultStore::put(const std::string& key, std::shared_ptr<const Record> record, wire::Instant now)
{
    if (const auto older = m_byKey.find(key); older != m_byKey.end()) {
        remove(older->second);
    }
    const std::size_t bytes = record->bytes() + key.size() + kRecordOverhead;
    m_entries.push_front({ .key = key, .record = std::move(record), .bytes = bytes, .until = now + m_ttl });
    m_byKey.emplace(m_entries.front().key, m_entries.begin());
    m_bytes += bytes;
    while (!m_entries.empty() && (m_bytes > m_maxBytes || m_entries.back().until <= now)) {
        remove(std::prev(m_entries.end()));
    }
}

std::shared_ptr<const Record> ResultStore::find(const std::string& key, wire::Instant now)
{
    const auto found = m_byKey.find(key);
    if (found == m_byKey.end()) {
        return nullptr;
    }
    const Entries::iterator entry = found->second;
    if (entry->until <= now) {
        remove(entry);
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, entry);
    return entry->record;
}

void ResultStore::remove(Entries::iterator entry)
{
    m_bytes -= entry->bytes;
    m_byKey.erase(entry->key);
    m_entries.erase(entry);
}

} // namespace engine
