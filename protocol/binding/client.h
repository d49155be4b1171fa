// SPDX-License-Identifier: Apache-2.0
// The client side of a binding: one provider's endpoint, reached over one substrate.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/acmp/checks.h"
#include "protocol/acmp/messages.h"
#include "protocol/binding/exchange.h"
#include "protocol/binding/inventory.h"
#include "protocol/json/raw.h"

#include <QFuture>

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace transport {
struct Route;
}

namespace binding {

/// What an endpoint says of itself.
struct Discovered {
    std::string serverName, serverVersion; ///< empty if it doesn't tell
    bool isAgentCard = false; ///< A2A's answer, not that to MCP's server/discover
    std::vector<std::string> versions; ///< of the substrate, as listed
    std::optional<acmp::Capability> capability; ///< nullopt: no ACMP extension that could be read
    /// MCP before 2026-07-28, which can't carry ACMP as specified; `versions` has the one that it agreed to.
    bool isLegacy = false;
    std::vector<std::string> capabilities; ///< of the substrate, extensions apart, by name: "tools"
    bool isUnknown = false; ///< the peer can't be asked (a raw WebSocket peer): nothing is gated (D28)
    json::Raw raw; ///< the whole answer
    acmp::Findings findings;
    wire::nanoseconds roundTrip { 0 };
};

class Client : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Client)

public:
    /// "MCP over HTTP"
    virtual std::string transportName() const = 0;
    virtual std::string target() const = 0;
    /// How the newest connection that was used came about, or why it did not. Null before that is known, and
    /// for a program.
    virtual std::shared_ptr<const transport::Route> route() const { return nullptr; }
    virtual QFuture<std::expected<Discovered, wire::Error>> discover() = 0;
    /// Lists what `found` says that it has besides ACMP. Never fails as a whole: each list has its own error.
    virtual QFuture<Inventory> inventory(const Discovered& found);
    /// Sends a request at once; its signals come later, never from within this call.
    virtual Exchange* start(const acmp::Request& request) = 0;
    /// Resolves when the transport has taken the notification and the peer, where it can, has acknowledged
    /// it.
    virtual QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) = 0;
    /// A request of any other method, whose result is taken as it is; what the peer refuses is
    /// ErrorKind::Refused, and so is any method over a binding that carries ACMP's own ones only.
    virtual QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params);

Q_SIGNALS:
    /// On a shared channel: a message of no open request; `origin.late` if of one that has ended.
    void unclaimed(const acmp::Incoming& message, const acmp::Origin& origin);
    /// Something that is about no open request.
    void found(const acmp::Finding& finding);

protected:
    using QObject::QObject;
};

} // namespace binding
