// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/sharedchannel.h"

#include <limits>

namespace session {

namespace {

constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();

} // namespace

OpenExchange& SharedChannel::begin(ExchangeTrack::Request request, const json::View& params)
{
    if (m_openNumbers.size() >= kKeptOpen) {
        close(m_exchanges.at(*m_openNumbers.begin()).exchange);
    }
    request.number = ++m_requests;
    std::vector<Name> names;
    if (request.id) {
        names.push_back(id(*request.id));
    }
    if (const auto taskId = params["task_id"].text()) {
        names.push_back(task(*taskId));
    }
    if (const json::View progress = params["_meta"]["progressToken"]) {
        names.push_back(token(progress));
    }
    const auto [added, isNew] = m_exchanges.try_emplace(m_requests,
        Entry {
            .exchange = OpenExchange(std::move(request)), .names = std::move(names), .place = m_requests });
    place(m_open, added->second);
    m_openNumbers.insert(m_requests);
    return added->second.exchange;
}

void SharedChannel::place(Places& places, const Entry& entry)
{
    const ExchangeTrack::Request& request = entry.exchange.track.request();
    for (const Name& name : entry.names) {
        places.insert({ request.direction, name, entry.place, request.number });
    }
}

void SharedChannel::displace(Places& places, const Entry& entry)
{
    const ExchangeTrack::Request& request = entry.exchange.track.request();
    for (const Name& name : entry.names) {
        places.erase({ request.direction, name, entry.place, request.number });
    }
}

OpenExchange* SharedChannel::oldest(const Places& places, wire::Direction asked, const Name& name)
{
    const auto found = places.lower_bound({ asked, name, 0, 0 });
    return found != places.end() && found->asked == asked && found->name == name
        ? &m_exchanges.at(found->number).exchange
        : nullptr;
}

OpenExchange* SharedChannel::newest(const Places& places, wire::Direction asked, const Name& name)
{
    auto found = places.upper_bound({ asked, name, kLast, 0 });
    if (found == places.begin()) {
        return nullptr;
    }
    --found;
    return found->asked == asked && found->name == name ? &m_exchanges.at(found->number).exchange : nullptr;
}

OpenExchange* SharedChannel::find(wire::Direction asked, const Name& name)
{
    OpenExchange* const open = newest(m_open, asked, name);
    return open ? open : newest(m_closed, asked, name);
}

OpenExchange* SharedChannel::findAnswered(wire::Direction asked, const rpc::Id& id, std::string_view taskId)
{
    const Name name = SharedChannel::id(id);
    OpenExchange* const first = oldest(m_open, asked, name);
    if (!first) {
        return newest(m_closed, asked, name);
    }
    const auto end = m_open.upper_bound({ asked, name, kLast, 0 });
    for (auto at = m_open.lower_bound({ asked, name, 0, 0 }); !taskId.empty() && at != end; ++at) {
        OpenExchange& open = m_exchanges.at(at->number).exchange;
        if (open.task && open.task->taskId == taskId) {
            return &open;
        }
    }
    return first;
}

void SharedChannel::close(OpenExchange& exchange)
{
    const std::uint32_t number = exchange.track.request().number;
    if (m_openNumbers.erase(number) == 0) {
        return;
    }
    Entry& entry = m_exchanges.at(number);
    exchange.isClosed = true;
    displace(m_open, entry);
    if (!exchange.task && !exchange.deal) {
        m_exchanges.erase(number);
        return;
    }
    entry.place = ++m_ended;
    place(m_closed, entry);
    m_closedNumbers.push_back(number);
    if (m_closedNumbers.size() > kKeptClosed) {
        const auto oldest = m_exchanges.find(m_closedNumbers.front());
        displace(m_closed, oldest->second);
        m_exchanges.erase(oldest);
        m_closedNumbers.pop_front();
    }
}

std::vector<OpenExchange*> SharedChannel::open()
{
    std::vector<OpenExchange*> out;
    out.reserve(m_openNumbers.size());
    for (const std::uint32_t number : m_openNumbers) {
        out.push_back(&m_exchanges.at(number).exchange);
    }
    return out;
}

void SharedChannel::forget(const KnownDeal* deal)
{
    for (auto& [number, entry] : m_exchanges) {
        if (entry.exchange.deal == deal) {
            entry.exchange.deal = nullptr;
        }
    }
}

} // namespace session
