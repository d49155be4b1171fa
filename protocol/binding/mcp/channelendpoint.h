// SPDX-License-Identifier: Apache-2.0
// The server side of MCP on one shared channel (stdio, WebSocket): every message on it, in any order, to the
// table of methods, and the answers back.
#pragma once

#include "protocol/binding/mcp/methods.h"
#include "protocol/json/document.h"
#include "protocol/transport/channel.h"

#include <memory>
#include <vector>

namespace mcp {

struct ChannelEndpointOptions {
    std::string
        caller; ///< who is at the other end (decision D5): a token, a party id, or the kind of channel
    bool lenient = false; ///< _meta may be missing: always on a WebSocket, whose peers may not know MCP (D23)
    bool unary = false; ///< never sends notifications
};

class ChannelEndpoint final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChannelEndpoint)

public:
    /// `methods` must outlive it. Opens the channel.
    ChannelEndpoint(Methods& methods, std::unique_ptr<transport::Channel> channel,
        ChannelEndpointOptions options, QObject* parent = nullptr);
    ~ChannelEndpoint() override;

    transport::Channel& channel() { return *m_channel; }

Q_SIGNALS:
    /// The channel is; every open call has lost its peer.
    void ended(const wire::Error& cause);

private:
    class ChannelCall;

    void take(const transport::Payload& message);
    void request(const rpc::Request& message);
    void refuse(const std::optional<rpc::Id>& id, const Fault& fault);
    void end(const wire::Error& cause);

    Methods& m_methods;
    ChannelEndpointOptions m_options;
    std::unique_ptr<transport::Channel> m_channel;
    std::vector<ChannelCall*> m_calls;
    json::Document m_document;
};

} // namespace mcp
