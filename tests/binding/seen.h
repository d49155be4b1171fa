// SPDX-License-Identifier: Apache-2.0
// What an exchange told.
#pragma once

#include "protocol/binding/exchange.h"

#include <QByteArray>

#include <algorithm>
#include <vector>

struct Seen {
    std::vector<acmp::Incoming> messages;
    std::vector<acmp::Origin> origins;
    std::vector<acmp::Finding> findings;
    int ended = 0;
    std::optional<wire::Error> error;
    bool has(std::string_view rule) const
    {
        return std::any_of(
            findings.begin(), findings.end(), [rule](const auto& f) { return f.rule->id == rule; });
    }
    /// "chunk 0, result, (result)": what counts, copies in brackets.
    QByteArray told() const
    {
        QByteArray all;
        static const char* const kNames[] { "chunk", "heartbeat", "result", "error", "offer", "ack",
            "other" };
        for (std::size_t i = 0; i < messages.size(); ++i) {
            QByteArray name = kNames[messages[i].index()];
            if (const auto* chunk = std::get_if<acmp::StreamChunk>(&messages[i]))
                name += ' ' + QByteArray::number(static_cast<qint64>(chunk->seq));
            all += (all.isEmpty() ? "" : ", ") + (origins[i].mirrored ? '(' + name + ')' : name);
        }
        return all;
    }
    QByteArray rules() const
    {
        QByteArray all;
        for (const acmp::Finding& finding : findings)
            all += QByteArray(finding.rule->id.data(), static_cast<qsizetype>(finding.rule->id.size())) + ": "
                + QByteArray::fromStdString(finding.found) + "; ";
        return all;
    }
};

/// Until the exchange has ended; `seen` must outlive it.
inline void listen(binding::Exchange& exchange, Seen& seen)
{
    using binding::Exchange;
    QObject::connect(
        &exchange, &Exchange::incoming, &exchange, [&seen](const auto& message, const auto& origin) {
            seen.messages.push_back(message);
            seen.origins.push_back(origin);
        });
    QObject::connect(&exchange, &Exchange::found, &exchange,
        [&seen](const auto& finding) { seen.findings.push_back(finding); });
    QObject::connect(&exchange, &Exchange::ended, &exchange, [&seen](const auto& error) {
        ++seen.ended;
        seen.error = error;
    });
}
