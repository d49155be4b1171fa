// SPDX-License-Identifier: Apache-2.0
// Byte strings end to end in one piece of memory. Internal to session/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace session {

struct Pieces {
    std::string bytes;
    std::vector<std::uint32_t> ends; ///< of each piece within bytes

    std::size_t size() const { return ends.size(); }
    std::size_t memory() const { return bytes.size() + ends.size() * sizeof(std::uint32_t); }
    void close() { ends.push_back(static_cast<std::uint32_t>(bytes.size())); }
    std::string_view at(std::size_t index) const
    {
        const std::uint32_t begin = index == 0 ? 0 : ends[index - 1];
        return std::string_view(bytes).substr(begin, ends[index] - begin);
    }
};

} // namespace session
