// SPDX-License-Identifier: Apache-2.0
// All tasks and negotiations of a record, as a fold over its messages, of both roles: a buyer's own traffic,
// a provider's, a tap's, a file's. Pairs by connection and exchange (MCP over HTTP). Pure.
#pragma once

#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/session/exchangetrack.h"
#include "protocol/session/offertrack.h"
#include "protocol/session/tasktrack.h"
#include "protocol/wire/sink.h"

#include <deque>
#include <map>
#include <memory>
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

class Sessions final {
public:
    /// Tasks that ended are kept whole for what may still come late; of older ones what was found.
    static constexpr std::size_t kKeptTracks = 64;
    /// The latest negotiations; older ones are forgotten.
    static constexpr std::size_t kKeptDeals = 4096;

    struct Task {
        std::string taskId;
        wire::Direction asked = wire::Direction::Sent; ///< Sent: this side is the buyer
        wire::RecordNo invoke = wire::kNoRecord;
        std::unique_ptr<TaskTrack> track; ///< null once long ended; then the rest is filled
        End ended = End::None;
        std::vector<Verdict> verdicts;
        FindingList findings;
        const FindingList& allFindings() const { return track ? track->findings() : findings; }
    };
    struct Deal {
        wire::Direction asked = wire::Direction::Sent;
        wire::RecordNo request = wire::kNoRecord;
        OfferTrack track;
    };
    /// What one message did.
    struct Folded {
        Task* task = nullptr;
        Deal* deal = nullptr;
        std::size_t findingsBefore = 0; ///< that were kept of that task or deal
        acmp::Findings findings; ///< of the message, held by no track
    };

    void opened(wire::ConnectionId connection, const wire::ConnectionFacts& facts);
    /// A task whose answer was to come on it has lost its connection.
    Folded closed(wire::ConnectionId connection, wire::Instant at);
    /// `document`: of the facts' payload, valid.
    Folded add(const MessageFacts& facts, const json::Document& document);

    const std::deque<Task>& tasks() const { return m_tasks; }
    const std::deque<Deal>& deals() const { return m_deals; }

private:
    using ExchangeKey = std::pair<wire::ConnectionId, std::uint32_t>;
    using Asked = std::pair<wire::Direction, std::string>;
    /// The exchange that a connection is at: HTTP/1.1 answers one before the next begins.
    struct Open {
        explicit Open(ExchangeTrack::Request request)
            : track(std::move(request))
        {
        }
        ExchangeTrack track;
        Task* task = nullptr;
        Deal* deal = nullptr;
        bool isAccept = false; ///< of the deal; else its offerRequest
        bool hasEndedTask = false;
        std::optional<json::Decimal> costBefore; ///< of the same task's earlier result
    };
    struct Known {
        Task* task = nullptr;
        ExchangeKey exchange; ///< the newest that asked for it; older ones only mirror
    };

    void addRequest(const MessageFacts& facts, const rpc::Request& request, Folded& out);
    void addInvoke(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    bool repeatInvoke(
        const MessageFacts& facts, const acmp::Invoke& invoke, Known& known, Open& open, Folded& out);
    void addOfferRequest(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    void addAccept(const MessageFacts& facts, const json::View& params, Open& open, Folded& out);
    void addNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addBuyerNotification(const MessageFacts& facts, const rpc::Notification& notification, Folded& out);
    void addProviderNotification(
        const MessageFacts& facts, const rpc::Notification& notification, Open& open, Folded& out);
    void addAnswer(const MessageFacts& facts, const std::optional<rpc::Id>& id, const json::View& value,
        bool isError, Folded& out);
    void answerTask(
        const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out);
    void answerDeal(
        const MessageFacts& facts, const json::View& value, bool isError, Open& open, Folded& out);
    void learnPeer(const MessageFacts& facts, const json::View& result, Folded& out);
    void checkTerms(const MessageFacts& facts, const Open& open, Task& task);
    void receive(const MessageFacts& facts, const acmp::Incoming& message, Open& open);
    Open& begin(const MessageFacts& facts, const std::string& method, std::optional<rpc::Id> id);
    Open* openAt(const MessageFacts& facts);
    void dropOldTracks();
    void dropOldDeals();
    std::string peerOf(wire::ConnectionId connection) const;

    std::deque<Task> m_tasks;
    std::deque<Deal> m_deals;
    std::map<wire::ConnectionId, Open> m_open;
    // A record may hold both ends of one connection: an id names one thing of each asker.
    std::map<Asked, Known> m_byTaskId; // of the tasks that still have a track
    std::map<Asked, Deal*> m_byOfferId, m_byEscrow;
    std::map<wire::ConnectionId, std::string> m_peers;
    std::map<std::string, acmp::Capability> m_capabilities; // by peer
    std::deque<Task*> m_ended; // with a track
};

} // namespace session
