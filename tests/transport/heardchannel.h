// SPDX-License-Identifier: Apache-2.0
// Writes down what a channel tells.
#pragma once

#include "protocol/transport/channel.h"

#include <optional>
#include <vector>

class HeardChannel final : public QObject {
    Q_OBJECT

public:
    explicit HeardChannel(transport::Channel* channel)
    {
        using transport::Channel;
        connect(channel, &Channel::opened, this, [this] { order += 'o'; });
        connect(channel, &Channel::received, this, [this](const transport::Payload& message) {
            order += 'm';
            messages.push_back(toBytes(message.view()));
            records.push_back(message.record);
        });
        connect(channel, &Channel::odd, this, [this](const transport::Oddity& oddity) {
            order += 'd';
            odd += toBytes(oddity.rule) + ": " + toBytes(oddity.expected) + " / " + toBytes(oddity.found)
                + '\n';
            oddRecords.push_back(oddity.record);
        });
        connect(channel, &Channel::alive, this, [this] { order += 'a'; });
        connect(channel, &Channel::writable, this, [this] { order += 'w'; });
        connect(channel, &Channel::ended, this, [this](const wire::Error& reason) {
            order += 'E';
            cause = reason;
        });
    }

    QByteArray order; ///< a letter a signal: o m d a w E
    std::vector<QByteArray> messages;
    std::vector<wire::RecordNo> records;
    QByteArray odd;
    std::vector<wire::RecordNo> oddRecords;
    std::optional<wire::Error> cause;

    bool hasEnded() const { return cause.has_value(); }
    QByteArray causeText() const
    {
        return cause ? QByteArray::fromStdString(cause->toString()) : QByteArray();
    }
    QByteArray joined() const
    {
        QByteArray all;
        for (const QByteArray& message : messages) {
            all += message + '|';
        }
        return all;
    }

private:
    static QByteArray toBytes(std::string_view text)
    {
        return { text.data(), static_cast<qsizetype>(text.size()) };
    }
};
