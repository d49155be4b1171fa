// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/refusal.h"

#include "protocol/acmp/retryafter.h"
#include "protocol/identity/verifier.h"
#include "protocol/rpc/codes.h"

#include <array>

namespace engine {

namespace {

namespace code = rpc::code;
using namespace std::string_view_literals;

constexpr std::array kMessages {
    std::pair { code::kMethodNotFound, "Method not found"sv },
    std::pair { code::kInvalidParams, "Invalid params"sv },
    std::pair { code::kBudgetExceeded, "Budget exceeded"sv },
    std::pair { code::kCapabilityNotFound, "Capability not found"sv },
    std::pair { code::kTimeout, "Timeout"sv },
    std::pair { code::kCancelled, "Cancelled"sv },
    std::pair { code::kEscrowInvalid, "Escrow invalid"sv },
    std::pair { code::kProofUnsupported, "Proof unsupported"sv },
    std::pair { code::kFeatureUnsupported, "Feature unsupported"sv },
    std::pair { code::kAcmpInternal, "Internal error"sv },
    std::pair { code::kOfferNotFound, "Offer not found"sv },
    std::pair { code::kOfferExpired, "Offer expired"sv },
    std::pair { code::kAlreadyAccepted, "Already accepted"sv },
    std::pair { identity::code::kIdentityProofFailed, "identity_proof_failed"sv },
};

} // namespace

acmp::TaskError makeError(std::int64_t code, std::string_view taskId, std::string detail)
{
    acmp::TaskError error;
    error.code = code;
    const auto known = std::ranges::find(kMessages, code, &std::pair<std::int64_t, std::string_view>::first);
    error.message = known == kMessages.end() ? "Error"sv : known->second;
    acmp::TaskError::Data& data = error.data.emplace();
    if (!taskId.empty()) {
        data.taskId = std::string(taskId);
    }
    data.detail = std::move(detail);
    return error;
}

acmp::TaskError makeBudgetError(std::string_view taskId, const json::Decimal& minPriceCu, std::string detail)
{
    acmp::TaskError error = makeError(rpc::code::kBudgetExceeded, taskId, std::move(detail));
    error.data->minPriceCu = minPriceCu;
    return error;
}

acmp::TaskError makeRateError(std::chrono::nanoseconds wait)
{
    const auto waitMs = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
    acmp::TaskError error = makeError(rpc::code::kAcmpInternal, {}, "Too many offerRequests.");
    error.data->extra.emplace_back(acmp::kRetryAfter, json::Raw(QByteArray::number(qlonglong { waitMs })));
    return error;
}

acmp::TaskError makeScriptedError(std::string_view taskId, const FailScript& script)
{
    acmp::TaskError error;
    error.code = script.code;
    error.message = script.message;
    acmp::TaskError::Data& data = error.data.emplace();
    data.taskId = std::string(taskId);
    data.detail = script.detail.value_or("The scenario says so.");
    return error;
}

} // namespace engine
