// SPDX-License-Identifier: Apache-2.0
// A provider of Layers 1 and 6 without sockets: offers, tasks, idempotency, cancel. Driven by a Scenario;
// draws what it streams when its responders are writable.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/acmp/messages.h"
#include "protocol/engine/responder.h"
#include "protocol/engine/scenario.h"
#include "protocol/identity/envelope.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/idsource.h"

#include <memory>

namespace engine {

class Provider final {
public:
    /// `clock` and `ids` must outlive it. `ids` gives the MAC key and offer nonces.
    Provider(Scenario scenario, wire::Clock& clock, wire::IdSource& ids);
    ~Provider();
    Provider(const Provider&) = delete;
    Provider& operator=(const Provider&) = delete;

    const Scenario& scenario() const;
    /// What it declares of itself (Layer 1 §1), computed from the scenario.
    acmp::Capability capability() const;

    /// Where it can be reached: what its DID is named by if the scenario wants a did:web. "127.0.0.1:8080",
    /// and the segments of a path.
    void serveAt(std::string_view hostAndPort, const std::vector<std::string>& path);
    /// To publish at that did:web; nullopt if its DID is another.
    std::optional<std::string> didDocument() const;
    /// acmp/proveIdentity; nullopt without a key.
    std::optional<identity::Envelope> proveIdentity(std::string_view nonce) const;

    /// A request that decoded. Answers at once or later through `responder`.
    void request(const acmp::Request& request, const Caller& caller, std::unique_ptr<Responder> responder);
    void notification(const acmp::BuyerNotification& notification, const Caller& caller);

    /// How an invoke compares with the caller's earlier one of the same task_id, if that is known here: the
    /// member in which they differ, empty if in none (decision D5); nullopt if there is no earlier one.
    std::optional<std::string_view> compare(const acmp::Invoke& invoke, const Caller& caller);
    /// One more who waits for a task, as by a repeated invoke (D5, D6). False, and the responder not taken,
    /// if the task is not known here.
    bool attach(std::string_view taskId, const Caller& caller, std::unique_ptr<Responder>& responder);

    struct Facts {
        std::size_t runningTasks = 0;
        std::size_t keptResults = 0;
        std::size_t keptDeals = 0; ///< accepted offers and their deals; a quote leaves nothing
        std::uint64_t offers = 0, accepts = 0, tasks = 0;
        bool operator==(const Facts&) const = default;
    };
    Facts facts() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace engine
