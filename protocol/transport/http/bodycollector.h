// SPDX-License-Identifier: Apache-2.0
// Puts a body together from its pieces. As long as they lie next to each other in the read buffer nothing is
// copied.
#pragma once

#include "protocol/transport/http/httpreader.h"
#include "protocol/transport/http/slicer.h"
#include "protocol/transport/payload.h"

namespace http {

class BodyCollector final {
public:
    BodyCollector(ReadBuffer& buffer, Slicer& slicer)
        : m_buffer(buffer)
        , m_slicer(slicer)
    {
    }

    void reset();
    /// Cuts a slice first where the body gets long.
    void add(std::string_view piece, ByteRange at);
    /// Puts the rest of the body on record alone (decision D33): memory holds no more than a slice of it.
    void spool() { m_isSpooled = true; }
    std::uint64_t size() const { return m_size; }
    /// What came, as long as nothing more is added. Not of one that is spooled.
    std::string_view view() const;
    /// The whole body, none of one that is spooled; `record` is its last slice, which is cut here. A body
    /// that lies in one slice can be put on record as it reads once its coding is undone.
    transport::Payload finish(std::optional<std::string_view> decoded = std::nullopt);

private:
    wire::RecordNo cut(std::uint64_t end, std::uint8_t flags);
    void startCopying();

    ReadBuffer& m_buffer;
    Slicer& m_slicer;
    std::uint64_t m_size = 0;
    QByteArray m_copy; ///< all of the body, once copying has begun
    qsizetype m_sliceFrom = 0; ///< where the present slice's part begins in it
    ByteRange m_run; ///< the present slice's part of the body, unless scattered
    bool m_copying = false;
    bool m_scattered = false;
    bool m_isSpooled = false;
};

} // namespace http
