// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/did.h"

#include "protocol/identity/failure.h"
#include "protocol/wire/ascii.h"

#include <QByteArray>

#include <algorithm>
#include <charconv>

namespace identity {

namespace {

constexpr std::string_view kScheme = "did:";
constexpr std::string_view kWeb = "did:web:";
constexpr std::size_t kLongestDid = 2048;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isAlpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// idchar of DID Core §3.1, and what separates them.
bool isIdChar(char c)
{
    return isAlpha(c) || isDigit(c) || std::string_view(".-_%:").find(c) != std::string_view::npos;
}

std::vector<std::string_view> split(std::string_view text, char by)
{
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(by);
        parts.push_back(text.substr(0, end));
        if (end == text.npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

// "127.0.0.1": four numbers, as inet_aton's other forms too are nothing but digits, x and dots.
bool isNumeric(std::string_view host)
{
    const std::string_view last = split(host, '.').back();
    const bool isHex = last.starts_with("0x") || last.starts_with("0X");
    return isHex || (!last.empty() && std::ranges::all_of(last, isDigit));
}

bool isLoopback(std::string_view host)
{
    const std::string lower = wire::lower(host);
    const auto parts = split(host, '.');
    const bool isFour = parts.size() == 4 && std::ranges::all_of(parts, [](std::string_view part) {
        return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, isDigit);
    });
    return lower == "localhost" || lower.ends_with(".localhost") || (isFour && parts.front() == "127");
}

struct Place {
    std::string host;
    std::string port; ///< with its colon; may be empty
};

std::expected<Place, wire::Error> placeOf(std::string_view segment, std::string_view did)
{
    const std::size_t colon = std::min(segment.find("%3A"), segment.find("%3a"));
    const std::string_view host = segment.substr(0, colon);
    const std::string_view port = colon < segment.size() ? segment.substr(colon + 3) : std::string_view();
    const bool isHost = !host.empty()
        && std::ranges::all_of(host, [](char c) { return isAlpha(c) || isDigit(c) || c == '.' || c == '-'; });
    int number = 0;
    const bool isPort = colon >= segment.size()
        || (std::ranges::all_of(port, isDigit) && !port.empty() && port.size() <= 5
            && std::from_chars(port.data(), port.data() + port.size(), number).ec == std::errc() && number > 0
            && number <= 65535);
    if (!isHost || !isPort) {
        return wrong("the did:web names no host", "did:web:HOST[%3APORT][:PATH…]", did);
    }
    if (isNumeric(host) && !isLoopback(host)) {
        return wrong("the did:web names an address, not a host", "the name of a host", did);
    }
    return Place { std::string(host), port.empty() ? std::string() : ':' + std::string(port) };
}

bool isPathSegment(std::string_view segment)
{
    // Dots and slashes by any spelling would lead elsewhere.
    const QByteArray plain
        = QByteArray::fromPercentEncoding(QByteArray(segment.data(), static_cast<qsizetype>(segment.size())));
    return !plain.isEmpty() && plain != "." && plain != ".." && !plain.contains('/') && !plain.contains('\\');
}

} // namespace

bool isDid(std::string_view text)
{
    if (text.size() > kLongestDid || !text.starts_with(kScheme)) {
        return false;
    }
    const std::string_view method = methodOf(text);
    const std::size_t start = kScheme.size() + method.size() + 1;
    return !method.empty() && start < text.size()
        && std::ranges::all_of(
            method, [](char c) { return (c >= 'a' && c <= 'z') || isDigit(c); })
        && std::ranges::all_of(text.substr(start), isIdChar);
}

std::string_view methodOf(std::string_view did)
{
    if (!did.starts_with(kScheme)) {
        return {};
    }
    const std::string_view rest = did.substr(kScheme.size());
    const std::size_t end = rest.find(':');
    return end == rest.npos ? std::string_view() : rest.substr(0, end);
}

std::string_view didOf(std::string_view methodId)
{
    return methodId.substr(0, methodId.find('#'));
}

std::expected<std::vector<std::string>, wire::Error> documentUrls(std::string_view did)
{
    if (!isDid(did) || !did.starts_with(kWeb)) {
        return wrong("the DID is no did:web", "did:web:HOST[%3APORT][:PATH…]", did);
    }
    const auto segments = split(did.substr(kWeb.size()), ':');
    const auto place = placeOf(segments.front(), did);
    if (!place) {
        return std::unexpected(place.error());
    }
    std::string path = segments.size() == 1 ? "/.well-known" : "";
    for (std::size_t i = 1; i < segments.size(); ++i) {
        if (!isPathSegment(segments[i])) {
            return wrong(
                "the did:web has an empty part, or one of dots", "did:web:HOST[%3APORT][:PATH…]", did);
        }
        path.append("/").append(segments[i]);
    }
    const std::string rest = "://" + place->host + place->port + path + "/did.json";
    if (isLoopback(place->host)) {
        return std::vector { "http" + rest, "https" + rest };
    }
    return std::vector { "https" + rest };
}

std::string didWeb(std::string_view hostAndPort, const std::vector<std::string>& path)
{
    std::string did(kWeb);
    for (const char c : hostAndPort) {
        did += c == ':' ? std::string("%3A") : std::string(1, c);
    }
    for (const std::string& segment : path) {
        did += ':' + segment;
    }
    return did;
}

} // namespace identity
