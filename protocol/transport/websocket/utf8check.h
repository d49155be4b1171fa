// SPDX-License-Identifier: Apache-2.0
// Says at which byte a text stops being UTF-8 (RFC 3629), however it is cut.
#pragma once

#include <cstdint>
#include <string_view>

namespace ws {

class Utf8Check final {
public:
    /// Index of the first byte that can't follow what came before; npos if there is none.
    std::size_t feed(std::string_view piece);
    /// Not within a character.
    bool isWhole() const { return m_left == 0; }
    void reset() { m_left = 0; }

private:
    bool start(unsigned char byte);

    int m_left = 0; ///< bytes that the present character still needs
    unsigned char m_lowest = 0x80; ///< range of the next one
    unsigned char m_highest = 0xBF;
};

} // namespace ws
