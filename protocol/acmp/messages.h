// SPDX-License-Identifier: Apache-2.0
// The messages of Layer 1 §3 (transport) and Layer 6 §2 (negotiation) as values. An absent member stays
// absent: the default of its table is what the …OrDefault functions say. Members that no table names are kept
// byte for byte in `extra`.
#pragma once

#include "protocol/json/decimal.h"
#include "protocol/json/raw.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace acmp {

/// Members that the specification doesn't name, in the order received.
using Extra = std::vector<std::pair<std::string, json::Raw>>;

/// {type, data}: an input, an output or a piece of one.
struct Content {
    std::string type; ///< "text", "json", "image/png" …
    json::Raw data;
    Extra extra;
    bool operator==(const Content&) const = default;
};

/// acmp/invoke, Layer 1 §3.1.
struct Invoke {
    std::string taskId;
    std::string capability;
    std::optional<Content> input;
    std::optional<std::string> outputType;
    std::optional<std::int64_t> inputTokensEst;
    std::optional<json::Decimal> maxPriceCu;
    std::optional<std::string> preferredTier;
    std::optional<std::int64_t> timeoutMs;
    std::optional<bool> stream;
    std::optional<bool> inputStream;
    std::optional<std::string> escrowId;
    std::optional<std::string> proofMethod;
    Extra extra;

    std::string outputTypeOrDefault() const { return outputType.value_or("json"); }
    /// At most 366 days, so that any clock can count it.
    std::chrono::milliseconds timeoutOrDefault() const
    {
        constexpr std::int64_t kMost = std::int64_t { 366 } * 24 * 3600 * 1000;
        return std::chrono::milliseconds(std::clamp<std::int64_t>(timeoutMs.value_or(30'000), 0, kMost));
    }
    bool streamOrDefault() const { return stream.value_or(false); }
    bool inputStreamOrDefault() const { return inputStream.value_or(false); }
    bool operator==(const Invoke&) const = default;
};

/// proof of a result, Layer 3: a method and members of its own.
struct Proof {
    std::string method;
    std::optional<std::string> hash;
    Extra extra;
    bool operator==(const Proof&) const = default;
};

/// acmp/result, Layer 1 §3.2.
struct TaskResult {
    std::string taskId;
    std::optional<Content> output;
    std::optional<bool> outputStreamed;
    std::int64_t tokensUsed = 0;
    json::Decimal costCu;
    std::optional<Proof> proof;
    std::optional<std::string> providerId;
    Extra extra; ///< resultType and _meta of the substrate too

    bool outputStreamedOrDefault() const { return outputStreamed.value_or(false); }
    bool operator==(const TaskResult&) const = default;
};

/// acmp/error, Layer 1 §3.3: the JSON-RPC error object.
struct TaskError {
    std::int64_t code = 0;
    std::string message;
    struct Data {
        std::optional<std::string> taskId;
        std::optional<json::Decimal> minPriceCu;
        std::optional<std::string> detail;
        Extra extra;
        bool operator==(const Data&) const = default;
    };
    std::optional<Data> data; ///< absent too where it is no object: then it is in extra
    Extra extra;
    bool operator==(const TaskError&) const = default;
};

/// acmp/inputChunk, Layer 1 §3.4.
struct InputChunk {
    std::string taskId;
    std::int64_t seq = 0;
    Content chunk;
    std::optional<bool> final;
    Extra extra;
    bool finalOrDefault() const { return final.value_or(false); }
    bool operator==(const InputChunk&) const = default;
};

/// acmp/streamChunk, Layer 1 §3.5.
struct StreamChunk {
    std::string taskId;
    std::int64_t seq = 0;
    Content chunk;
    std::optional<bool> final;
    Extra extra;
    bool finalOrDefault() const { return final.value_or(false); }
    bool operator==(const StreamChunk&) const = default;
};

/// acmp/heartbeat, Layer 1 §3.6.
struct Heartbeat {
    std::string taskId;
    std::optional<json::Decimal> progress;
    std::optional<std::string> detail;
    Extra extra;
    bool operator==(const Heartbeat&) const = default;
};

/// acmp/cancel, Layer 1 §3.7.
struct Cancel {
    std::string taskId;
    std::optional<std::string> reason;
    Extra extra;
    bool operator==(const Cancel&) const = default;
};

/// acmp/offerRequest, Layer 6 §2.1.
struct OfferRequest {
    std::string capability;
    std::optional<std::int64_t> inputTokensEst;
    std::optional<json::Decimal> maxPriceCu;
    std::optional<std::int64_t> maxLatencyMs;
    std::optional<std::string> preferredTier;
    std::optional<std::string> proofMethod;
    std::optional<std::int64_t> challengeWindowMs;
    std::optional<std::int64_t> offerValidMs;
    Extra extra;
    bool operator==(const OfferRequest&) const = default;
};

/// The Offer, Layer 6 §2.1. `sig` is a Layer 7 §4 envelope over all other members.
struct Offer {
    std::string offerId;
    std::string capability;
    json::Decimal priceCu;
    json::Decimal validUntilMs; ///< epoch milliseconds; a number, not necessarily an integer
    std::optional<std::int64_t> latencySlaMs;
    std::optional<std::string> proofMethod;
    std::optional<std::int64_t> challengeWindowMs;
    std::optional<json::Raw> sig;
    Extra extra;
    bool operator==(const Offer&) const = default;
};

/// acmp/accept, Layer 6 §2.2.
struct Accept {
    std::string offerId;
    std::optional<std::string> escrowId;
    Extra extra;
    bool operator==(const Accept&) const = default;
};

/// The Ack of an accept, Layer 6 §2.2.
struct Ack {
    std::string offerId;
    std::optional<std::string> escrowId;
    std::optional<json::Decimal> priceCu;
    Extra extra;
    bool operator==(const Ack&) const = default;
};

/// What a buyer asks for and awaits an answer to.
using Request = std::variant<Invoke, OfferRequest, Accept>;
/// What a buyer says without awaiting an answer.
using BuyerNotification = std::variant<InputChunk, Cancel>;
/// What a provider says while a task runs.
using ProviderNotification = std::variant<StreamChunk, Heartbeat>;
/// How a provider answers a request.
using Answer = std::variant<TaskResult, Offer, Ack, TaskError>;

std::string_view methodOf(const Request& request);
std::string_view methodOf(const BuyerNotification& notification);
std::string_view methodOf(const ProviderNotification& notification);
/// The task a message belongs to; empty for negotiation.
std::string_view taskIdOf(const Request& request);
std::string_view taskIdOf(const BuyerNotification& notification);

namespace method {
inline constexpr std::string_view kInvoke = "acmp/invoke", kInputChunk = "acmp/inputChunk",
                                  kStreamChunk = "acmp/streamChunk", kHeartbeat = "acmp/heartbeat",
                                  kCancel = "acmp/cancel", kOfferRequest = "acmp/offerRequest",
                                  kAccept = "acmp/accept";
} // namespace method

} // namespace acmp
