// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/socketend.h"

#include <QSslSocket>

#include <utility>

#ifdef Q_OS_LINUX
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace http {

namespace {

// How much the kernel took.
std::size_t sendNow([[maybe_unused]] qintptr socket, [[maybe_unused]] std::string_view bytes)
{
#ifdef Q_OS_LINUX
    const ssize_t size
        = ::send(static_cast<int>(socket), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
#else
    return 0;
#endif
}

} // namespace

#ifdef Q_OS_LINUX

void SocketEnd::watch(qintptr socket)
{
    release();
    // Qt closes its descriptor before it tells, so a second one is kept.
    m_fd = fcntl(static_cast<int>(socket), F_DUPFD_CLOEXEC, 0);
}

void SocketEnd::release()
{
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
}

bool SocketEnd::wasReset() const
{
    tcp_info info {};
    socklen_t size = sizeof info;
    return m_fd >= 0 && getsockopt(m_fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
        && info.tcpi_state == TCP_CLOSE;
}

void endSending(qintptr socket)
{
    ::shutdown(static_cast<int>(socket), SHUT_WR);
}

void resetOnClose(qintptr socket)
{
    const linger atOnce { .l_onoff = 1, .l_linger = 0 };
    setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
}

#else

void SocketEnd::watch(qintptr) { }
void SocketEnd::release() { }
bool SocketEnd::wasReset() const
{
    return false;
}
void endSending(qintptr) { }
void resetOnClose(qintptr) { }

#endif

void writeNow(QTcpSocket& socket, std::string_view bytes)
{
    if (socket.bytesToWrite() == 0 && !qobject_cast<QSslSocket*>(&socket)) {
        bytes.remove_prefix(sendNow(socket.socketDescriptor(), bytes));
    }
    if (!bytes.empty()) {
        // Without QTcpSocket::flush(): it tells of bytes written from within, and who hears that writes more.
        socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
    }
}

std::string_view SocketEnd::describe() const
{
    return wasReset() ? "reset by the peer" : "closed by the peer";
}

} // namespace http
