// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/caller.h"

namespace a2a {

Transaction* Caller::perform(const Operation& operation, QObject* parent)
{
    const std::int64_t id = ++m_lastId;
    http::ClientExchange* const http = m_http.send(httpRequest(operation, facts, id));
    return new Transaction(
        m_clock, operation.kind, isRest() ? std::nullopt : std::optional(id), http, parent);
}

} // namespace a2a
