// SPDX-License-Identifier: Apache-2.0
// The members of every message, once, in the order of the specification's tables. Private to codec.cpp.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/acmp/fields.h"

namespace acmp::codec {

template <>
struct Table<Content> {
    static constexpr std::string_view kSection = "Layer 1 §3.1";
    static constexpr std::array kFields { field<&Content::type>("type"), field<&Content::data>("data") };
};

template <>
struct Table<Invoke> {
    static constexpr std::string_view kSection = "Layer 1 §3.1";
    static constexpr std::array kFields { field<&Invoke::taskId>("task_id"),
        field<&Invoke::capability>("capability"), field<&Invoke::input>("input"),
        field<&Invoke::outputType>("output_type"), field<&Invoke::inputTokensEst>("input_tokens_est"),
        field<&Invoke::maxPriceCu>("max_price_cu"), field<&Invoke::preferredTier>("preferred_tier"),
        field<&Invoke::timeoutMs>("timeout_ms"), field<&Invoke::stream>("stream"),
        field<&Invoke::inputStream>("input_stream"), field<&Invoke::escrowId>("escrow_id"),
        field<&Invoke::proofMethod>("proof_method") };
};

template <>
struct Table<Proof> {
    static constexpr std::string_view kSection = "Layer 1 §3.2";
    static constexpr std::array kFields { field<&Proof::method>("method"), field<&Proof::hash>("hash") };
};

template <>
struct Table<TaskResult> {
    static constexpr std::string_view kSection = "Layer 1 §3.2";
    static constexpr std::array kFields { field<&TaskResult::taskId>("task_id"),
        field<&TaskResult::output>("output"), field<&TaskResult::outputStreamed>("output_streamed"),
        field<&TaskResult::tokensUsed>("tokens_used"), field<&TaskResult::costCu>("cost_cu"),
        field<&TaskResult::proof>("proof"), field<&TaskResult::providerId>("provider_id") };
};

template <>
struct Table<TaskError::Data> {
    static constexpr std::array kFields { field<&TaskError::Data::taskId>("task_id"),
        field<&TaskError::Data::minPriceCu>("min_price_cu"), field<&TaskError::Data::detail>("detail") };
};

/// JSON-RPC allows any value as `data`: one that is no object stays with the unnamed members.
inline void readErrorData(const json::View& value, TaskError& message, Reader& reader)
{
    if (value.isObject())
        readMessage(value, message.data.emplace(), reader);
    else
        message.extra.emplace_back("data", value.raw());
}

template <>
struct Table<TaskError> {
    static constexpr std::string_view kSection = "Layer 1 §3.3";
    static constexpr std::array kFields { field<&TaskError::code>("code"),
        field<&TaskError::message>("message"),
        Field<TaskError> { "data", kExpected<TaskError::Data>, false, &readErrorData,
            &writeField<&TaskError::data, TaskError> } };
};

template <>
struct Table<InputChunk> {
    static constexpr std::string_view kSection = "Layer 1 §3.4";
    static constexpr std::array kFields { field<&InputChunk::taskId>("task_id"),
        field<&InputChunk::seq>("seq"), field<&InputChunk::chunk>("chunk"),
        field<&InputChunk::final>("final") };
};

template <>
struct Table<StreamChunk> {
    static constexpr std::string_view kSection = "Layer 1 §3.5";
    static constexpr std::array kFields { field<&StreamChunk::taskId>("task_id"),
        field<&StreamChunk::seq>("seq"), field<&StreamChunk::chunk>("chunk"),
        field<&StreamChunk::final>("final") };
};

template <>
struct Table<Heartbeat> {
    static constexpr std::string_view kSection = "Layer 1 §3.6";
    static constexpr std::array kFields { field<&Heartbeat::taskId>("task_id"),
        field<&Heartbeat::progress>("progress"), field<&Heartbeat::detail>("detail") };
};

template <>
struct Table<Cancel> {
    static constexpr std::string_view kSection = "Layer 1 §3.7";
    static constexpr std::array kFields { field<&Cancel::taskId>("task_id"),
        field<&Cancel::reason>("reason") };
};

template <>
struct Table<OfferRequest> {
    static constexpr std::string_view kSection = "Layer 6 §2.1";
    static constexpr std::array kFields { field<&OfferRequest::capability>("capability"),
        field<&OfferRequest::inputTokensEst>("input_tokens_est"),
        field<&OfferRequest::maxPriceCu>("max_price_cu"),
        field<&OfferRequest::maxLatencyMs>("max_latency_ms"),
        field<&OfferRequest::preferredTier>("preferred_tier"),
        field<&OfferRequest::proofMethod>("proof_method"),
        field<&OfferRequest::challengeWindowMs>("challenge_window_ms"),
        field<&OfferRequest::offerValidMs>("offer_valid_ms") };
};

template <>
struct Table<Offer> {
    static constexpr std::string_view kSection = "Layer 6 §2.1";
    static constexpr std::array kFields { field<&Offer::offerId>("offer_id"),
        field<&Offer::capability>("capability"), field<&Offer::priceCu>("price_cu"),
        field<&Offer::validUntilMs>("valid_until_ms"), field<&Offer::latencySlaMs>("latency_sla_ms"),
        field<&Offer::proofMethod>("proof_method"), field<&Offer::challengeWindowMs>("challenge_window_ms"),
        field<&Offer::sig>("sig") };
};

template <>
struct Table<Accept> {
    static constexpr std::string_view kSection = "Layer 6 §2.2";
    static constexpr std::array kFields { field<&Accept::offerId>("offer_id"),
        field<&Accept::escrowId>("escrow_id") };
};

template <>
struct Table<Ack> {
    static constexpr std::string_view kSection = "Layer 6 §2.2";
    static constexpr std::array kFields { field<&Ack::offerId>("offer_id"),
        field<&Ack::escrowId>("escrow_id"), field<&Ack::priceCu>("price_cu") };
};

template <>
struct Table<Features> {
    static constexpr std::array kFields { field<&Features::outputStreaming>("output_streaming"),
        field<&Features::inputStreaming>("input_streaming"),
        field<&Features::heartbeatIntervalMs>("heartbeat_interval_ms") };
};

template <>
struct Table<Capability> {
    static constexpr std::string_view kSection = "Layer 1 §1";
    static constexpr std::array kFields { field<&Capability::version>("version"),
        field<&Capability::role>("role"), field<&Capability::accepts>("accepts"),
        field<&Capability::emits>("emits"), field<&Capability::features>("features"),
        field<&Capability::providerId>("provider_id"), field<&Capability::did>("did") };
};

} // namespace acmp::codec
