// SPDX-License-Identifier: Apache-2.0
// Reads the frames of one direction of a WebSocket out of its buffer: puts each message and each control
// frame on record, then hands it on. A message in one unmasked frame is not copied.
#pragma once

#include "protocol/transport/http/slicer.h"
#include "protocol/transport/payload.h"
#include "protocol/transport/websocket/frame.h"

namespace ws {

struct Message {
    transport::Payload payload;
    /// The frame it came in, as it came; empty if there was more than one, or it is no longer at hand.
    std::string_view frame;
};

/// Views are valid during the call. False: read() returns, and the next one goes on behind this.
class MessageListener {
public:
    virtual ~MessageListener() = default;

    virtual bool messageRead(const Message& message) = 0;
    virtual bool controlRead(Opcode opcode, std::string_view payload, wire::RecordNo record) = 0;
};

/// Cuts slices off a stream that lies in a buffer.
class Cutter {
public:
    virtual ~Cutter() = default;

    virtual wire::RecordNo cut(
        wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags)
        = 0;
    /// Where the next slice begins.
    virtual std::uint64_t cutAt() const = 0;
};

class ReceivedCutter final : public Cutter {
public:
    explicit ReceivedCutter(http::Slicer& slicer)
        : m_slicer(slicer)
    {
    }
    wire::RecordNo cut(
        wire::SliceKind kind, std::uint64_t end, std::string_view payload, std::uint8_t flags) override
    {
        return m_slicer.received(kind, end, payload, flags);
    }
    std::uint64_t cutAt() const override { return m_slicer.cutAt(); }

private:
    http::Slicer& m_slicer;
};

class MessageReader final : private FrameObserver {
public:
    /// `reader` is the side that reads the stream.
    MessageReader(wire::Role reader, http::ReadBuffer& buffer, Cutter& cutter, MessageListener& listener,
        std::size_t messageLimit);

    /// Frames begin where the last slice ended.
    void start();
    bool isStarted() const { return m_parser.has_value(); }
    /// Reads what the buffer holds.
    std::optional<Refusal> read();
    /// Puts on record what was read of an unfinished message, and as bytes without a meaning what follows;
    /// the record is that of the last slice, kNoRecord if there was nothing.
    wire::RecordNo cutRest();
    /// A close frame was read.
    bool isClosed() const { return m_parser && m_parser->isClosed(); }

private:
    void dataHead(const FrameHead& head, http::ByteRange at) override;
    void textPiece(std::string_view text, http::ByteRange at, bool inPlace) override;
    bool messageEnd(std::uint64_t end) override;
    bool control(Opcode opcode, std::string_view payload, http::ByteRange at, bool inPlace) override;
    wire::RecordNo cutMessage(std::uint64_t end, std::uint8_t flags);

    const wire::Role m_reader;
    http::ReadBuffer& m_buffer;
    Cutter& m_cutter;
    MessageListener& m_listener;
    const std::size_t m_limit;
    std::optional<FrameParser> m_parser;
    QByteArray m_copy; ///< the message's text, if it can't be shown in the buffer
    qsizetype m_sliceFrom = 0; ///< where the present slice's part begins in it
    http::ByteRange m_run; ///< the present slice's part of the text, if it lies in the buffer in one piece
    std::uint64_t m_begin = 0; ///< of the message
    std::uint64_t m_size = 0;
    bool m_within = false;
    bool m_copying = false;
    bool m_scattered = false; ///< masked, or in several frames
    bool m_goOn = true;
};

} // namespace ws
