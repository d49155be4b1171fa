// SPDX-License-Identifier: Apache-2.0
// The HTTP requests of A2A's operations, over JSON-RPC (A2A §9) and over HTTP+JSON (§11). Pure.
#pragma once

#include "protocol/a2a/card.h"
#include "protocol/json/writer.h"
#include "protocol/transport/http/client.h"

#include <functional>

namespace a2a {

/// One operation, before anything carries it.
struct Operation {
    enum class Kind : std::uint8_t {
        SendMessage,
        SendStreamingMessage,
        GetTask,
        CancelTask,
        SubscribeToTask
    };
    Kind kind = Kind::SendMessage;
    std::function<void(json::Writer&)> message {}; ///< of the first two: writes the Message
    bool returnsImmediately = false; ///< of SendMessage: doesn't wait for the task's end
    std::string taskId {}; ///< of the others: A2A's

    bool isStreamed() const { return kind == Kind::SendStreamingMessage || kind == Kind::SubscribeToTask; }
};

std::string_view toString(Operation::Kind kind); ///< "SendMessage"

/// What every request carries.
struct RequestFacts {
    Interface interface;
    std::string token; ///< bearer; none is sent if empty
    std::string traceparent; ///< W3C Trace Context; none is sent if empty
    bool subscribesByGet = false; ///< over HTTP+JSON: POST in A2A §11.3.2, GET in a2a.proto
};

/// `id`: of JSON-RPC, not used over HTTP+JSON.
http::Request httpRequest(const Operation& operation, const RequestFacts& facts, std::int64_t id);

} // namespace a2a
