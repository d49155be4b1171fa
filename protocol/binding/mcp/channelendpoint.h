// SPDX-License-Identifier: Apache-2.0
// The server side of MCP on one shared channel (stdio, WebSocket): every message on it, in any order, to the
// table of methods, and the answers back.
#pragma once

#include "protocol/binding/mcp/methods.h"
#include "protocol/json/document.h"
#include "protocol/transport/channel.h"

#include <QPointer>

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
    /// `methods` must outlive it. Opens the channel, which is its child from now on.
    ChannelEndpoint(Methods& methods, std::unique_ptr<transport::Channel> channel,
        ChannelEndpointOptions options, QObject* parent = nullptr);
    ~ChannelEndpoint() override;

Q_SIGNALS:
    /// The channel is; every open call has lost its peer.
    void ended(const wire::Error& cause);

private:
    class ChannelCall;

    bool isWritable() const;
    void send(std::string_view text);
    void take(const transport::Payload& message);
    void request(const rpc::Request& message);
    void refuse(const std::optional<rpc::Id>& id, const Fault& fault);
    void end(const wire::Error& cause);

    Methods& m_methods;
    ChannelEndpointOptions m_options;
    QPointer<transport::Channel> m_channel; ///< one may delete itself after its end
    std::vector<ChannelCall*> m_calls;
    json::Document m_document;
};

} // namespace mcp
