// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/websocket/frame.h"

#include "protocol/transport/websocket/closecode.h"

namespace ws {

FrameParser::FrameParser(
    wire::Role reader, FrameObserver& observer, std::uint64_t begin, std::size_t messageLimit)
    : m_reader(reader)
    , m_observer(observer)
    , m_limit(messageLimit)
    , m_position(begin)
{
}

std::string_view FrameParser::unmasked(std::string_view piece, std::size_t phase, const FrameHead& head)
{
    if (!head.isMasked) {
        return piece;
    }
    m_scratch.assign(piece);
    applyMask(m_scratch, head.key, phase);
    return m_scratch;
}

FrameParser::Step FrameParser::startFrame(std::string_view bytes)
{
    auto head = readHead(bytes);
    if (!head) {
        return std::unexpected(std::move(head.error()));
    }
    if (!*head) {
        return false;
    }
    if (isControl((*head)->opcode)) {
        return readControl(**head, bytes);
    }
    m_head = **head;
    m_messageSize = m_head.length + (m_fragmented ? m_messageSize : 0);
    m_read = 0;
    m_inPayload = true;
    const std::uint64_t begin = m_position;
    m_position += m_head.size;
    m_observer.dataHead(m_head, { begin, m_position });
    return m_head.length > 0 ? Step(true) : endFrame();
}

FrameParser::Step FrameParser::readControl(const FrameHead& head, std::string_view bytes)
{
    const std::size_t size = head.size + head.length;
    if (bytes.size() < size) {
        return false;
    }
    const std::string_view payload = unmasked(bytes.substr(head.size, size - head.size), 0, head);
    if (head.opcode == Opcode::Close && payload.size() >= 2) {
        const std::uint16_t code = *readClose(payload).code;
        if (!isLegalCloseCode(code)) {
            return std::unexpected(refusal(head.size, "WS-close", "a close code that can't be sent",
                "1000 to 1003, 1007 to 1014, 3000 to 4999", std::to_string(code)));
        }
        Utf8Check check;
        const std::size_t wrong = check.feed(payload.substr(2));
        if (wrong != payload.npos || !check.isWhole()) {
            return std::unexpected(refusal(head.size + 2 + std::min(wrong, payload.size() - 2), "WS-utf8",
                "a close reason is no UTF-8", "UTF-8", wire::excerpt(payload.substr(2), 40)));
        }
    }
    m_closed = head.opcode == Opcode::Close;
    const std::uint64_t begin = m_position;
    m_position += size;
    return m_observer.control(head.opcode, payload, { begin, m_position }, !head.isMasked) && !m_closed;
}

FrameParser::Step FrameParser::readPayload(std::string_view bytes)
{
    // Masked text is copied on its way; not all of a long message at once.
    constexpr std::size_t kLongestPiece = std::size_t { 64 } << 10;
    const auto size = std::min<std::uint64_t>({ bytes.size(), m_head.length - m_read, kLongestPiece });
    if (size == 0) {
        return false;
    }
    std::string_view text = unmasked(bytes.substr(0, size), m_read, m_head);
    const std::size_t wrong = m_utf8.feed(text);
    const std::string found = wrong < size ? wire::excerpt(text.substr(wrong, 1)) : std::string();
    text = text.substr(0, wrong);
    if (!text.empty()) {
        const std::uint64_t begin = m_position;
        m_position += text.size();
        m_read += text.size();
        m_observer.textPiece(text, { begin, m_position }, !m_head.isMasked);
    }
    if (wrong != text.npos) {
        return std::unexpected(refusal(0, "WS-utf8", "a text message is no UTF-8", "UTF-8", found));
    }
    return m_read < m_head.length ? Step(true) : endFrame();
}

FrameParser::Step FrameParser::endFrame()
{
    m_inPayload = false;
    m_fragmented = !m_head.isFinal;
    if (m_fragmented) {
        return true;
    }
    if (!m_utf8.isWhole()) {
        return std::unexpected(refusal(0, "WS-utf8", "a text message ends within a character",
            "the rest of the character", "the end of the message"));
    }
    return m_observer.messageEnd(m_position);
}

FrameParser::Fed FrameParser::feed(std::string_view bytes)
{
    const std::uint64_t begin = m_position;
    Fed fed;
    while (!m_closed && !m_refused) {
        const std::string_view rest = bytes.substr(fed.consumed);
        Step step = m_inPayload ? readPayload(rest) : startFrame(rest);
        fed.consumed = m_position - begin;
        if (!step) {
            m_refused = true;
            fed.refusal = std::move(step.error());
        } else if (!*step) {
            break;
        }
    }
    return fed;
}

} // namespace ws
