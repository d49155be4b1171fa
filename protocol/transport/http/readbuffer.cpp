// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/readbuffer.h"

#include <algorithm>
#include <cstring>

namespace http {

namespace {
constexpr std::size_t kSmallest = std::size_t { 64 } << 10;
}

std::span<char> ReadBuffer::room(std::size_t wanted)
{
    const auto capacity = static_cast<std::size_t>(m_bytes.size());
    if (capacity - m_used < wanted) {
        const std::size_t kept = m_used - m_released;
        m_origin += m_released;
        if (m_data && m_bytes.isDetached() && kept + wanted <= capacity && kept <= capacity / 2) {
            std::memmove(m_data, m_data + m_released, kept);
        } else {
            // Doubling what is kept bounds the copying of a message that comes in many reads.
            const std::size_t size = std::max({ kSmallest, 2 * kept, kept + wanted });
            QByteArray next(static_cast<qsizetype>(size), Qt::Uninitialized);
            char* const data = next.data();
            if (m_data) {
                std::memcpy(data, m_data + m_released, kept);
            }
            m_bytes = std::move(next);
            m_data = data;
        }
        m_used = kept;
        m_released = 0;
    }
    return { m_data + m_used, static_cast<std::size_t>(m_bytes.size()) - m_used };
}

} // namespace http
