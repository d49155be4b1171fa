// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/inputassembly.h"

#include "protocol/engine/output.h"

namespace engine {

namespace {

constexpr std::size_t kMaxInputBytes = std::size_t { 64 } << 20;
/// What a chunk behind a gap takes beside its data.
constexpr std::size_t kChunkOverhead = 128;

} // namespace

InputAssembly::InputAssembly(const std::optional<acmp::Content>& prefix, bool isKept)
    : m_isKept(isKept)
{
    if (prefix) {
        append(*prefix);
    }
}

InputAssembly::Added InputAssembly::add(const acmp::InputChunk& chunk)
{
    if (chunk.seq < m_next || m_ahead.contains(chunk.seq) || (m_final && chunk.seq > *m_final)) {
        return Added::Ignored;
    }
    const std::size_t bytes = chunk.chunk.data.text().size() + kChunkOverhead;
    if (chunk.seq > m_next || m_isKept) {
        if (bytes > kMaxInputBytes - std::min(m_bytes, kMaxInputBytes)) {
            return Added::TooMuch;
        }
    }
    if (chunk.finalOrDefault()) {
        m_final = chunk.seq;
        m_ahead.erase(m_ahead.upper_bound(chunk.seq), m_ahead.end());
    }
    if (chunk.seq > m_next) {
        m_bytes += bytes;
        m_ahead.emplace(chunk.seq, chunk.chunk);
        return Added::Taken;
    }
    append(chunk.chunk);
    for (++m_next; !m_ahead.empty() && m_ahead.begin()->first == m_next; ++m_next) {
        const auto next = m_ahead.extract(m_ahead.begin());
        m_bytes -= next.mapped().data.text().size() + kChunkOverhead;
        append(next.mapped());
    }
    return Added::Taken;
}

acmp::Content InputAssembly::take()
{
    return { .type = m_type, .data = join(m_type, std::exchange(m_pieces, {})), .extra = {} };
}

void InputAssembly::append(const acmp::Content& content)
{
    if (!m_isKept) {
        return;
    }
    if (m_type.empty()) {
        m_type = content.type;
    }
    const std::string_view text = content.data.text();
    m_bytes += text.size();
    m_pieces.emplace_back(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace engine
