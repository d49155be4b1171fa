// SPDX-License-Identifier: Apache-2.0
// What Sessions knows of tasks and negotiations, and of the requests that ask for them.
#pragma once

#include "protocol/a2a/copies.h"
#include "protocol/session/exchangetrack.h"
#include "protocol/session/offertrack.h"
#include "protocol/session/tasktrack.h"

#include <memory>

namespace session {

struct KnownTask {
    std::string taskId;
    wire::Direction asked = wire::Direction::Sent; ///< Sent: this side is the buyer
    wire::RecordNo invoke = wire::kNoRecord;
    std::size_t index = 0; ///< in Sessions::tasks()
    std::unique_ptr<TaskTrack> track; ///< null once long ended; then the rest is filled
    End ended = End::None;
    std::vector<Verdict> verdicts;
    FindingList findings;
    std::string remoteId; ///< of the A2A task that does its work; empty: none is known
    std::unique_ptr<a2a::Copies> copies; ///< of what came over A2A
    const FindingList& allFindings() const { return track ? track->findings() : findings; }
};

struct KnownDeal {
    wire::Direction asked = wire::Direction::Sent;
    wire::RecordNo request = wire::kNoRecord;
    OfferTrack track;
};

/// A request, and what it is about. Of HTTP the one that a connection is at; of a shared channel one of many.
struct OpenExchange {
    explicit OpenExchange(ExchangeTrack::Request request)
        : track(std::move(request))
    {
    }
    ExchangeTrack track;
    KnownTask* task = nullptr;
    KnownDeal* deal = nullptr;
    bool isA2a = false;
    bool isLookUp = false; ///< of A2A: what it brings is a snapshot beside the task's own exchange
    bool isAccept = false; ///< of the deal; else its offerRequest
    bool hasEndedTask = false;
    bool isClosed = false; ///< of a shared channel: nothing more is to come for it
    std::optional<json::Decimal> costBefore; ///< of the same task's earlier result
};

} // namespace session
