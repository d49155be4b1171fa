// SPDX-License-Identifier: Apache-2.0
// The requests of one connection that carries many at once, in both directions: stdio, WebSocket. Finds the
// one that a message belongs to; what that means is the business of Sessions. Pure, bounded.
#pragma once

#include "protocol/session/openexchange.h"

#include <deque>
#include <map>
#include <set>
#include <vector>

namespace session {

class SharedChannel final {
public:
    /// Of tasks and negotiations, answered or cancelled: the last to end are kept for what comes late.
    static constexpr std::size_t kKeptClosed = 1024;
    /// Without an answer; beyond it the oldest is taken for one that will have none.
    static constexpr std::size_t kKeptOpen = 16'384;

    enum class By : std::uint8_t {
        Id, ///< of the request, as JSON: 3 is not "3"
        Task, ///< task_id
        Token, ///< params._meta.progressToken, as JSON
    };
    struct Name {
        By by = By::Id;
        std::string text;
        auto operator<=>(const Name&) const = default;
    };
    static Name id(const rpc::Id& id) { return { By::Id, rpc::toString(id) }; }
    static Name task(std::string_view taskId) { return { By::Task, std::string(taskId) }; }
    static Name token(const json::View& token) { return { By::Token, rpc::toString(rpc::readId(token)) }; }

    /// Gives it its number: the n-th request of this connection.
    OpenExchange& begin(ExchangeTrack::Request request, const json::View& params);
    /// The newest that `asked` asked for, open ones first; null: none. Valid until the next begin() or
    /// close().
    OpenExchange* find(wire::Direction asked, const Name& name);
    /// What an answer with that id answers: of open ones that share an id the one with that task, else the
    /// oldest.
    OpenExchange* findAnswered(wire::Direction asked, const rpc::Id& id, std::string_view taskId);
    bool hasOpen(wire::Direction asked, const Name& name) { return oldest(m_open, asked, name) != nullptr; }
    /// Nothing more is to come for it. Forgotten unless it is about a task or negotiation.
    void close(OpenExchange& exchange);
    /// In the order they were begun.
    std::vector<OpenExchange*> open();
    /// Lets go of a negotiation that is to be forgotten.
    void forget(const KnownDeal* deal);

private:
    struct Entry {
        OpenExchange exchange;
        std::vector<Name> names;
        std::uint64_t place = 0; ///< among the open: its number; among the closed: the n-th to end
    };
    struct Place {
        wire::Direction asked = wire::Direction::Sent;
        Name name;
        std::uint64_t place = 0;
        std::uint32_t number = 0;
        auto operator<=>(const Place&) const = default;
    };
    using Places = std::set<Place>;

    OpenExchange* oldest(const Places& places, wire::Direction asked, const Name& name);
    OpenExchange* newest(const Places& places, wire::Direction asked, const Name& name);
    void place(Places& places, const Entry& entry);
    void displace(Places& places, const Entry& entry);

    std::map<std::uint32_t, Entry> m_exchanges; // by number
    Places m_open, m_closed;
    std::set<std::uint32_t> m_openNumbers;
    std::deque<std::uint32_t> m_closedNumbers; // in the order they ended
    std::uint32_t m_requests = 0;
    std::uint64_t m_ended = 0;
};

} // namespace session
