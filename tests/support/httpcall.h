// SPDX-License-Identifier: Apache-2.0
// One HTTP request from a test and what came back.
#pragma once

#include "protocol/transport/http/client.h"

#include <QTest>

namespace support {

struct HttpReply {
    int status = 0;
    http::Fields fields;
    std::string body; ///< of an answer that is no event stream
    std::vector<std::string> events;
    std::optional<wire::Error> error;
    bool ended = false;
};

/// Sends it and returns what is filled in while the event loop runs.
inline std::shared_ptr<HttpReply> send(http::Client& client, http::Request request)
{
    auto reply = std::make_shared<HttpReply>();
    http::ClientExchange* exchange = client.send(std::move(request));
    QObject::connect(
        exchange, &http::ClientExchange::headReceived, exchange, [reply](const http::ResponseHead& head) {
            reply->status = head.status;
            reply->fields = head.fields;
        });
    QObject::connect(exchange, &http::ClientExchange::bodyReceived, exchange,
        [reply](const transport::Payload& body) { reply->body = body.view(); });
    QObject::connect(exchange, &http::ClientExchange::eventReceived, exchange,
        [reply](const http::Event& event) { reply->events.emplace_back(event.data.view()); });
    QObject::connect(
        exchange, &http::ClientExchange::ended, exchange, [reply](const std::optional<wire::Error>& error) {
            reply->error = error;
            reply->ended = true;
        });
    return reply;
}

inline std::shared_ptr<HttpReply> call(http::Client& client, http::Request request)
{
    auto reply = send(client, std::move(request));
    [&] { QTRY_VERIFY(reply->ended); }();
    return reply;
}

} // namespace support
