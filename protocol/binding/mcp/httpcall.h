// SPDX-License-Identifier: Apache-2.0
// A call over Streamable HTTP: answers as JSON, or turns into an event stream at the first notification.
#pragma once

#include "protocol/binding/mcp/call.h"
#include "protocol/transport/http/server.h"

#include <QPointer>

namespace mcp {

class HttpCall final : public Call {
    Q_OBJECT

public:
    /// `unary`: no event stream may be made of it.
    HttpCall(http::ServerExchange* exchange, rpc::Id id, bool unary, QObject* parent);

    bool canStream() const override { return !m_unary; }
    bool isWritable() const override;
    bool isOpen() const override { return m_exchange != nullptr; }

private:
    void sendNotification(std::string_view text) override;
    /// Statuses but 200 only as long as nothing was streamed.
    void sendAnswer(std::string_view text, const HttpStatus& status) override;

    QPointer<http::ServerExchange> m_exchange;
    bool m_unary;
    bool m_streaming = false;
};

const http::Fields& jsonFields();

} // namespace mcp
