// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/exchangetrack.h"

namespace session {

ExchangeTrack::Paired ExchangeTrack::answered(
    const std::optional<rpc::Id>& id, wire::RecordNo record, wire::Instant at)
{
    if (!m_request.id) {
        return Paired::Unasked;
    }
    if (m_answer) {
        return Paired::SecondAnswer;
    }
    m_answer = record;
    m_roundTrip = at - m_request.at;
    return !id || *id == *m_request.id ? Paired::Answer : Paired::OtherId;
}

} // namespace session
