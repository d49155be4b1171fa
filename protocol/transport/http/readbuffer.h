// SPDX-License-Identifier: Apache-2.0
// What was read from a stream and is still needed, in one piece. Messages share its memory; what is handed
// out never moves. Costs at most one copy of what a read left unfinished.
#pragma once

#include <QByteArray>

#include <cstdint>
#include <span>
#include <string_view>

namespace http {

class ReadBuffer final {
public:
    /// Room for at least `wanted` more bytes, at the end.
    std::span<char> room(std::size_t wanted);
    void commit(std::size_t size) { m_used += size; }
    /// What lies before stream offset `to` is no longer needed here.
    void release(std::uint64_t to) { m_released = to - m_origin; }

    std::uint64_t begin() const { return m_origin + m_released; }
    std::uint64_t end() const { return m_origin + m_used; }
    /// Of stream offsets, not before begin().
    std::string_view view(std::uint64_t from, std::uint64_t to) const
    {
        return { m_data + (from - m_origin), to - from };
    }
    std::string_view viewFrom(std::uint64_t from) const { return view(from, end()); }
    /// The memory itself, to share, and where a view lies in it.
    const QByteArray& bytes() const { return m_bytes; }
    qsizetype indexOf(std::string_view view) const { return view.data() - m_data; }

private:
    QByteArray m_bytes;
    char* m_data = nullptr; ///< of m_bytes; what lies behind m_used nobody else looks at
    std::uint64_t m_origin = 0; ///< stream offset of the first byte
    std::size_t m_released = 0;
    std::size_t m_used = 0;
};

} // namespace http
