// SPDX-License-Identifier: Apache-2.0
// Blocking loopback sockets for peers and load generators that share no code with what is measured.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bench {

/// A listening socket on 127.0.0.1; `port` is set.
int listenOnLoopback(std::uint16_t& port);
/// A connected socket without Nagle's delay; -1 on failure.
int connectToLoopback(std::uint16_t port);
/// False once the peer is gone.
bool writeAll(int socket, std::string_view text);
/// The next whole HTTP message with Content-Length, taken from the front of `buffer`; empty at the end.
std::string readMessage(int socket, std::string& buffer);

struct Usage {
    double cpuSeconds = 0;
    double rssMb = 0;
};
/// Of this process.
Usage usage();
double seconds();

/// A child process that runs `body` and is killed when this goes.
class Child final {
public:
    template <class F>
    explicit Child(F body)
    {
        if (forked())
            run(body);
    }
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

private:
    bool forked();
    template <class F>
    [[noreturn]] static void run(F& body)
    {
        body();
        leave();
    }
    [[noreturn]] static void leave();
    int m_pid = -1;
};

} // namespace bench
