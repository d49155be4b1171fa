// SPDX-License-Identifier: Apache-2.0
// The server's side of ServerExchange: one request, and a handle on its connection for as long as it may
// answer.
#pragma once

#include "protocol/transport/http/serverconnection.h"

namespace http {

class ServerExchangeImpl final : public ServerExchange {
public:
    ServerExchangeImpl(ServerConnection& connection, RequestHead head, transport::Payload body);
    ~ServerExchangeImpl() override;

    const RequestHead& head() const override { return m_head; }
    const transport::Payload& body() const override { return m_body; }
    wire::ConnectionId connection() const override { return m_connectionId; }
    QHostAddress peerAddress() const override { return m_peer; }
    std::shared_ptr<const tls::CertificateFacts> clientCertificate() const override { return m_certificate; }

    void respond(int status, const Fields& fields, std::string_view body) override;
    void startStream(int status, const Fields& fields) override;
    void write(std::string_view piece) override;
    void writeEvent(std::string_view type, std::string_view data) override;
    using ServerExchange::writeEvent;
    void finishStream() override;
    bool isWritable() const override;
    void drop(bool reset) override;

    /// The answer is finished or never will be; from its connection.
    void end(bool byPeer);

private:
    ServerConnection* m_connection; ///< null once ended
    RequestHead m_head;
    transport::Payload m_body;
    wire::ConnectionId m_connectionId;
    QHostAddress m_peer;
    std::shared_ptr<const tls::CertificateFacts> m_certificate;
};

} // namespace http
