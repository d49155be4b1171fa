// SPDX-License-Identifier: Apache-2.0
// One JSON-RPC request and all that answers it, as rows of the record. Pure; what the messages mean is the
// business of TaskTrack and OfferTrack.
#pragma once

#include "protocol/rpc/id.h"
#include "protocol/wire/slice.h"

#include <optional>
#include <string>

namespace session {

class ExchangeTrack final {
public:
    struct Request {
        wire::ConnectionId connection = wire::ConnectionId::None;
        std::uint32_t number = 0; ///< of the exchange on its connection
        wire::Direction direction = wire::Direction::Sent;
        wire::RecordNo record = wire::kNoRecord;
        wire::Instant at;
        std::string method;
        std::optional<rpc::Id> id; ///< nullopt: a notification of its own, which nothing answers
    };

    enum class Paired : std::uint8_t {
        Answer,
        SecondAnswer,
        OtherId, ///< not the request's
        Unasked, ///< a notification needs none
    };

    explicit ExchangeTrack(Request request)
        : m_request(std::move(request))
    {
    }

    const Request& request() const { return m_request; }
    bool isFromAsker(wire::Direction direction) const { return direction == m_request.direction; }
    /// `id`: nullopt where an error carries none, which fits any request.
    Paired answered(const std::optional<rpc::Id>& id, wire::RecordNo record, wire::Instant at);
    void notified() { ++m_notifications; }

    bool isAnswered() const { return m_answer.has_value(); }
    std::optional<wire::RecordNo> answer() const { return m_answer; }
    std::optional<wire::nanoseconds> roundTrip() const { return m_roundTrip; }
    std::uint64_t notifications() const { return m_notifications; }

private:
    Request m_request;
    std::optional<wire::RecordNo> m_answer;
    std::optional<wire::nanoseconds> m_roundTrip;
    std::uint64_t m_notifications = 0;
};

} // namespace session
