// SPDX-License-Identifier: Apache-2.0
// Tells how a peer ended a TCP connection: Qt reports an end and a reset alike. Linux only; elsewhere it
// never knows.
#pragma once

#include <QTcpSocket>

#include <string_view>

namespace http {

class SocketEnd final {
public:
    SocketEnd() = default;
    ~SocketEnd() { release(); }
    SocketEnd(const SocketEnd&) = delete;
    SocketEnd& operator=(const SocketEnd&) = delete;

    /// Looks at the socket from now on. The connection stays open as long as this is not released.
    void watch(qintptr socket);
    void release();
    /// "reset by the peer" or "closed by the peer".
    std::string_view describe() const;
    bool wasReset() const;

private:
    int m_fd = -1;
};

/// Writes at once to a TCP socket (of a server: no proxy is in between), and puts what the kernel does not
/// take into its queue. Spares the event loop two changes of what it waits for, which cost more than the rest
/// of a short answer.
void writeNow(QTcpSocket& socket, std::string_view bytes);
/// Sends an end to the peer; what it sends can still be read.
void endSending(qintptr socket);
/// Closing the socket resets the connection.
void resetOnClose(qintptr socket);

} // namespace http
