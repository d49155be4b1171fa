// SPDX-License-Identifier: Apache-2.0
#include "rawhttp.h"

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <netinet/tcp.h>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::size_t kBatch = std::size_t { 64 } << 10;

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool sendAll(int fd, const std::string& bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t size = ::send(fd, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
        if (size <= 0) {
            return false;
        }
        at += static_cast<std::size_t>(size);
    }
    return true;
}

int dial(std::uint16_t port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        std::abort();
    }
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

std::string eventChunk(std::size_t seq)
{
    const std::string number = std::to_string(seq);
    const std::string event
        = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"acmp/streamChunk\",\"params\":{"
          "\"task_id\":\"task_a7c923f1\",\"seq\":"
        + number + ",\"chunk\":{\"type\":\"text\",\"data\":\"tok" + number
        + " lorem ipsum dolor sit amet consectetur adi\"},\"final\":false}}\n\n";
    std::array<char, 20> size {};
    std::snprintf(size.data(), size.size(), "%zx\r\n", event.size());
    return size.data() + event + "\r\n";
}

void serveStream(int fd, std::size_t events)
{
    std::array<char, 4096> request {};
    if (::recv(fd, request.data(), request.size(), 0) <= 0) {
        return;
    }
    if (!sendAll(
            fd, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")) {
        return;
    }
    // Made once: the peer must not be what is measured.
    std::string batch;
    std::size_t perBatch = 0;
    while (batch.size() < kBatch) {
        batch += eventChunk(100'000 + perBatch++);
    }
    std::size_t left = events;
    for (; left >= perBatch; left -= perBatch) {
        if (!sendAll(fd, batch)) {
            return;
        }
    }
    std::string rest;
    for (; left > 0; --left) {
        rest += eventChunk(left);
    }
    sendAll(fd, rest + "0\r\n\r\n");
    ::shutdown(fd, SHUT_WR);
}

[[noreturn]] void serveStreams(int listener, std::size_t events)
{
    for (;;) {
        const int fd = ::accept(listener, nullptr, nullptr);
        serveStream(fd, events);
        ::close(fd);
    }
}

struct Caller {
    int fd = -1;
    std::size_t missing = 0; ///< of an answer, once its length is known
};

// Answers are all alike, so the first one tells how long each is.
std::size_t answerSize(int fd)
{
    std::string got;
    std::array<char, 4096> part {};
    for (;;) {
        const ssize_t size = ::recv(fd, part.data(), part.size(), 0);
        if (size <= 0) {
            std::abort();
        }
        got.append(part.data(), static_cast<std::size_t>(size));
        const std::size_t end = got.find("\r\n\r\n");
        const std::size_t length = got.find("Content-Length: ");
        if (end != std::string::npos && length < end) {
            const std::size_t whole = end + 4 + std::strtoull(got.c_str() + length + 16, nullptr, 10);
            if (got.size() == whole) {
                return whole;
            }
        }
    }
}

[[noreturn]] void call(std::uint16_t port, int connections, std::size_t requests)
{
    const std::string request = "POST /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                                "Accept: application/json, text/event-stream\r\nContent-Length: 600\r\n\r\n"
        + std::string(600, 'x');
    std::vector<Caller> callers(static_cast<std::size_t>(connections));
    std::vector<pollfd> polled;
    std::size_t size = 0;
    for (Caller& caller : callers) {
        caller.fd = dial(port);
        polled.push_back({ caller.fd, POLLIN, 0 });
        if (size == 0) {
            sendAll(caller.fd, request);
            size = answerSize(caller.fd);
        }
    }
    std::size_t sent = 1;
    for (Caller& caller : callers) {
        caller.missing = size;
        sendAll(caller.fd, request);
        ++sent;
    }
    std::array<char, 4096> part {};
    for (;;) {
        ::poll(polled.data(), polled.size(), -1);
        for (std::size_t i = 0; i < callers.size(); ++i) {
            if (polled[i].revents == 0) {
                continue;
            }
            const ssize_t got = ::recv(polled[i].fd, part.data(), part.size(), 0);
            if (got <= 0) {
                ::_exit(0);
            }
            callers[i].missing -= static_cast<std::size_t>(got);
            if (callers[i].missing == 0 && sent < requests) {
                callers[i].missing = size;
                sendAll(polled[i].fd, request);
                ++sent;
            }
        }
    }
}

} // namespace

ForkedPeer::~ForkedPeer()
{
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

Flood::Flood(std::size_t events)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), size) != 0 || ::listen(listener, 8) != 0
        || ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        std::abort();
    }
    m_port = ntohs(address.sin_port);
    m_pid = ::fork();
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        serveStreams(listener, events);
    }
    ::close(listener);
}

Load::Load(std::uint16_t port, int connections, std::size_t requests)
{
    m_pid = ::fork();
    if (m_pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        call(port, connections, requests);
    }
}

std::size_t receiveAll(std::uint16_t port)
{
    const int fd = dial(port);
    sendAll(fd, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    std::vector<char> part(kBatch);
    std::size_t all = 0;
    for (;;) {
        const ssize_t size = ::recv(fd, part.data(), part.size(), 0);
        if (size <= 0) {
            break;
        }
        all += static_cast<std::size_t>(size);
    }
    ::close(fd);
    return all;
}
