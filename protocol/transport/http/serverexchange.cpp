// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/serverexchange.h"

namespace http {

ServerExchangeImpl::ServerExchangeImpl(
    ServerConnection& connection, RequestHead head, transport::Payload body)
    : ServerExchange(nullptr)
    , m_connection(&connection)
    , m_head(std::move(head))
    , m_body(std::move(body))
    , m_connectionId(connection.connection())
    , m_peer(connection.peerAddress())
    , m_certificate(connection.clientCertificate())
{
}

ServerExchangeImpl::~ServerExchangeImpl()
{
    if (m_connection) {
        m_connection->abandon();
    }
}

void ServerExchangeImpl::respond(int status, const Fields& fields, std::string_view body)
{
    if (m_connection) {
        m_connection->respond(status, fields, body);
    }
}

void ServerExchangeImpl::startStream(int status, const Fields& fields)
{
    if (m_connection) {
        m_connection->startStream(status, fields);
    }
}

void ServerExchangeImpl::write(std::string_view piece)
{
    if (m_connection) {
        m_connection->write(piece);
    }
}

void ServerExchangeImpl::writeEvent(std::string_view type, std::string_view data)
{
    if (m_connection) {
        m_connection->writeEvent(type, data);
    }
}

void ServerExchangeImpl::finishStream()
{
    if (m_connection) {
        m_connection->finishStream();
    }
}

bool ServerExchangeImpl::isWritable() const
{
    return m_connection && m_connection->isWritable();
}

void ServerExchangeImpl::drop(bool reset)
{
    if (m_connection) {
        m_connection->drop(reset);
    }
}

void ServerExchangeImpl::end(bool byPeer)
{
    m_connection = nullptr;
    deleteLater();
    if (byPeer) {
        Q_EMIT peerGone();
    }
}

} // namespace http
