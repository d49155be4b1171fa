// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/browseboard.h"

namespace stack {

BrowseBoard::BrowseBoard(std::function<void()> changed)
    : m_changed(std::move(changed))
{
}

std::vector<std::shared_ptr<const BrowseState>> BrowseBoard::states() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<const BrowseState>> all;
    all.reserve(m_states.size());
    for (const auto& [id, state] : m_states)
        all.push_back(state);
    return all;
}

std::shared_ptr<const BrowseState> BrowseBoard::state(BrowseId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_states.find(id);
    return found == m_states.end() ? nullptr : found->second;
}

void BrowseBoard::add(std::shared_ptr<const BrowseState> state)
{
    const std::scoped_lock lock(m_mutex);
    m_states[state->id] = std::move(state);
}

void BrowseBoard::publish(std::shared_ptr<const BrowseState> state)
{
    const std::scoped_lock lock(m_mutex);
    const auto known = m_states.find(state->id);
    if (known == m_states.end())
        return;
    known->second = std::move(state);
    if (m_changed)
        m_changed();
}

void BrowseBoard::remove(BrowseId id)
{
    const std::scoped_lock lock(m_mutex);
    m_states.erase(id);
}

void BrowseBoard::close()
{
    const std::scoped_lock lock(m_mutex);
    m_changed = nullptr;
}

} // namespace stack
