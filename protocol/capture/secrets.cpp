// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/secrets.h"

#include "protocol/wire/ascii.h"

#include <algorithm>
#include <array>

namespace capture {

namespace {

constexpr std::array<std::string_view, 5> kSecretFields { "authorization", "proxy-authorization", "cookie",
    "set-cookie", "mcp-session-id" };
/// In the name of any other field: what a server card or a gateway asks for is called by one of them.
constexpr std::array<std::string_view, 6> kSecretWords { "token", "secret", "password", "passphrase",
    "credential", "apikey" };
constexpr std::array<std::string_view, 2> kSecretNameEnds { "-key", "-auth" };
/// They end like a secret and are none.
constexpr std::array<std::string_view, 2> kNoSecrets { "sec-websocket-key", "idempotency-key" };
constexpr std::array<std::string_view, 2> kSecretParameters { "token", "access_token" };
/// What may stand before a parameter's name: also an ampersand as JSON and HTML write it.
constexpr std::array<std::string_view, 5> kParameterStarts { "?", "&", ";", "\\u0026", "&amp;" };
constexpr std::string_view kParameterEnds = "&#; \t\r\n\"'<>\\";
constexpr std::string_view kAuthorityEnds = "/?# \t\r\n\"'<>\\";

using wire::equalsIgnoringCase;

bool endsIgnoringCase(std::string_view text, std::string_view lowerCase)
{
    return text.size() >= lowerCase.size()
        && equalsIgnoringCase(text.substr(text.size() - lowerCase.size()), lowerCase);
}

/// `text` is what stands before a '='.
bool endsInSecretParameter(std::string_view text)
{
    return std::any_of(kSecretParameters.begin(), kSecretParameters.end(), [&](std::string_view name) {
        if (!endsIgnoringCase(text, name)) {
            return false;
        }
        const std::string_view before = text.substr(0, text.size() - name.size());
        return std::any_of(kParameterStarts.begin(), kParameterStarts.end(),
            [&](std::string_view start) { return before.ends_with(start); });
    });
}

std::string withoutParameters(std::string_view text)
{
    std::string out;
    std::size_t done = 0;
    for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        if (at < done || !endsInSecretParameter(text.substr(0, at))) {
            continue;
        }
        out += text.substr(done, at + 1 - done);
        out += kHidden;
        done = std::min(text.find_first_of(kParameterEnds, at + 1), text.size());
    }
    return out += text.substr(done);
}

std::string withoutPasswords(std::string_view text)
{
    constexpr std::string_view kStart = "://";
    std::string out;
    std::size_t done = 0;
    for (std::size_t at = text.find(kStart); at != std::string_view::npos; at = text.find(kStart, at + 1)) {
        const std::size_t begin = at + kStart.size();
        const std::size_t end = std::min(text.find_first_of(kAuthorityEnds, begin), text.size());
        const std::string_view authority = text.substr(begin, end - begin);
        const std::size_t host = authority.rfind('@');
        const std::size_t colon = authority.find(':');
        if (host == std::string_view::npos || colon > host) {
            continue;
        }
        out += text.substr(done, begin + colon + 1 - done);
        out += kHidden;
        done = begin + host;
    }
    return out += text.substr(done);
}

constexpr std::string_view kVariable = "ACMP_BEARER_TOKEN=";

// Of what is set in a command line: a word of a shell, quoted in parts or as a whole.
std::size_t lengthOfWord(std::string_view text, char before)
{
    if (before == '"' || before == '\'') {
        return std::min(text.find(before), text.size());
    }
    char quote = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
            return at;
        }
        if (c == '\\') {
            ++at;
        } else if (quote == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == quote) {
            quote = 0;
        }
    }
    return text.size();
}

// Of what is set in any text, maybe within a JSON string, whose end is to stay.
std::size_t lengthOfValue(std::string_view text, char)
{
    const std::size_t quote = text.starts_with("\\\"") ? 1 : 0;
    if (quote >= text.size() || (text[quote] != '"' && text[quote] != '\'')) {
        return std::min(text.find_first_of(kParameterEnds), text.size());
    }
    constexpr std::string_view kAfterString = ",:]}";
    if (quote + 1 >= text.size() || kAfterString.find(text[quote + 1]) != std::string_view::npos) {
        return 0;
    }
    const std::size_t end = text.find(text[quote], quote + 1);
    return end == std::string_view::npos ? text.size() : end + 1;
}

template <class Length>
std::string withoutVariable(std::string_view text, Length length)
{
    std::string out;
    for (std::size_t at = text.find(kVariable); at != std::string_view::npos; at = text.find(kVariable)) {
        const char before = at > 0 ? text[at - 1] : ' ';
        out += text.substr(0, at + kVariable.size());
        text.remove_prefix(at + kVariable.size());
        if (const std::size_t value = length(text, before); value > 0) {
            out += kHidden;
            text.remove_prefix(value);
        }
    }
    return out += text;
}

bool isSecretField(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return false;
    }
    const std::string lowerCase = wire::lower(wire::trimmed(line.substr(0, colon)));
    const auto isIt = [&](std::string_view field) { return lowerCase == field; };
    const auto hasWord = [&](std::string_view word) { return lowerCase.find(word) != std::string::npos; };
    const auto endsSo = [&](std::string_view end) { return lowerCase.ends_with(end); };
    return std::any_of(kSecretFields.begin(), kSecretFields.end(), isIt)
        || (std::none_of(kNoSecrets.begin(), kNoSecrets.end(), isIt)
            && (std::any_of(kSecretWords.begin(), kSecretWords.end(), hasWord)
                || std::any_of(kSecretNameEnds.begin(), kSecretNameEnds.end(), endsSo)));
}

} // namespace

std::string withoutTokenVariable(std::string_view commandLine)
{
    return withoutVariable(commandLine, lengthOfWord);
}

std::string withoutUrlSecrets(std::string_view text)
{
    return withoutVariable(withoutPasswords(withoutParameters(text)), lengthOfValue);
}

std::string withoutHeaderSecrets(std::string_view head)
{
    constexpr std::string_view kLineEnds = "\r\n";
    std::string out;
    bool hiding = false;
    while (!head.empty()) {
        const std::size_t length = std::min(head.find_first_of(kLineEnds), head.size());
        const std::string_view line = head.substr(0, length);
        const std::size_t next = std::min(head.find_first_not_of(kLineEnds, length), head.size());
        const bool continues = line.starts_with(' ') || line.starts_with('\t');
        hiding = continues ? hiding : isSecretField(line);
        if (!hiding) {
            out += withoutUrlSecrets(line);
        } else if (!continues) {
            out.append(line.substr(0, line.find(':') + 1)).append(" ").append(kHidden);
        }
        out += head.substr(length, next - length);
        head.remove_prefix(next);
    }
    return out;
}

} // namespace capture
