// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/rawsocket.h"

#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <csignal>
#include <fstream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {

namespace {

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

const sockaddr* generic(const sockaddr_in& address)
{
    return static_cast<const sockaddr*>(static_cast<const void*>(&address));
}

} // namespace

int listenOnLoopback(std::uint16_t& port)
{
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    if (bind(listener, generic(address), sizeof address) != 0 || listen(listener, 256) != 0)
        return -1;
    socklen_t size = sizeof address;
    getsockname(listener, static_cast<sockaddr*>(static_cast<void*>(&address)), &size);
    port = ntohs(address.sin_port);
    return listener;
}

int connectToLoopback(std::uint16_t port)
{
    const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    if (connect(client, generic(address), sizeof address) != 0)
        return -1;
    const int on = 1;
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return client;
}

bool writeAll(int socket, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (written <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::string readMessage(int socket, std::string& buffer)
{
    std::array<char, 65536> piece {};
    for (;;) {
        const auto end = buffer.find("\r\n\r\n");
        if (end != std::string::npos) {
            std::size_t length = 0;
            for (const char* name : { "Content-Length: ", "content-length: " }) {
                if (const auto field = buffer.find(name); field < end)
                    std::from_chars(buffer.data() + field + 16, buffer.data() + end, length);
            }
            if (buffer.size() >= end + 4 + length) {
                std::string message = buffer.substr(0, end + 4 + length);
                buffer.erase(0, message.size());
                return message;
            }
        }
        const ssize_t size = recv(socket, piece.data(), piece.size(), 0);
        if (size <= 0)
            return {};
        buffer.append(piece.data(), static_cast<std::size_t>(size));
    }
}

Usage usage()
{
    rusage used {};
    getrusage(RUSAGE_SELF, &used);
    const auto toSeconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    long pages = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return { toSeconds(used.ru_utime) + toSeconds(used.ru_stime),
        static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6 };
}

double seconds()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

bool Child::forked()
{
    m_pid = fork();
    if (m_pid == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    return m_pid == 0;
}

void Child::leave()
{
    _exit(0);
}

Child::~Child()
{
    if (m_pid > 0) {
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
}

} // namespace bench
