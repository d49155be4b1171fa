// SPDX-License-Identifier: Apache-2.0
// How the engine answers one request, whatever carries it. A host implements it.
#pragma once

#include "protocol/acmp/messages.h"

#include <functional>

namespace engine {

class Responder {
public:
    Responder() = default;
    Responder(const Responder&) = delete;
    Responder& operator=(const Responder&) = delete;
    virtual ~Responder() = default;

    /// False where the answer is one message only: no notification may be sent (Layer 1 §1).
    virtual bool canStream() const = 0;
    /// False while too much waits for the peer; whenWritable is called when that changes.
    virtual bool isWritable() const = 0;
    /// What the requests of one shared channel have in common; null where each has a stream of its own.
    virtual const void* sharedChannel() const { return nullptr; }
    /// True for one that nobody reads from: a host's own record of the task. It hears heartbeats and how the
    /// task ends, draws no chunks, and a task that has only witnesses is an orphan (decision D4) once a
    /// connection ended.
    virtual bool isWitness() const { return false; }
    virtual void notify(const acmp::ProviderNotification& notification) = 0;
    /// The answer; nothing can be said after it. The engine destroys the responder soon after.
    virtual void finish(const acmp::Answer& answer) = 0;

    // Set by the engine, called by the host; none is called from within a call above.
    std::function<void()> whenWritable;
    std::function<void()> whenPeerGone; ///< the stream was closed or broke (decision D4)
    std::function<void()>
        whenCancelledBySubstrate; ///< the binding's own cancel, e.g. notifications/cancelled (D7)
};

/// Who asks: part of the idempotency key (decision D5).
struct Caller {
    std::string identity; ///< token, certificate or DID; else the kind of connection
    auto operator<=>(const Caller&) const = default;
};

} // namespace engine
