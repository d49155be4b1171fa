// SPDX-License-Identifier: Apache-2.0
// Keeps what a transport reports, and puts its slices together again.
#pragma once

#include "protocol/wire/sink.h"

#include <QByteArray>

#include <map>
#include <vector>

class RecordingSink final : public wire::Sink {
public:
    struct Kept {
        wire::Slice slice; ///< its views are not to be used
        QByteArray bytes;
        QByteArray payload;
        bool payloadWithin = false;
    };

    std::vector<wire::ConnectionFacts> connections;
    std::vector<Kept> slices;
    std::map<std::uint32_t, QByteArray> causes;

    wire::ConnectionId opened(const wire::ConnectionFacts& facts, wire::Instant) override
    {
        connections.push_back(facts);
        return wire::ConnectionId { static_cast<std::uint32_t>(connections.size()) };
    }
    wire::RecordNo add(const wire::Slice& slice) override
    {
        const char* const begin = slice.bytes.data();
        const bool within = slice.payload.data() >= begin
            && slice.payload.data() + slice.payload.size() <= begin + slice.bytes.size();
        slices.push_back({ slice, toBytes(slice.bytes), toBytes(slice.payload), within });
        return slices.size() - 1;
    }
    void closed(wire::ConnectionId connection, wire::Instant, std::string_view cause) override
    {
        causes[static_cast<std::uint32_t>(connection)] += toBytes(cause);
    }

    QByteArray stream(wire::Direction direction, std::uint32_t connection = 1) const
    {
        QByteArray all;
        for (const Kept& kept : slices) {
            if (kept.slice.direction == direction
                && static_cast<std::uint32_t>(kept.slice.connection) == connection) {
                all += kept.bytes;
            }
        }
        return all;
    }
    /// "HttpHead,SseEvent…" as numbers, with a p for kPartial, d for kDetached.
    QByteArray kinds(wire::Direction direction, std::uint32_t connection = 1) const
    {
        QByteArray all;
        for (const Kept& kept : slices) {
            if (kept.slice.direction != direction
                || static_cast<std::uint32_t>(kept.slice.connection) != connection) {
                continue;
            }
            all += QByteArray::number(static_cast<int>(kept.slice.kind));
            if (kept.slice.flags & wire::kPartial) {
                all += 'p';
            }
            if (kept.slice.flags & wire::kDetached) {
                all += 'd';
            }
            all += ' ';
        }
        return all.trimmed();
    }

private:
    static QByteArray toBytes(std::string_view text)
    {
        return { text.data(), static_cast<qsizetype>(text.size()) };
    }
};
