// SPDX-License-Identifier: Apache-2.0
// Tells what an A2A server says anew of one task from what it repeats: snapshots hold all that came before,
// and a result travels as a status message and as an artifact (A2A §3.7).
#pragma once

#include "protocol/a2a/carried.h"

#include <array>
#include <map>
#include <optional>
#include <set>

namespace a2a {

class Copies final {
public:
    /// So many messages without a seq are remembered.
    static constexpr std::size_t kKeptMessages = 1024;

    /// True if the same was given before; else it is remembered. `in`: what it was found in.
    bool isCopy(const Carried& carried, const Event& in);

private:
    /// Numbers, as ranges: chunks mostly come without a gap.
    class Numbers final {
    public:
        bool has(std::int64_t number) const;
        void add(std::int64_t number);

    private:
        std::map<std::int64_t, std::int64_t> m_ranges; ///< first → last
    };

    bool isChunkCopy(std::int64_t seq, Carrier carrier, bool repeats);
    bool isMessageCopy(const std::string& messageId, bool repeats);
    bool isEndCopy(const json::View& value);

    std::array<Numbers, 4> m_chunks; ///< by carrier
    std::set<std::string, std::less<>> m_messages;
    std::set<std::size_t> m_ends; ///< hashes of their canonical form
    bool m_sawEvent = false;
};

} // namespace a2a
