// SPDX-License-Identifier: Apache-2.0
// One pass over JSON text: validates (RFC 8259, UTF-8), writes a flat tape of tokens with byte offsets. Pure
// and total: any bytes in, a tape or an error out; linear in time and memory whatever the text holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace json {

enum class Kind : std::uint8_t { Object, Array, Key, String, Number, True, False, Null };

/// What is legal to walk but worth saying; or-ed in Token::flags and, for a whole text, in Tape::flags.
enum Flag : std::uint8_t {
    kEscaped = 1, ///< string or key with at least one backslash
    kFractional = 2, ///< number with a fraction or an exponent
    kDuplicateKey = 4, ///< key that an earlier member of the same object has (compared unescaped)
    kLoneSurrogate = 8, ///< string or key with an unpaired \uD800…\uDFFF escape
    kOutOfRange
    = 16, ///< number beyond the range of a double (reads as ±infinity), or a non-zero one that reads as 0
    kEscapedNul = 32, ///< string or key with \u0000
    kBom = 64, ///< the text starts with a UTF-8 byte order mark (only in Tape::flags)
};

struct Token {
    std::uint32_t offset; ///< of its first byte in the text: a quote, bracket, digit …
    std::uint32_t length; ///< through its closing quote or bracket
    std::uint32_t next; ///< index of the token after this one and all within it
    Kind kind;
    std::uint8_t flags;
    std::uint16_t depth; ///< 0 for the root value; a key has its value's depth
};
static_assert(sizeof(Token) == 16);

/// Of a string or key: what stands between its quotes, escapes as they are.
inline std::string_view innerText(std::string_view text, const Token& token)
{
    return text.substr(token.offset + 1, token.length - 2);
}

/// An object's children are key, value, key, value …; a value's token follows its key's.
struct Tape {
    std::vector<Token> tokens; ///< tokens[0] is the root value
    std::uint8_t flags = 0; ///< all tokens' flags together, and kBom
};

struct ScanLimits {
    std::uint32_t depth = 256; ///< open brackets at once
    std::size_t bytes = std::size_t { 64 } << 20; ///< at most 4 GiB − 1
};

struct ScanError {
    std::size_t offset = 0; ///< byte at which the text stopped being JSON
    std::string expected; ///< "a value", "',' or '}'", "at most 256 levels" …
    std::string found; ///< "end of text", "'x'", "byte 0xff" …
};

/// Scans one JSON text into `tape`, whose memory is reused. False with `error` filled when the text is none;
/// the tape then holds the tokens completed so far.
bool scan(std::string_view text, Tape& tape, ScanError& error, const ScanLimits& limits = {});

} // namespace json
