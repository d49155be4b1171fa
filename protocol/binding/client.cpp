// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/client.h"

namespace binding {

QFuture<Inventory> Client::inventory(const Discovered&)
{
    return QtFuture::makeReadyFuture(Inventory());
}

QFuture<std::expected<json::Raw, wire::Error>> Client::ask(const std::string& method, const acmp::Extra&)
{
    return QtFuture::makeReadyFuture(std::expected<json::Raw, wire::Error>(
        std::unexpected(wire::Error { wire::ErrorKind::Refused, transportName() + " does not carry " + method,
            "MCP, or a WebSocket", transportName(), {}, false })));
}

} // namespace binding
