// SPDX-License-Identifier: Apache-2.0
// The requests of A2A §3.2 as an agent reads them: from a JSON-RPC params object, or from what a route of
// HTTP+JSON makes of its path and query. Both spellings of a member are read; an integer may be a string, as
// ProtoJSON allows.
#pragma once

#include "protocol/a2a/carried.h"
#include "protocol/binding/a2a/fault.h"

#include <expected>
#include <optional>

namespace a2a {

/// SendMessage and SendStreamingMessage. Views are valid while the document is.
struct SendRequest {
    std::string tenant;
    Message message;
    Carried acmp; ///< the one ACMP message in it
    std::string acmpField; ///< where that is: "message.parts[0].data"
    bool returnImmediately = false;
    std::optional<std::int64_t> historyLength;
};

/// GetTask, CancelTask and SubscribeToTask.
struct TaskQuery {
    std::string tenant;
    std::string id;
    std::optional<std::int64_t> historyLength;
};

struct ListQuery {
    static constexpr std::int64_t kPageSize = 50, kMaxPageSize = 100;

    std::string tenant;
    std::string contextId; ///< any if empty
    TaskState status = TaskState::Unspecified; ///< any
    std::int64_t pageSize = kPageSize;
    std::optional<std::uint64_t> before; ///< the page token: only tasks that changed before this change
    std::optional<std::int64_t> historyLength;
    std::optional<std::int64_t> statusAfterMs; ///< since 1970
    bool includeArtifacts = false;
};

/// -32003
Fault noPushNotifications();

template <class T>
using Read = std::expected<T, Fault>;

/// `lenient`: messageId, role and mediaType may be missing.
Read<SendRequest> readSendRequest(const json::View& params, bool lenient);
Read<TaskQuery> readTaskQuery(const json::View& params);
Read<ListQuery> readListQuery(const json::View& params);

} // namespace a2a
