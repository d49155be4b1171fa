// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/dealbook.h"

#include "protocol/workspace/carry.h"

namespace stack {

using workspace::DealsFile;

std::expected<void, wire::Error> DealBook::open(const QString& file, const QString& carriedFrom)
{
    const std::scoped_lock lock(m_mutex);
    const auto carried
        = carriedFrom.isEmpty() ? std::expected<void, wire::Error>() : workspace::carry(carriedFrom, file);
    auto opened = carried ? DealsFile::open(file)
                          : std::expected<DealsFile, wire::Error>(std::unexpected(carried.error()));
    ++m_state.opened;
    m_file = opened ? std::move(*opened) : DealsFile();
    m_state.problem = opened ? m_file.problem() : std::optional(opened.error());
    changed({});
    if (!opened)
        return std::unexpected(std::move(opened.error()));
    return {};
}

void DealBook::add(workspace::KeptDeal deal)
{
    const std::scoped_lock lock(m_mutex);
    changed(m_file.add(std::move(deal)));
}

void DealBook::add(const workspace::TaskOfDeal& task)
{
    const std::scoped_lock lock(m_mutex);
    changed(m_file.add(task));
}

void DealBook::changed(const std::expected<void, wire::Error>& written)
{
    ++m_state.version;
    if (!written)
        m_state.problem = written.error();
    m_state.deals = std::make_shared<const std::vector<workspace::KeptDeal>>(m_file.deals());
}

DealBook::State DealBook::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

std::uint64_t DealBook::version() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state.version;
}

} // namespace stack
