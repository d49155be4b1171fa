// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/readings.h"

#include <QDateTime>

namespace stack {

namespace {

/// What an entry is known by from one round to the next.
std::string keyOf(const discovery::Entry& entry)
{
    return entry.identifier.empty() ? std::string(entry.raw.text()) : entry.identifier;
}

} // namespace

void Readings::begin(bool wasWhole)
{
    if (wasWhole)
        m_before.clear();
    for (const auto& entry : m_entries)
        m_before[keyOf(entry->entry)] = entry;
    m_entries.clear();
    ++m_number;
}

std::shared_ptr<const ListedEntry> Readings::make(const Listed& listed) const
{
    ListedEntry made { .entry = listed.entry, .source = listed.source, .alsoIn = listed.alsoIn };
    const std::string& updated = listed.entry.updatedAt;
    const QDateTime own = updated.empty()
        ? QDateTime()
        : QDateTime::fromString(QString::fromStdString(updated), Qt::ISODateWithMs);
    made.relevance = listed.relevance;
    made.isOwnDate = own.isValid();
    made.dateMs = own.isValid() ? own.toMSecsSinceEpoch() : listed.fetchedAtMs;
    if (m_number > 1) {
        const auto known = m_before.find(keyOf(listed.entry));
        made.change = known == m_before.end()            ? Change::New
            : known->second->entry.raw == made.entry.raw ? Change::None
                                                         : Change::Changed;
    }
    return std::make_shared<const ListedEntry>(std::move(made));
}

void Readings::catchUp(std::size_t count, const std::function<Listed(std::size_t)>& at)
{
    m_entries.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Listed listed = at(i);
        if (i == m_entries.size()) {
            m_entries.push_back(make(listed));
            continue;
        }
        const ListedEntry& known = *m_entries[i];
        if (known.alsoIn.size() != listed.alsoIn.size()
            || known.entry.raw.text().data() != listed.entry.raw.text().data())
            m_entries[i] = make(listed);
    }
}

ListedEntries Readings::entries(bool isThrough, bool isWhole) const
{
    ListedEntries all = m_entries;
    if (!isThrough || m_before.empty())
        return all;
    std::unordered_map<std::string, std::shared_ptr<const ListedEntry>> left = m_before;
    for (const auto& entry : m_entries)
        left.erase(keyOf(entry->entry));
    for (const auto& [key, entry] : left) {
        ListedEntry missing = *entry;
        missing.change = isWhole ? Change::Gone : Change::Unread;
        missing.source = -1;
        missing.alsoIn.clear();
        all.push_back(std::make_shared<const ListedEntry>(std::move(missing)));
    }
    return all;
}

} // namespace stack
