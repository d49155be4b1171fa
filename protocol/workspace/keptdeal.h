// SPDX-License-Identifier: Apache-2.0
// An accepted offer as a workspace keeps it, and the tasks that ran under it (Layer 6 §2.2, §4). The offer
// stays as it was received: it is what its signature covers, and the evidence if a promise is broken.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/wire/error.h"

#include <expected>
#include <variant>

namespace workspace {

/// A task that has ended.
struct KeptTask {
    std::int64_t unixMs = 0; ///< when
    std::string taskId = {};
    std::string outcome = {}; ///< "result", "error", "cancelled" …
    std::optional<json::Decimal> costCu = {}; ///< of a result
    std::optional<std::int64_t> tookUs = {}; ///< from its request to its end
    bool operator==(const KeptTask&) const = default;
};

struct KeptDeal {
    std::int64_t acceptedUnixMs = 0;
    std::string provider = {}; ///< as the ledger names it
    std::string name = {}; ///< of the provider, for people
    std::string endpointId = {}, url = {}; ///< where it runs tasks; the id is the workspace's, or empty
    std::optional<std::string> escrowId = {}; ///< absent: direct settlement
    bool isUnsure = false; ///< no answer came: it may bind us
    acmp::OfferRequest request = {};
    json::Raw received = {}; ///< the offer, byte for byte
    acmp::Offer offer = {}; ///< what that says
    std::vector<KeptTask> tasks = {}; ///< the newest attempt of each, in the order of their first
    bool operator==(const KeptDeal&) const = default;
};

/// A task's line: which deal it ran under.
struct TaskOfDeal {
    std::string provider = {}, offerId = {};
    KeptTask task = {};
};

/// Lines of a file of deals, without their ends.
std::string toLine(const KeptDeal& deal); ///< without its tasks
std::string toLine(const TaskOfDeal& task);
std::expected<std::variant<KeptDeal, TaskOfDeal>, wire::Error> readDealLine(std::string_view line);

} // namespace workspace
