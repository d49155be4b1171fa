// SPDX-License-Identifier: Apache-2.0
// Frames of RFC 6455, read as an observer: bytes in, events with byte ranges out. Owns no socket and keeps no
// bytes; client, server and tap use the same. What it refuses it refuses alike however the bytes are cut.
#pragma once

#include "protocol/transport/http/httpreader.h"
#include "protocol/transport/websocket/utf8check.h"
#include "protocol/wire/sink.h"

#include <array>
#include <expected>
#include <optional>
#include <span>

namespace ws {

enum class Opcode : std::uint8_t { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };
inline bool isControl(Opcode opcode)
{
    return static_cast<unsigned>(opcode) >= 8;
}

using MaskKey = std::array<unsigned char, 4>;

inline constexpr std::size_t kMessageLimit = std::size_t { 64 } << 20;
inline constexpr std::size_t kControlLimit = 125; ///< of a control frame's payload (§5.5)

/// Why a stream can't be read any further, and the code that it is closed with.
struct Refusal {
    wire::Error error;
    std::uint16_t closeCode = 0;
    std::string_view rule; ///< of acmp/rules.h; empty where only a limit of ours is broken
};

struct FrameHead {
    Opcode opcode = Opcode::Text;
    bool isFinal = true;
    bool isMasked = false;
    MaskKey key {};
    std::uint64_t length = 0; ///< of the payload
    std::size_t size = 0; ///< of the head itself
};

/// Payloads come unmasked; views are valid during the call only. No call may destroy the parser. False:
/// feed() returns now, and the next call goes on behind this.
class FrameObserver {
public:
    virtual ~FrameObserver() = default;

    /// A data frame begins; a message has one or more.
    virtual void dataHead(const FrameHead& head, http::ByteRange at) = 0;
    /// `inPlace`: `text` is a part of what was fed, not of a copy.
    virtual void textPiece(std::string_view text, http::ByteRange at, bool inPlace) = 0;
    virtual bool messageEnd(std::uint64_t end) = 0;
    /// A whole control frame; may come between two frames of a message.
    virtual bool control(Opcode opcode, std::string_view payload, http::ByteRange at, bool inPlace) = 0;
};

class FrameParser final {
public:
    struct Fed {
        std::size_t consumed = 0;
        std::optional<Refusal> refusal;
    };

    /// `reader` is the side that reads: what a client sends is masked, what a server sends is not (§5.1).
    /// Offsets count from `begin`, where the handshake ended.
    FrameParser(wire::Role reader, FrameObserver& observer, std::uint64_t begin = 0,
        std::size_t messageLimit = kMessageLimit);

    /// What was not consumed must come again, followed by more, at the front of the next call. After a
    /// refusal or a close frame nothing is read any more.
    Fed feed(std::string_view bytes);

    /// Offset of the next byte to feed.
    std::uint64_t position() const { return m_position; }
    /// A message has begun and not ended.
    bool isWithinMessage() const { return m_inPayload || m_fragmented; }
    /// A close frame was read.
    bool isClosed() const { return m_closed; }

private:
    using Step = std::expected<bool, Refusal>; ///< false: no more in this call

    std::expected<std::optional<FrameHead>, Refusal> readHead(std::string_view bytes) const;
    std::optional<Refusal> checkFirst(unsigned char byte) const;
    std::optional<Refusal> checkSecond(unsigned char first, unsigned char second) const;
    std::expected<std::uint64_t, Refusal> readLength(std::string_view bytes, std::size_t size) const;
    Refusal refusal(std::size_t offset, std::string_view rule, std::string message, std::string expected,
        std::string found) const;
    Step startFrame(std::string_view bytes);
    Step readControl(const FrameHead& head, std::string_view bytes);
    Step readPayload(std::string_view bytes);
    Step endFrame();
    std::string_view unmasked(std::string_view piece, std::size_t phase, const FrameHead& head);

    const wire::Role m_reader;
    FrameObserver& m_observer;
    const std::size_t m_limit;
    std::uint64_t m_position;
    FrameHead m_head; ///< of the data frame that is being read
    std::uint64_t m_read = 0; ///< of its payload
    std::uint64_t m_messageSize = 0; ///< of the frames before and this one
    Utf8Check m_utf8;
    std::string m_scratch;
    bool m_inPayload = false;
    bool m_fragmented = false; ///< more frames of the message follow
    bool m_closed = false;
    bool m_refused = false;
};

/// The client's work (§5.3), and to be undone by the same. `phase` is the number of bytes before `data`.
void applyMask(std::span<char> data, const MaskKey& key, std::size_t phase = 0);

/// Writes what it is told, also what no peer should send. `reservedBits`: 4, 2, 1 are RSV1, RSV2, RSV3.
void appendFrameHead(std::string& out, Opcode opcode, std::uint64_t length,
    const std::optional<MaskKey>& key = {}, bool isFinal = true, unsigned reservedBits = 0);
void appendFrame(std::string& out, Opcode opcode, std::string_view payload,
    const std::optional<MaskKey>& key = {}, bool isFinal = true);
/// One text message in several frames, cut at `cuts` (offsets in it, ascending).
void appendFragments(std::string& out, std::string_view text, std::span<const std::size_t> cuts,
    const std::optional<MaskKey>& key = {});

} // namespace ws
