// SPDX-License-Identifier: Apache-2.0
// The ACMP message within a data Part (Layer 1 A2A binding §1): {"acmp_method", "params"}, or {"acmp_result"}
// or {"acmp_error"}.
#pragma once

#include "protocol/acmp/codec.h"
#include "protocol/acmp/incoming.h"

namespace a2a {

struct Payload {
    enum class Kind : std::uint8_t {
        Call, ///< a request or a notification
        Result,
        Error,
    };
    Kind kind = Kind::Call;
    std::string method; ///< of a call; empty if it is no string
    json::View value; ///< params, the result or the error object; invalid if a call has no params

    /// The task it is about; empty where it names none.
    std::string taskId() const;
};

/// `data`: of a Part. nullopt if it is no ACMP message.
std::optional<Payload> readPayload(const json::View& data);

/// What a result answers.
enum class Asked : std::uint8_t { Invoke, OfferRequest, Accept };
Asked askedBy(const acmp::Request& request);

/// What a provider says, typed; acmp::Other where it is none that a buyer knows, or has members missing or
/// wrong: then those come in `errors`.
acmp::Incoming decodeIncoming(
    const Payload& payload, const json::View& data, Asked asked, std::vector<acmp::FieldError>& errors);

/// {"acmp_method":…,"params":…}
void writePayload(json::Writer& writer, const acmp::Request& request);
void writePayload(json::Writer& writer, const acmp::BuyerNotification& notification);
void writePayload(json::Writer& writer, const acmp::ProviderNotification& notification);
/// {"acmp_result":…}, or {"acmp_error":…} for a TaskError.
void writePayload(json::Writer& writer, const acmp::Answer& answer);

} // namespace a2a
