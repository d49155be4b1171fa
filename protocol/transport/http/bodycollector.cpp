// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/bodycollector.h"

namespace http {

void BodyCollector::reset()
{
    m_size = 0;
    m_copy = {};
    m_sliceFrom = 0;
    m_run = {};
    m_copying = m_scattered = m_isSpooled = false;
}

void BodyCollector::startCopying()
{
    const std::string_view run = m_buffer.view(m_run.begin, m_run.end);
    m_copy.append(run.data(), static_cast<qsizetype>(run.size()));
    m_copying = true;
}

wire::RecordNo BodyCollector::cut(std::uint64_t end, std::uint8_t flags)
{
    std::string_view payload;
    if (!m_scattered) {
        payload = m_buffer.view(m_run.begin, m_run.end);
    } else {
        payload = transport::toView(m_copy).substr(static_cast<std::size_t>(m_sliceFrom));
        flags |= wire::kDetached;
    }
    return m_slicer.received(wire::SliceKind::HttpBody, end, payload, flags);
}

void BodyCollector::add(std::string_view piece, ByteRange at)
{
    if (m_run.size() > 0 && at.end - m_slicer.cutAt() > kLongestSlice) {
        if (!m_copying) {
            startCopying();
        }
        cut(at.begin, wire::kPartial);
        if (m_isSpooled) {
            m_copy.clear();
        }
        m_sliceFrom = m_copy.size();
        m_run = {};
        m_scattered = false;
    }
    m_size += piece.size();
    if (m_run.size() == 0) {
        m_run = at;
    } else if (m_run.end == at.begin) {
        m_run.end = at.end;
    } else {
        if (!m_copying) {
            startCopying();
        }
        m_run.end = at.end;
        m_scattered = true;
    }
    if (m_copying) {
        m_copy.append(piece.data(), static_cast<qsizetype>(piece.size()));
    }
}

std::string_view BodyCollector::view() const
{
    return m_copying ? transport::toView(m_copy) : m_buffer.view(m_run.begin, m_run.end);
}

transport::Payload BodyCollector::finish(std::optional<std::string_view> decoded)
{
    transport::Payload body;
    if (m_size == 0) {
        return body;
    }
    if (decoded && m_sliceFrom == 0) {
        body.record = m_slicer.received(wire::SliceKind::HttpBody, m_run.end, *decoded, wire::kDetached);
    } else {
        body.record = cut(m_run.end, 0);
    }
    if (m_isSpooled) {
        return body;
    }
    if (m_copying) {
        body.bytes = m_copy;
    } else {
        body.bytes = m_buffer.bytes();
        body.offset = m_buffer.indexOf(m_buffer.view(m_run.begin, m_run.end));
    }
    body.length = static_cast<qsizetype>(m_size);
    return body;
}

} // namespace http
