// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loadgenerator.h"

#include "tests/bench/rawsocket.h"

#include <array>
#include <charconv>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace bench {

namespace {

struct Connection {
    int socket = -1;
    std::string received;
};

std::string request(const Load& load, std::uint64_t number)
{
    const std::string method = load.asksForOffers ? "acmp/offerRequest" : "acmp/invoke";
    const std::string task = "\"task_id\":\"task_" + std::to_string(getpid()) + '_' + std::to_string(number)
        + R"(","input":{"type":"text","data":"The product quality has declined."},)";
    const std::string body = "{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(number) + ",\"method\":\""
        + method + "\",\"params\":{" + (load.asksForOffers ? std::string() : task) + "\"capability\":\""
        + load.capability
        + "\",\"max_price_cu\":0.05,"
          "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"load\",\"version\":\"1\"},"
          "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    return "POST " + load.path
        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: "
        + method + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Length of the whole answer at the front of `text`; 0 while it is not whole. Knows Content-Length and one
/// last chunk.
std::size_t wholeAnswer(const std::string& text)
{
    const auto end = text.find("\r\n\r\n");
    if (end == std::string::npos)
        return 0;
    for (const char* name : { "Content-Length: ", "content-length: " }) {
        if (const auto field = text.find(name); field < end) {
            std::size_t length = 0;
            std::from_chars(text.data() + field + 16, text.data() + end, length);
            return text.size() >= end + 4 + length ? end + 4 + length : 0;
        }
    }
    const auto last = text.find("\r\n0\r\n\r\n", end);
    return last == std::string::npos ? 0 : last + 7;
}

} // namespace

LoadResult generate(const Load& load)
{
    const int poll = epoll_create1(EPOLL_CLOEXEC);
    std::vector<Connection> connections(static_cast<std::size_t>(load.connections));
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < connections.size(); ++i) {
        connections[i].socket = connectToLoopback(load.port);
        epoll_event interest {};
        interest.events = EPOLLIN;
        interest.data.u64 = i;
        epoll_ctl(poll, EPOLL_CTL_ADD, connections[i].socket, &interest);
        writeAll(connections[i].socket, request(load, ++number));
    }
    LoadResult result;
    const std::string_view wanted = load.asksForOffers ? "offer_id" : "cost_cu";
    const double started = seconds();
    std::array<epoll_event, 64> events {};
    std::array<char, 65536> piece {};
    while (seconds() - started < load.seconds) {
        const int ready = epoll_wait(poll, events.data(), static_cast<int>(events.size()), 100);
        for (int i = 0; i < ready; ++i) {
            Connection& connection = connections[events[static_cast<std::size_t>(i)].data.u64];
            const ssize_t size = recv(connection.socket, piece.data(), piece.size(), 0);
            if (size <= 0) {
                ++result.failures;
                epoll_ctl(poll, EPOLL_CTL_DEL, connection.socket, nullptr);
                continue;
            }
            connection.received.append(piece.data(), static_cast<std::size_t>(size));
            if (const std::size_t length = wholeAnswer(connection.received); length > 0) {
                ++result.answers;
                result.failures += connection.received.find(wanted) < length ? 0U : 1U;
                connection.received.erase(0, length);
                writeAll(connection.socket, request(load, ++number));
            }
        }
    }
    result.perSecond = static_cast<double>(result.answers) / (seconds() - started);
    for (const Connection& connection : connections)
        close(connection.socket);
    close(poll);
    return result;
}

} // namespace bench
