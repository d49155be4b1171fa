// SPDX-License-Identifier: Apache-2.0
// Forked peers of bench_http on bare sockets, so that what is measured is the other side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

/// A process that stops with this object.
class ForkedPeer {
public:
    ForkedPeer(const ForkedPeer&) = delete;
    ForkedPeer& operator=(const ForkedPeer&) = delete;

protected:
    ForkedPeer() = default;
    ~ForkedPeer();

    pid_t m_pid = -1;
};

/// Answers every connection with a stream of events, each a chunk of its own, written in batches of 64 KiB.
class Flood final : public ForkedPeer {
public:
    explicit Flood(std::size_t events);
    std::uint16_t port() const { return m_port; }

private:
    std::uint16_t m_port = 0;
};

/// Sends requests on as many connections, each as soon as the last one is answered.
class Load final : public ForkedPeer {
public:
    Load(std::uint16_t port, int connections, std::size_t requests);
};

/// Asks, and counts the bytes that come until the end.
std::size_t receiveAll(std::uint16_t port);
