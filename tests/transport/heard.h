// SPDX-License-Identifier: Apache-2.0
// Writes down what one exchange of a client tells.
#pragma once

#include "protocol/transport/http/client.h"

#include <vector>

class Heard final : public QObject {
    Q_OBJECT

public:
    explicit Heard(http::ClientExchange* exchange)
    {
        connect(exchange, &http::ClientExchange::sent, this, [this](wire::RecordNo at) {
            order += 's';
            sentRecord = at;
        });
        connect(
            exchange, &http::ClientExchange::headReceived, this, [this](const http::ResponseHead& answer) {
                order += 'h';
                head = answer;
            });
        connect(exchange, &http::ClientExchange::eventReceived, this, [this](const http::Event& event) {
            order += 'e';
            types.push_back(QByteArray::fromStdString(event.type));
            events.push_back(toBytes(event.data.view()));
            records.push_back(event.data.record);
        });
        connect(exchange, &http::ClientExchange::commentReceived, this, [this] { order += 'c'; });
        connect(
            exchange, &http::ClientExchange::bodyReceived, this, [this](const transport::Payload& payload) {
                order += 'b';
                body = toBytes(payload.view());
                records.push_back(payload.record);
            });
        connect(exchange, &http::ClientExchange::ended, this,
            [this, exchange](const std::optional<wire::Error>& reason) {
                order += reason ? 'E' : '.';
                error = reason;
                phases = exchange->phases();
                ended = true;
            });
    }

    QByteArray order; ///< a letter a signal: s h e c b, then . or E
    wire::RecordNo sentRecord = wire::kNoRecord;
    http::ResponseHead head;
    std::vector<QByteArray> types;
    std::vector<QByteArray> events;
    std::vector<wire::RecordNo> records;
    QByteArray body;
    std::optional<wire::Error> error;
    http::Phases phases;
    bool ended = false;

    QByteArray errorText() const
    {
        return error ? QByteArray::fromStdString(error->toString()) : QByteArray();
    }

private:
    static QByteArray toBytes(std::string_view text)
    {
        return { text.data(), static_cast<qsizetype>(text.size()) };
    }
};
