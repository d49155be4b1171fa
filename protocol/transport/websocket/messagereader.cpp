// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/messagereader.h"

namespace ws {

MessageReader::MessageReader(wire::Role reader, http::ReadBuffer& buffer, Cutter& cutter,
    MessageListener& listener, std::size_t messageLimit)
    : m_reader(reader)
    , m_buffer(buffer)
    , m_cutter(cutter)
    , m_listener(listener)
    , m_limit(messageLimit)
{
}

void MessageReader::start()
{
    FrameObserver& self = *this;
    m_parser.emplace(m_reader, self, m_cutter.cutAt(), m_limit);
}

std::optional<Refusal> MessageReader::read()
{
    m_goOn = true;
    while (m_goOn && !m_parser->isClosed() && m_parser->position() < m_buffer.end()) {
        auto fed = m_parser->feed(m_buffer.viewFrom(m_parser->position()));
        if (fed.refusal) {
            return std::move(fed.refusal);
        }
        if (fed.consumed == 0) {
            break;
        }
    }
    return std::nullopt;
}

wire::RecordNo MessageReader::cutRest()
{
    wire::RecordNo record = wire::kNoRecord;
    if (m_within && m_parser->position() > m_cutter.cutAt()) {
        record = cutMessage(m_parser->position(), wire::kPartial);
    }
    m_within = false;
    while (m_buffer.end() > m_cutter.cutAt()) {
        const std::uint64_t end
            = std::min<std::uint64_t>(m_buffer.end(), m_cutter.cutAt() + http::kLongestSlice);
        record = m_cutter.cut(wire::SliceKind::Unparsed, end, {}, 0);
    }
    return record;
}

void MessageReader::dataHead(const FrameHead& head, http::ByteRange at)
{
    if (std::exchange(m_within, true)) {
        return;
    }
    m_begin = at.begin;
    m_size = 0;
    m_copy = {};
    m_sliceFrom = 0;
    m_run = {};
    m_copying = m_scattered = head.isMasked || !head.isFinal;
}

void MessageReader::textPiece(std::string_view text, http::ByteRange at, bool)
{
    if (at.end - m_cutter.cutAt() > http::kLongestSlice && at.begin > m_cutter.cutAt() && m_run.size() > 0) {
        if (!m_copying) {
            const std::string_view run = m_buffer.view(m_run.begin, m_run.end);
            m_copy.append(run.data(), static_cast<qsizetype>(run.size()));
            m_copying = true;
        }
        cutMessage(at.begin, wire::kPartial);
    }
    m_run = { m_run.size() == 0 ? at.begin : m_run.begin, at.end };
    m_size += text.size();
    if (m_copying) {
        m_copy.append(text.data(), static_cast<qsizetype>(text.size()));
    }
}

wire::RecordNo MessageReader::cutMessage(std::uint64_t end, std::uint8_t flags)
{
    std::string_view payload;
    if (m_scattered) {
        payload = transport::toView(m_copy).substr(static_cast<std::size_t>(m_sliceFrom));
        flags |= wire::kDetached;
    } else if (m_run.size() > 0) {
        payload = m_buffer.view(m_run.begin, m_run.end);
    }
    m_sliceFrom = m_copy.size();
    m_run = {};
    return m_cutter.cut(wire::SliceKind::Frame, end, payload, flags);
}

bool MessageReader::messageEnd(std::uint64_t end)
{
    // Cutting gives the buffer's bytes free, but they stay where they are until more is read.
    const bool isAtHand = m_begin == m_cutter.cutAt();
    const std::string_view all = isAtHand ? m_buffer.view(m_begin, end) : std::string_view();
    const std::string_view text
        = !m_copying && m_size > 0 ? m_buffer.view(m_run.begin, m_run.end) : std::string_view();
    Message message;
    message.payload.record = cutMessage(end, 0);
    message.payload.length = static_cast<qsizetype>(m_size);
    if (m_copying) {
        message.payload.bytes = std::exchange(m_copy, {});
    } else if (m_size > 0) {
        message.payload.bytes = m_buffer.bytes();
        message.payload.offset = m_buffer.indexOf(text);
    }
    // A frame's first byte has FIN set only if it is the last one.
    if (!all.empty() && (static_cast<unsigned char>(all[0]) & 0x80) != 0) {
        message.frame = all;
    }
    m_within = false;
    m_goOn = m_listener.messageRead(message);
    return m_goOn;
}

bool MessageReader::control(Opcode opcode, std::string_view payload, http::ByteRange at, bool inPlace)
{
    if (m_within && at.begin > m_cutter.cutAt()) {
        cutMessage(at.begin, wire::kPartial);
    }
    const std::uint8_t flags = inPlace ? std::uint8_t { 0 } : std::uint8_t { wire::kDetached };
    const wire::RecordNo record = m_cutter.cut(wire::SliceKind::ControlFrame, at.end, payload, flags);
    m_goOn = m_listener.controlRead(opcode, payload, record);
    return m_goOn;
}

} // namespace ws
