// SPDX-License-Identifier: Apache-2.0
// Streamable HTTP as the carrier of one exchange: the response holds one JSON message, or an event stream of
// notifications and then the answer. Aborting closes the stream.
#pragma once

#include "protocol/binding/mcp/exchange.h"
#include "protocol/transport/http/client.h"

namespace mcp {

class HttpCarrier final : public QObject, public Carrier {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HttpCarrier)

public:
    /// Owned by `exchange`; the stream is closed with it.
    HttpCarrier(const wire::Clock& clock, RpcExchange& exchange, http::ClientExchange* http);
    ~HttpCarrier() override;

    void abort() override;
    void pauseReading(bool pause) override;

private:
    void headReceived(const http::ResponseHead& head);
    void bodyReceived(const transport::Payload& body);

    RpcExchange& m_exchange;
    QPointer<http::ClientExchange> m_http;
    std::optional<http::ResponseHead> m_head;
};

} // namespace mcp
