// SPDX-License-Identifier: Apache-2.0
// All tasks and negotiations of a record, as a fold over its messages, of both roles: a buyer's own traffic,
// a provider's, a tap's, a file's. Pairs by connection and exchange (HTTP), over A2A also by the A2A task, on
// shared channels (stdio, WebSocket) by the ids that messages carry. Pure.
#pragma once

#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/session/sharedchannel.h"
#include "protocol/wire/sink.h"

#include <deque>
#include <map>
#include <utility>

namespace session {

/// One message of the record: a slice's payload, and where it stands.
struct MessageFacts {
    wire::ConnectionId connection = wire::ConnectionId::None;
    std::uint32_t exchange = 0;
    wire::Direction direction = wire::Direction::Received;
    wire::SliceKind kind = wire::SliceKind::HttpBody;
    std::uint8_t flags = 0; ///< wire::SliceFlag
    Moment at;
    wire::RecordNo record = wire::kNoRecord;
    QByteArray payload; ///< may share the record's memory
};

/// Of a channel that many requests share.
inline bool isShared(wire::SliceKind kind)
{
    return kind == wire::SliceKind::Line || kind == wire::SliceKind::Frame;
}

class Sessions final {
public:
    /// Tasks that ended are kept whole for what may still come late; of older ones what was found.
    static constexpr std::size_t kKeptTracks = 64;
    /// The latest negotiations; older ones are forgotten.
    static constexpr std::size_t kKeptDeals = 4096;

    using Task = KnownTask;
    using Deal = KnownDeal;
    enum class Part : std::uint8_t { Request, Between, Answer };
    /// What one message did.
    struct Folded {
        Task* task = nullptr;
        Deal* deal = nullptr;
        std::size_t findingsBefore = 0; ///< that were kept of that task or deal
        acmp::Findings findings; ///< of the message, held by no track
        /// On a shared channel: of the n-th request of its connection, from 1; 0: of none.
        std::uint32_t exchange = 0;
        Part part = Part::Between; ///< of that exchange
    };

    void opened(wire::ConnectionId connection, const wire::ConnectionFacts& facts);
    /// The tasks and negotiations whose answers were to come on it have lost their connection.
    std::vector<Folded> closed(wire::ConnectionId connection, wire::Instant at);
    /// `document`: of the facts' payload, valid.
    Folded add(const MessageFacts& facts, const json::Document& document);

    const std::deque<Task>& tasks() const { return m_tasks; }
    const std::deque<Deal>& deals() const { return m_deals; }

private:
    using ExchangeKey = std::pair<wire::ConnectionId, std::uint32_t>;
    using Asked = std::pair<wire::Direction, std::string>;
    using Open = OpenExchange;
    struct Peer {
        std::string name; ///< of the other side
        wire::Role role = wire::Role::Client; ///< of this side
    };
    struct Known {
        Task* task = nullptr;
        ExchangeKey exchange; ///< the newest that asked for it; older ones only mirror
    };

    /// That exchange is the newest that asked for the task.
    bool isCarrying(const ExchangeKey& exchange, const Task* task) const;
    void lose(Open& open, wire::Instant at, std::vector<Folded>& out);
    void addRequest(const MessageFacts& facts, const rpc::Request& request, Folded& out);
    Open& beginShared(const MessageFacts& facts, const rpc::Request& request, Folded& out);
    void addInvoke(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    bool repeatInvoke(
        const MessageFacts& facts, const acmp::Invoke& invoke, Known& known, Open& open, Folded& out);
    void addOfferRequest(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    void addAccept(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    void addNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addBuyerNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addProviderNotification(
        const MessageFacts& facts, const rpc::Notification& notification, Open& open, Folded& out);
    void addSharedNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addTaskNotification(
        const MessageFacts& facts, const rpc::Notification& notification, bool fromBuyer, Folded& out);
    void addCancelled(const MessageFacts& facts, const json::View& params, Folded& out);
    void addOwnNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addSharedAnswer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
        bool isError, Folded& out);
    void addAnswer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
        bool isError, Folded& out);
    void reportUnpaired(const MessageFacts& facts, const std::optional<rpc::Id>& id, Folded& out);
    void answer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
        bool isError, Open& open, Folded& out);
    void answerTask(
        const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out);
    void answerDeal(
        const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out);
    void learnPeer(const MessageFacts& facts, const json::View& result, wire::Direction asked, Folded& out);
    void checkTerms(const acmp::Origin& origin, const Open& open, Task& task);
    void receive(const MessageFacts& facts, const acmp::Incoming& message, Open& open, acmp::Origin origin);
    bool addA2a(const MessageFacts& facts, const rpc::Message& message, const json::View& root, Folded& out);
    void addA2aRequest(const MessageFacts& facts, std::string_view method, std::optional<rpc::Id> id,
        const json::View& params, Folded& out);
    void addA2aCall(const MessageFacts& facts, const a2a::Payload& payload, Open& open, Folded& out);
    void addA2aLookUp(const MessageFacts& facts, const std::string& remoteId, Open& open, Folded& out);
    void addA2aAnswer(const MessageFacts& facts, const json::View& value, Open& open, Folded& out);
    void receiveCarried(const MessageFacts& facts, const a2a::Carried& carried, const a2a::Event& event,
        Open& open, Folded& out);
    void takeA2aState(const MessageFacts& facts, const a2a::Event& event, Open& open);
    void refuseA2a(const MessageFacts& facts, Open& open, Folded& out);
    Open* openForA2a(const MessageFacts& facts, const json::View& root, Folded& out);
    bool isNewest(const Open& open) const;
    void endTask(Task& task, End how, wire::Instant at);
    void learnCard(const MessageFacts& facts, const json::View& root, Folded& out);
    Open& begin(const MessageFacts& facts, const std::string& method, std::optional<rpc::Id> id);
    Open* openAt(const MessageFacts& facts);
    void dropOldTracks();
    void dropOldDeals();
    void receiveLongAfterEnd(const MessageFacts& facts, bool isAnswer, Task& task);
    /// Whose declaration holds for what `asked` asks for on it.
    std::string peerOf(wire::ConnectionId connection, wire::Direction asked) const;
    bool isFromServer(const MessageFacts& facts) const;

    std::deque<Task> m_tasks;
    std::deque<Deal> m_deals;
    std::map<wire::ConnectionId, Open> m_open; // the exchange it is at: HTTP/1.1 ends one before the next
    std::map<wire::ConnectionId, SharedChannel> m_shared;
    // A record may hold both ends of one connection: an id names one thing of each asker.
    std::map<Asked, Known> m_byTaskId; // of the tasks that still have a track
    std::map<Asked, Task*> m_byRemoteId; // of the same, those over A2A
    std::map<Asked, Deal*> m_byOfferId, m_byEscrow;
    std::map<wire::ConnectionId, Peer> m_peers;
    std::map<std::string, acmp::Capability> m_capabilities; // by peer
    std::deque<Task*> m_ended; // with a track
};

} // namespace session
