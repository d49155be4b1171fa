// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/connect/proxydialogue.h"

#include "protocol/transport/connect/httpconnect.h"
#include "protocol/transport/connect/socks5.h"

namespace transport {

std::unique_ptr<ProxyDialogue> ProxyDialogue::make(
    const ProxyAddress& proxy, const std::string& host, std::uint16_t port)
{
    if (proxy.kind == ProxyAddress::Kind::Socks5) {
        return std::make_unique<Socks5>(proxy, host, port);
    }
    return std::make_unique<HttpConnect>(proxy, host, port);
}

ProxyDialogue::Turn ProxyDialogue::refused(const std::string& why, std::string hint, bool transient) const
{
    return { .outcome = Turn::Outcome::Refused,
        .consumed = 0,
        .send = {},
        .error = { .kind = wire::ErrorKind::Unreachable,
            .message = "the proxy refused a connection to " + hostAndPort(m_host, m_port) + ": " + why,
            .expected = {},
            .found = {},
            .where = m_proxy.toString(),
            .transient = transient },
        .hint = std::move(hint) };
}

ProxyDialogue::Turn ProxyDialogue::misunderstood(std::string expected, std::string_view found) const
{
    Turn turn;
    turn.outcome = Turn::Outcome::Refused;
    turn.error = { .kind = wire::ErrorKind::Unreachable,
        .message = "the proxy's answer can't be understood",
        .expected = std::move(expected),
        .found = wire::excerpt(found, 60),
        .where = m_proxy.toString() };
    constexpr std::string_view kHttp = "HTTP/";
    const bool isHttp = !found.empty() && kHttp.starts_with(found.substr(0, kHttp.size()));
    const bool isSocks = found.starts_with('\x05') || found.starts_with('\x04');
    if (isHttp && m_proxy.kind == ProxyAddress::Kind::Socks5) {
        turn.hint = "it speaks HTTP: set it as an HTTP proxy";
    } else if (isSocks && m_proxy.kind == ProxyAddress::Kind::Http) {
        turn.hint = "it speaks SOCKS: set it as a SOCKS5 proxy";
    } else if (found.starts_with("\x15\x03") || found.starts_with("\x16\x03")) {
        turn.hint = "it speaks TLS: a proxy that is itself reached over TLS is not supported";
    } else {
        turn.hint = "check the proxy's port and kind";
    }
    return turn;
}

} // namespace transport
