// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/httpconnect.h"

#include "protocol/transport/http/message.h"

namespace transport {

namespace {

constexpr std::size_t kLongestHead = std::size_t { 16 } << 10;

// The value of the first field of that name in a head, empty if there is none.
std::string_view fieldOf(std::string_view head, std::string_view name)
{
    while (!head.empty()) {
        const std::size_t end = std::min(head.find('\n'), head.size());
        std::string_view line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        if (line.size() > name.size() && line[name.size()] == ':'
            && http::equalsIgnoringCase(line.substr(0, name.size()), name)) {
            line.remove_prefix(name.size() + 1);
            const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
            const std::size_t last = line.find_last_not_of(" \t\r");
            return last == line.npos ? std::string_view() : line.substr(first, last + 1 - first);
        }
    }
    return {};
}

// Where the empty line ends; npos if it is not there.
std::size_t endOfHead(std::string_view received)
{
    for (std::size_t at = received.find('\n'); at != received.npos; at = received.find('\n', at + 1)) {
        const std::string_view rest = received.substr(at + 1);
        if (rest.starts_with('\n')) {
            return at + 2;
        }
        if (rest.starts_with("\r\n")) {
            return at + 3;
        }
    }
    return received.npos;
}

int statusOf(std::string_view line)
{
    // HTTP/1.1 200 …
    constexpr std::size_t kStatusAt = 9;
    if (line.size() < kStatusAt + 3 || !line.starts_with("HTTP/1.") || line[kStatusAt - 1] != ' ') {
        return 0;
    }
    int status = 0;
    for (const char c : line.substr(kStatusAt, 3)) {
        if (c < '0' || c > '9') {
            return 0;
        }
        status = status * 10 + (c - '0');
    }
    return status;
}

std::string hintFor(int status, std::string_view challenge, bool hasUser, std::uint16_t port)
{
    switch (status) {
    case 407:
        return (hasUser ? "it does not take this user and password" : "give the proxy's user and password")
            + (challenge.empty() ? std::string() : "; it asks for " + wire::excerpt(challenge));
    case 403:
    case 405:
        return port == 443 ? "it does not let this host through: ask who runs it, or connect directly"
                           : "many proxies let CONNECT through to port 443 only: use https, or name the host "
                             "in NO_PROXY";
    case 502:
    case 503:
    case 504:
        return "the proxy itself can't reach the host: check the name and port";
    default:
        return {};
    }
}

} // namespace

std::string HttpConnect::begin()
{
    const std::string target = hostAndPort(m_host, m_port);
    std::string text = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
    if (!m_proxy.user.empty()) {
        const std::string both = m_proxy.user + ':' + m_proxy.password;
        text += "Proxy-Authorization: Basic "
            + QByteArray(both.data(), static_cast<qsizetype>(both.size())).toBase64().toStdString() + "\r\n";
    }
    return text + "\r\n";
}

ProxyDialogue::Turn HttpConnect::feed(std::string_view received)
{
    constexpr std::string_view kStart = "HTTP/1.";
    const std::string_view start = received.substr(0, kStart.size());
    const std::size_t end = endOfHead(received);
    if (!kStart.starts_with(start) || (end == received.npos && received.size() > kLongestHead)) {
        return misunderstood("an HTTP answer of at most 16 KiB", received);
    }
    if (end == received.npos) {
        return {};
    }
    Turn turn = answered(received.substr(0, end));
    turn.consumed = end;
    return turn;
}

ProxyDialogue::Turn HttpConnect::answered(std::string_view head) const
{
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    const int status = statusOf(line);
    switch (status / 100) {
    case 0:
        return misunderstood("an HTTP status line", line);
    case 1:
        return {};
    case 2:
        return { .outcome = Turn::Outcome::Done, .consumed = 0, .send = {}, .error = {}, .hint = {} };
    default:
        return refused(wire::excerpt(line.substr(line.find(' ') + 1)),
            hintFor(status, fieldOf(head, "Proxy-Authenticate"), !m_proxy.user.empty(), m_port),
            status >= 500);
    }
}

} // namespace transport
