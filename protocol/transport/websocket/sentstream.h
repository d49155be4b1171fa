// SPDX-License-Identifier: Apache-2.0
// Puts on record what Qt's WebSockets write: the handshake's answer, then frames, cut where messages end.
#pragma once

#include "protocol/transport/websocket/closecode.h"
#include "protocol/transport/websocket/messagereader.h"

namespace ws {

class SentStream final : private Cutter, private MessageListener {
public:
    SentStream(wire::Clock& clock, http::Slicer& slicer);

    void add(std::string_view bytes);
    /// The last message's or control frame's.
    wire::RecordNo lastRecord() const { return m_lastRecord; }
    /// The close frame, once it was sent.
    const std::optional<Close>& closeFrame() const { return m_close; }
    /// The handshake's answer is 101.
    bool isUpgraded() const { return m_reader.isStarted(); }
    /// Puts the rest on record.
    void finish() { m_reader.cutRest(); }

private:
    wire::RecordNo cut(
        wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags) override;
    std::uint64_t cutAt() const override { return m_cut; }
    bool messageRead(const Message& message) override;
    bool controlRead(Opcode opcode, std::string_view payload, wire::RecordNo record) override;
    void readHead();

    wire::Clock& m_clock;
    http::Slicer& m_slicer;
    http::ReadBuffer m_buffer;
    MessageReader m_reader;
    std::uint64_t m_cut = 0;
    wire::RecordNo m_lastRecord = wire::kNoRecord;
    std::optional<Close> m_close;
    bool m_unreadable = false;
};

} // namespace ws
