// SPDX-License-Identifier: Apache-2.0
// One ACMP request and all that answers it, whatever substrate carries it. Above it nobody knows JSON-RPC.
#pragma once

#include "protocol/acmp/incoming.h"
#include "protocol/acmp/rules.h"
#include "protocol/wire/error.h"

#include <QObject>

#include <optional>

namespace binding {

/// Lives until it has ended and control is back in the event loop; then it deletes itself.
class Exchange : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Exchange)

public:
    /// The substrate's own cancel (decision D7): over HTTP, closes the response stream. ended() follows.
    virtual void abort() = 0;
    /// Stops reading (back-pressure reaches the peer) until called with false.
    virtual void pauseReading(bool pause) = 0;

Q_SIGNALS:
    /// The whole request was handed to the transport.
    void sent(wire::Instant at, wire::RecordNo record);
    /// A message of this exchange. The answer to the request is one of them, and the last that counts.
    void incoming(const acmp::Incoming& message, const acmp::Origin& origin);
    /// Something that the substrate or the message's form breaks.
    void found(const acmp::Finding& finding);
    /// A sign of life that is no message: an SSE comment.
    void alive(wire::Instant at);
    /// Exactly once, last. Without an error an answer was received, understood or not.
    void ended(const std::optional<wire::Error>& error);

protected:
    using QObject::QObject;
};

} // namespace binding
