// SPDX-License-Identifier: Apache-2.0
// Counts the calls from a connector's socket that are under way: the connector may be deleted in one.
#pragma once

#include "protocol/transport/connect/connector.h"

namespace transport {

class Connector::Within final {
public:
    explicit Within(const Connector& connector)
        : m_depth(connector.m_depth)
    {
        ++*m_depth;
    }
    ~Within() { --*m_depth; }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

private:
    const std::shared_ptr<int> m_depth;
};

} // namespace transport
