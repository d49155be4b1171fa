// SPDX-License-Identifier: Apache-2.0
// Keeps a connection alive through a call in which somebody may let go of it.
#pragma once

#include <memory>

namespace http {

template <typename Connection>
class Busy final {
public:
    explicit Busy(Connection& connection)
        : m_connection(connection.shared_from_this())
    {
        ++m_connection->m_depth;
    }
    ~Busy()
    {
        // The last one to hold it leaves the mark on: its socket may be what called, and must outlive the
        // call.
        if (m_connection.use_count() > 1) {
            --m_connection->m_depth;
        }
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

private:
    const std::shared_ptr<Connection> m_connection;
};

} // namespace http
