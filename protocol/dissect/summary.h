// SPDX-License-Identifier: Apache-2.0
// What one slice says by itself: the same for live traffic, a tap, a file, an import. Pure. What a response
// answers can't be known from one slice; session/ knows.
#pragma once

#include "protocol/dissect/httphead.h"
#include "protocol/json/document.h"
#include "protocol/wire/slice.h"

#include <cstdint>
#include <optional>
#include <string>

namespace dissect {

struct SliceView {
    wire::SliceKind kind = wire::SliceKind::Unparsed;
    std::uint8_t flags = 0;
    wire::Direction direction = wire::Direction::Received;
    std::string_view bytes;
    std::string_view payload;
};

/// What a payload is, by JSON-RPC 2.0; over A2A what the ACMP message in it is.
enum class MessageKind : std::uint8_t {
    None, ///< no payload
    Partial, ///< a piece of a longer message: not read
    NotJson,
    OtherJson, ///< JSON that is no JSON-RPC message
    Batch,
    Request,
    Notification,
    Result,
    Error,
};

struct Summary {
    std::optional<HttpHead> head; ///< of a HttpHead slice, if it is one
    MessageKind message = MessageKind::None;
    std::string method; ///< of a request or notification
    std::string id; ///< as written: 3, "3", null; empty if there is none
    std::string taskId; ///< in params, result or error data
    std::optional<std::int64_t> seq;
    std::optional<std::int64_t> errorCode;
    std::string errorMessage;
    std::size_t size = 0; ///< of the payload, else of the bytes
    std::size_t batchSize = 0;
    std::uint8_t jsonFlags = 0; ///< json::Flag, or-ed
    std::string note; ///< of a slice that speaks but holds no message: "stderr: text", "ping 4 bytes"
    std::string carrier; ///< of A2A, what it travels in: "SendMessage", "statusUpdate WORKING"; else empty
    std::string problem; ///< of NotJson: what was expected and found, and where

    bool operator==(const Summary&) const = default;
};

Summary summarize(const SliceView& slice);
/// The same with `scratch` for the scan, whose memory is reused from slice to slice.
Summary summarize(const SliceView& slice, json::Document& scratch);
/// Of a payload that has been scanned already; an invalid `root` is one that is no JSON.
Summary summarizeScanned(const SliceView& slice, const json::View& root);

/// The params, result or error object of the message that a summary is about; invalid if there is none.
json::View bodyOf(const json::View& root);

/// "request", "not JSON" …
std::string_view name(MessageKind kind);
/// One line for a person: "POST /mcp application/json", "acmp/invoke id=3 task=task_1", "-33004 cancelled",
/// "close 1000 normal: bye" …; at most some 200 characters, control characters escaped.
std::string toLine(const Summary& summary);

} // namespace dissect
