// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/clientchannel.h"

#include "protocol/transport/websocket/clientlink.h"

namespace ws {

ClientChannel::ClientChannel(wire::Clock& clock, wire::Sink& sink, wire::IdSource& ids, const QUrl& url,
    ClientOptions options, QObject* parent)
    : Channel(parent)
    , d(std::make_shared<ClientLink>(*this, clock, sink, ids, url, std::move(options)))
{
}

ClientChannel::~ClientChannel()
{
    d->abandon();
}

void ClientChannel::open()
{
    d->open();
}

bool ClientChannel::isOpen() const
{
    return d->isOpen();
}

wire::ConnectionId ClientChannel::connection() const
{
    return d->connection();
}

wire::RecordNo ClientChannel::send(std::string_view message)
{
    return d->send(message);
}

bool ClientChannel::isWritable() const
{
    return d->isWritable();
}

void ClientChannel::pauseReading(bool pause)
{
    d->setPaused(pause);
}

void ClientChannel::close(std::uint16_t code, const std::string& reason)
{
    d->close({ code, reason });
}

std::shared_ptr<const transport::Route> ClientChannel::route() const
{
    return d->route();
}

const http::ResponseHead* ClientChannel::answer() const
{
    return d->answer();
}

void ClientChannel::ping(std::string_view payload)
{
    d->ping(payload);
}

} // namespace ws
