// SPDX-License-Identifier: Apache-2.0
// Sends operations to the interface of one agent.
#pragma once

#include "protocol/a2a/names.h"
#include "protocol/binding/a2a/transaction.h"
#include "protocol/wire/idsource.h"

namespace a2a {

class Caller final {
public:
    /// All must outlive it.
    Caller(wire::Clock& clock, wire::IdSource& ids, http::Client& http)
        : m_clock(clock)
        , m_ids(ids)
        , m_http(http)
    {
    }

    RequestFacts facts; ///< of what is called from now on
    bool streams = false; ///< the agent's card says so
    bool beats = false; ///< it advertises heartbeats, which only a stream carries
    bool namesTask
        = false; ///< the first message has ACMP's task_id as taskId too (the binding's literal text)

    /// Its signals come later. Owned by `parent`.
    Transaction* perform(const Operation& operation, QObject* parent);
    std::string newMessageId() { return m_ids.make("msg_"); }
    wire::Clock& clock() { return m_clock; }
    bool isRest() const { return facts.interface.protocolBinding == bindingname::kRest; }

private:
    wire::Clock& m_clock;
    wire::IdSource& m_ids;
    http::Client& m_http;
    std::int64_t m_lastId = 0;
};

} // namespace a2a
