// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/commandline.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fd {

namespace {

constexpr std::string_view kBlank = " \t\n";

std::unexpected<wire::Error> openEnded(std::string expected, std::size_t at)
{
    return std::unexpected(wire::Error { .kind = wire::ErrorKind::Usage,
        .message = "the command line ends too early",
        .expected = std::move(expected),
        .found = "its end",
        .where = "byte " + std::to_string(at) });
}

} // namespace

std::expected<std::vector<std::string>, wire::Error> splitCommand(std::string_view line)
{
    constexpr std::string_view kEscapedInQuotes = "$`\"\\\n";
    std::vector<std::string> words;
    std::optional<std::string> word;
    char quote = '\0';
    std::size_t quoteAt = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (quote == '\0' && kBlank.contains(c)) {
            if (word) {
                words.push_back(*std::exchange(word, std::nullopt));
            }
            continue;
        }
        if (!word) {
            word.emplace();
        }
        if (c == quote) {
            quote = '\0';
        } else if (quote == '\0' && (c == '\'' || c == '"')) {
            quote = c;
            quoteAt = at;
        } else if (c == '\\' && quote != '\'') {
            if (at + 1 == line.size()) {
                return openEnded("a character after \\", at);
            }
            const char next = line[++at];
            if (quote == '"' && !kEscapedInQuotes.contains(next)) {
                *word += c;
            }
            if (next != '\n') {
                *word += next;
            }
        } else {
            *word += c;
        }
    }
    if (quote != '\0') {
        return openEnded(std::string("a closing ") + quote, quoteAt);
    }
    if (word) {
        words.push_back(*std::move(word));
    }
    return words;
}

std::string joinCommand(std::span<const std::string> words)
{
    // What no shell looks at twice.
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                        "%+,-./:=@_";
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) {
            line += ' ';
        }
        const bool isPlain = !word.empty()
            && std::ranges::all_of(word, [&](char c) { return kPlain.contains(c) || (c & 0x80) != 0; });
        if (isPlain) {
            line += word;
            continue;
        }
        line += '\'';
        for (const char c : word) {
            if (c == '\'') {
                line += "'\\''";
            } else {
                line += c;
            }
        }
        line += '\'';
    }
    return line;
}

} // namespace fd
