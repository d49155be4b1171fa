// SPDX-License-Identifier: Apache-2.0
// The server's side of a WebSocket, and what a mock needs to misbehave on it.
#pragma once

#include "protocol/transport/channel.h"
#include "protocol/transport/websocket/closecode.h"
#include "protocol/transport/websocket/frame.h"
#include "protocol/wire/clock.h"

#include <memory>

namespace ws {

class ServerLink;

class ServerChannel final : public transport::Channel {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerChannel)

public:
    ServerChannel(ServerLink& link, QObject* parent);
    ~ServerChannel() override;

    void open() override;
    bool isOpen() const override;
    wire::ConnectionId connection() const override;
    /// What is no UTF-8 is replaced on its way out: for that there is sendRaw().
    wire::RecordNo send(std::string_view message) override;
    bool isWritable() const override;
    void pauseReading(bool pause) override;
    void close() override { close(close::kNormal); }
    void close(std::uint16_t code, const std::string& reason = {});
    void ping(std::string_view payload = {});

    /// Any bytes, in place of frames or between them. On record as frames as long as they are some.
    void sendRaw(std::string_view bytes);
    /// Ends the connection without a close frame: by FIN, or by RST.
    void drop(bool reset);

private:
    friend class ServerLink;

    const std::shared_ptr<ServerLink> d;
};

} // namespace ws
