// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/board.h"

namespace stack {

std::shared_ptr<const RunState> Board::run(RunId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_runs.find(id);
    return found == m_runs.end() ? nullptr : found->second;
}

void Board::set(std::shared_ptr<const RunState> state)
{
    const std::scoped_lock lock(m_mutex);
    m_runs[state->id] = std::move(state);
}

void Board::remove(RunId id)
{
    const std::scoped_lock lock(m_mutex);
    m_runs.erase(id);
}

std::shared_ptr<const RoundState> Board::round(RoundId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_rounds.find(id);
    return found == m_rounds.end() ? nullptr : found->second;
}

void Board::set(std::shared_ptr<const RoundState> state)
{
    const std::scoped_lock lock(m_mutex);
    m_rounds[state->id] = std::move(state);
}

void Board::removeRound(RoundId id)
{
    const std::scoped_lock lock(m_mutex);
    m_rounds.erase(id);
}

std::vector<StallState> Board::stalls() const
{
    const std::scoped_lock lock(m_mutex);
    return m_stalls;
}

bool Board::set(std::vector<StallState> stalls)
{
    const std::scoped_lock lock(m_mutex);
    if (stalls == m_stalls)
        return false;
    m_stalls = std::move(stalls);
    return true;
}

Listed Board::listed() const
{
    const std::scoped_lock lock(m_mutex);
    return m_listed;
}

void Board::set(Listed listed)
{
    const std::scoped_lock lock(m_mutex);
    m_listed = std::move(listed);
}

Status Board::status() const
{
    const std::scoped_lock lock(m_mutex);
    return m_status;
}

void Board::set(const Status& status)
{
    const std::scoped_lock lock(m_mutex);
    m_status = status;
}

} // namespace stack
