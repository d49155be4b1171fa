// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/serverchannel.h"

#include "protocol/transport/websocket/serverlink.h"

namespace ws {

ServerChannel::ServerChannel(ServerLink& link, QObject* parent)
    : Channel(parent)
    , d(link.shared_from_this())
{
}

ServerChannel::~ServerChannel()
{
    d->abandon();
}

void ServerChannel::open()
{
    d->open();
}

bool ServerChannel::isOpen() const
{
    return d->isOpen();
}

wire::ConnectionId ServerChannel::connection() const
{
    return d->connection();
}

wire::RecordNo ServerChannel::send(std::string_view message)
{
    return d->send(message);
}

bool ServerChannel::isWritable() const
{
    return d->isWritable();
}

void ServerChannel::pauseReading(bool pause)
{
    d->setPaused(pause);
}

void ServerChannel::close(std::uint16_t code, const std::string& reason)
{
    d->close({ code, reason });
}

void ServerChannel::ping(std::string_view payload)
{
    d->ping(payload);
}

void ServerChannel::sendRaw(std::string_view bytes)
{
    d->sendRaw(bytes);
}

void ServerChannel::drop(bool reset)
{
    d->drop(reset);
}

} // namespace ws
