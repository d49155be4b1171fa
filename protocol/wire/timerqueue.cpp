// SPDX-License-Identifier: Apache-2.0
#include "protocol/wire/timerqueue.h"

namespace wire {

class TimerQueue::Handle final : public Timer {
public:
    Handle(std::weak_ptr<Entries> entries, Key key)
        : m_entries(std::move(entries))
        , m_key(key)
    {
    }
    ~Handle() override
    {
        if (const auto entries = m_entries.lock())
            entries->byDue.erase(m_key);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

private:
    std::weak_ptr<Entries> m_entries;
    Key m_key;
};

std::unique_ptr<Timer> TimerQueue::add(Instant due, std::function<void()> fire)
{
    const Key key { due, ++m_count };
    m_entries->byDue.emplace(key, std::move(fire));
    return std::make_unique<Handle>(m_entries, key);
}

std::optional<Instant> TimerQueue::next() const
{
    if (m_entries->byDue.empty())
        return std::nullopt;
    return m_entries->byDue.begin()->first.first;
}

bool TimerQueue::fireOne(Instant now)
{
    if (const auto due = next(); !due || *due > now)
        return false;
    const auto first = m_entries->byDue.begin();
    const std::function<void()> fire = std::move(first->second);
    m_entries->byDue.erase(first);
    fire();
    return true;
}

} // namespace wire
