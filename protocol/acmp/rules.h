// SPDX-License-Identifier: Apache-2.0
// Every rule that the program checks a peer against, in one table: id, weight, section, text. Who finds a
// breach, buyer, provider, discovery, tap or lint view, names it by this table.
#pragma once

#include "protocol/wire/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace acmp {

enum class Level : std::uint8_t { Note, Warning, Error };

struct Rule {
    std::string_view id; ///< "L1-3.5-seq-gap"
    Level level;
    std::string_view section; ///< "Layer 1 §3.5"
    std::string_view text; ///< one sentence: what must hold
};

/// Where a breach was seen; parts that don't apply stay empty.
struct Where {
    wire::RecordNo record = wire::kNoRecord;
    std::string pointer;
    std::size_t offset = 0;
    bool operator==(const Where&) const = default;
};

struct Finding {
    const Rule* rule = nullptr; ///< never null; rules live as long as the program
    std::string expected;
    std::string found;
    Where where;
    bool operator==(const Finding&) const = default;
};

std::span<const Rule> rules();
/// A rule of the table, by its id; a program error if there is none.
const Rule& rule(std::string_view id);
std::string_view toString(Level level); ///< "note", "warning", "error"

} // namespace acmp
