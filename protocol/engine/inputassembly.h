// SPDX-License-Identifier: Apache-2.0
// The input of one task out of acmp/inputChunk, in the order of seq whatever order they come in (Layer 1
// §3.4, D36).
#pragma once

#include "protocol/acmp/messages.h"

#include <map>

namespace engine {

class InputAssembly final {
public:
    /// `prefix`: the invoke's own input, which counts before seq 0. `isKept`: the input itself is wanted, not
    /// only its end.
    InputAssembly(const std::optional<acmp::Content>& prefix, bool isKept);

    enum class Added {
        Taken,
        Ignored, ///< a seq seen before, or after the final one: the first counts
        TooMuch, ///< more behind a gap, or in all, than is held
    };
    Added add(const acmp::InputChunk& chunk);

    bool isComplete() const { return m_final && m_next > *m_final; }
    std::int64_t nextSeq() const { return m_next; }
    /// Empty unless it was to be kept.
    acmp::Content take();

private:
    void append(const acmp::Content& content);

    bool m_isKept;
    std::string m_type;
    std::vector<json::Raw> m_pieces;
    std::size_t m_bytes = 0; ///< of m_pieces and m_ahead
    std::int64_t m_next = 0;
    std::optional<std::int64_t> m_final;
    std::map<std::int64_t, acmp::Content> m_ahead;
};

} // namespace engine
