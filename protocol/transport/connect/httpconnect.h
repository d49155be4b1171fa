// SPDX-License-Identifier: Apache-2.0
// A tunnel through an HTTP proxy: CONNECT, and its answer (RFC 9110 §9.3.6).
#pragma once

#include "protocol/transport/connect/proxydialogue.h"

namespace transport {

class HttpConnect final : public ProxyDialogue {
public:
    HttpConnect(const ProxyAddress& proxy, const std::string& host, std::uint16_t port)
        : ProxyDialogue(proxy, host, port)
    {
    }

    std::string begin() override;
    Turn feed(std::string_view received) override;

private:
    Turn answered(std::string_view head) const;
};

} // namespace transport
