// SPDX-License-Identifier: Apache-2.0
// Messages from JSON and back. Decoding reads a View and reports every wrong member at once; encoding writes
// known members in their table's order, then `extra` as received.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/json/view.h"

#include <expected>
#include <string>
#include <vector>

namespace json {
class Writer;
}

namespace acmp {

/// A member that is missing or of the wrong type.
struct FieldError {
    std::string pointer; ///< RFC 6901, from the document's root
    std::size_t offset = 0; ///< byte in the document's text: of the value, or of the object that lacks it
    std::string expected; ///< "a string", "an integer" …
    std::string found; ///< "nothing", "\"0.003\"", "null" …
    std::string_view section; ///< "Layer 1 §3.5"

    bool operator==(const FieldError&) const = default;
    std::string toString() const;
};

template <class T>
using Decoded = std::expected<T, std::vector<FieldError>>;

/// `value`: params of a request or notification, result of an answer, the error object for TaskError.
/// Null counts as absent for an optional member (and decodes as absent); unknown members never fail.
template <class T>
Decoded<T> decode(const json::View& value);

template <class T>
void encode(json::Writer& writer, const T& message);

/// encode() into bytes of its own.
template <class T>
QByteArray toJson(const T& message);

// Defined for: Content, Invoke, Proof, TaskResult, TaskError, InputChunk, StreamChunk, Heartbeat, Cancel,
// OfferRequest, Offer, Accept, Ack, Capability (capability.h).

void encode(json::Writer& writer, const Request& request);
void encode(json::Writer& writer, const BuyerNotification& notification);
void encode(json::Writer& writer, const ProviderNotification& notification);
void encode(json::Writer& writer, const Answer& answer);

} // namespace acmp
