// SPDX-License-Identifier: Apache-2.0
// A tunnel through a SOCKS5 proxy (RFC 1928), with user and password where there are any (RFC 1929). Names
// are the proxy's to resolve.
#pragma once

#include "protocol/transport/connect/proxydialogue.h"

namespace transport {

class Socks5 final : public ProxyDialogue {
public:
    Socks5(const ProxyAddress& proxy, const std::string& host, std::uint16_t port)
        : ProxyDialogue(proxy, host, port)
    {
    }

    std::string begin() override;
    Turn feed(std::string_view received) override;

private:
    enum class State { Method, Authentication, Request };

    Turn feedMethod(std::string_view received);
    Turn feedAuthentication(std::string_view received);
    Turn feedRequest(std::string_view received) const;
    Turn sendRequest(std::size_t consumed);
    bool isTooLong() const;

    State m_state = State::Method;
};

} // namespace transport
