// SPDX-License-Identifier: Apache-2.0
// What is said to a proxy until it has connected us to our target: CONNECT (RFC 9110 §9.3.6), or SOCKS5 (RFC
// 1928, RFC 1929). Pure: bytes in, bytes out, no socket.
#pragma once

#include "protocol/transport/connect/proxy.h"

namespace transport {

class ProxyDialogue {
public:
    struct Turn {
        enum class Outcome { Goes, Done, Refused };
        Outcome outcome = Outcome::Goes;
        std::size_t consumed = 0; ///< of what was fed; the rest is to be fed again, or is the target's
        std::string send;
        wire::Error error; ///< Refused: why, in the proxy's words
        std::string hint; ///< Refused: what to try; may be empty
    };

    virtual ~ProxyDialogue() = default;

    /// What to send first.
    virtual std::string begin() = 0;
    /// All that came and was not yet consumed.
    virtual Turn feed(std::string_view received) = 0;

    static std::unique_ptr<ProxyDialogue> make(
        const ProxyAddress& proxy, const std::string& host, std::uint16_t port);

protected:
    ProxyDialogue(const ProxyAddress& proxy, const std::string& host, std::uint16_t port)
        : m_proxy(proxy)
        , m_host(host)
        , m_port(port)
    {
    }
    /// "the proxy … refused a connection to …: …"
    Turn refused(const std::string& why, std::string hint = {}, bool transient = false) const;
    /// It answers in another protocol.
    Turn misunderstood(std::string expected, std::string_view found) const;

    const ProxyAddress m_proxy;
    const std::string m_host;
    const std::uint16_t m_port;
};

} // namespace transport
