// SPDX-License-Identifier: Apache-2.0
// Where transports put what crosses them, before anyone reads it. They know nothing else of recording.
#pragma once

#include "protocol/wire/slice.h"

#include <string>

namespace wire {

enum class Role : std::uint8_t { Client, Server };

struct ConnectionFacts {
    Role role = Role::Client;
    std::string transport; ///< "http", "https", …
    std::string peer; ///< address and port as connected, e.g. "127.0.0.1:8080"
    std::string target; ///< what was asked for: a URL
};

class Sink {
public:
    virtual ~Sink() = default;

    virtual ConnectionId opened(const ConnectionFacts& facts, Instant at) = 0;
    virtual RecordNo add(const Slice& slice) = 0;
    virtual void closed(ConnectionId connection, Instant at, std::string_view cause) = 0;
    /// Whether what is added can be read again.
    virtual bool keeps() const { return true; }
};

/// Numbers what passes and keeps nothing.
class NullSink final : public Sink {
public:
    ConnectionId opened(const ConnectionFacts&, Instant) override { return ConnectionId { ++m_connections }; }
    RecordNo add(const Slice&) override { return m_records++; }
    void closed(ConnectionId, Instant, std::string_view) override { }
    bool keeps() const override { return false; }

private:
    std::uint32_t m_connections = 0;
    RecordNo m_records = 0;
};

} // namespace wire
