// SPDX-License-Identifier: GPL-3.0-or-later
// What the text filter asks for. All of its words must be found in a line: in its bytes as they were on the
// wire, its message, peers, finding ids; upper and lower case of ASCII are the same. "…" keeps spaces in a
// word; `connection:3` and `exchange:3/1` name those, `kind:log-line` rows of one kind (capture/printer.h).
#pragma once

#include "protocol/acmp/rules.h"
#include "protocol/wire/slice.h"

#include <QString>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace traffic {

struct Filter {
    std::vector<std::string> words; ///< ASCII in lower case
    std::optional<wire::ConnectionId> connection;
    std::optional<std::uint32_t> exchange; ///< of that connection
    std::optional<wire::SliceKind> kind; ///< only rows
    std::optional<acmp::Level> atLeast; ///< only lines with a finding of that level or above

    bool isEmpty() const { return words.empty() && !connection && !kind && !atLeast; }
    bool operator==(const Filter&) const = default;

    static Filter parse(const QString& text, std::optional<acmp::Level> atLeast = {});
    /// As a word for parse(), quoted where needed.
    static QString word(const QString& text);
    static QString connectionWord(wire::ConnectionId connection);
    static QString exchangeWord(wire::ConnectionId connection, std::uint32_t exchange);
};

/// A word to look for in many texts.
class Needle final {
public:
    /// `word` is in lower case.
    explicit Needle(std::string word);
    bool isIn(std::string_view text) const;

private:
    std::string m_word;
    std::array<std::uint32_t, 256> m_skip; // how far on it may begin after a last byte that is no match
};

} // namespace traffic
