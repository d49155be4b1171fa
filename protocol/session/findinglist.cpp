// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/findinglist.h"

#include "protocol/json/document.h"

namespace session {

namespace {

/// A pointer that starts with params, result or error, where that is not a member of the whole message.
std::string placeIn(const acmp::Origin& origin, std::string pointer)
{
    if (!origin.body.empty() && !pointer.empty())
        pointer.replace(0, std::min(pointer.find('/', 1), pointer.size()), origin.body);
    return pointer;
}

bool hasNoOffset(const acmp::Finding& finding)
{
    return finding.where.offset == 0 && !finding.where.pointer.empty();
}

} // namespace

void FindingList::add(acmp::Finding finding)
{
    ++m_count;
    if (++m_counts[finding.rule] <= kKeptPerRule)
        m_kept.push_back(std::move(finding));
}

void FindingList::breach(std::string_view rule, std::string expected, std::string found,
    const acmp::Origin& origin, std::string pointer)
{
    acmp::Findings one;
    one.push_back({ &acmp::rule(rule), std::move(expected), std::move(found),
        { .record = wire::kNoRecord, .pointer = std::move(pointer), .offset = 0 } });
    add(std::move(one), {}, origin);
}

void FindingList::add(acmp::Findings checks, std::string_view at, const acmp::Origin& origin)
{
    const std::size_t before = m_kept.size();
    for (acmp::Finding& check : checks) {
        check.where.record = origin.record;
        check.where.pointer = placeIn(origin, check.where.pointer.insert(0, at));
        add(std::move(check));
    }
    const std::span added = std::span(m_kept).subspan(before);
    if (std::ranges::none_of(added, hasNoOffset))
        return;
    json::Document message;
    if (message.borrow(origin.message.text()))
        acmp::locate(added, message);
}

std::size_t FindingList::count(const acmp::Rule& rule) const
{
    const auto entry = m_counts.find(&rule);
    return entry == m_counts.end() ? 0 : entry->second;
}

} // namespace session
