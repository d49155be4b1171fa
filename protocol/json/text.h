// SPDX-License-Identifier: Apache-2.0
// Strings of JSON, between their escaped form and bytes. A lone surrogate becomes its three-byte form
// (WTF-8), so that nothing is lost; everything else is UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace json {

/// The characters that a string token's inner bytes (between the quotes) stand for. `inner` must come from a
/// scan.
std::string unescape(std::string_view inner);

/// Appends `piece` to `text`, joining a pair of surrogates that was cut between the two into one character.
void appendJoiningSurrogates(std::string& text, std::string_view piece);

/// Appends `text` (UTF-8 or WTF-8) as a JSON string in quotes: short escapes, \u00xx for other controls and
/// \uDxxx for a lone surrogate, all else raw. This is RFC 8785's form wherever the text is valid UTF-8.
void appendQuoted(std::string& out, std::string_view text);
/// The same without the quotes.
void appendEscaped(std::string& out, std::string_view text);

/// Appends the escape of a UTF-16 code unit, \uXXXX.
void appendUnit(std::string& out, unsigned unit);

/// Valid UTF-8, without surrogates.
bool isValidUtf8(std::string_view text);

} // namespace json
