// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/floodpeer.h"

#include "tests/bench/rawsocket.h"

#include <csignal>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace bench {

namespace {

std::string valueOf(const std::string& message, std::string_view key)
{
    const auto at = message.find(key);
    if (at == std::string::npos)
        return {};
    const auto begin = at + key.size();
    return message.substr(begin, message.find_first_of(",}", begin) - begin);
}

std::string json(std::string_view body)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

void addChunk(std::string& out, std::string_view event)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    char size[16];
    int digits = 0;
    for (auto rest = event.size(); rest > 0; rest >>= 4)
        size[digits++] = kDigits[rest & 15];
    while (digits > 0)
        out += size[--digits];
    out += "\r\n";
    out += event;
    out += "\r\n";
}

bool stream(int socket, const std::string& id, const std::string& task, std::uint64_t chunks)
{
    const std::string before = "event: message\ndata: "
                               "{\"jsonrpc\":\"2.0\",\"method\":\"acmp/streamChunk\",\"params\":{\"task_id\":"
        + task + ",\"seq\":";
    const std::string pad = " lorem ipsum dolor sit amet, consectetur adipiscing\"},\"final\":";
    std::string out
        = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    std::string event;
    for (std::uint64_t seq = 0; seq < chunks; ++seq) {
        const std::string number = std::to_string(seq);
        event = before;
        event += number;
        event += ",\"chunk\":{\"type\":\"text\",\"data\":\"";
        event += number;
        event += pad;
        event += seq + 1 == chunks ? "true}}\n\n" : "false}}\n\n";
        addChunk(out, event);
        if (out.size() >= 65536) {
            if (!writeAll(socket, out))
                return false;
            out.clear();
        }
    }
    addChunk(out,
        "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + id
            + ",\"result\":{\"resultType\":\"complete\",\"task_id\":" + task
            + ",\"output_streamed\":true,\"tokens_used\":1,\"cost_cu\":0.001}}\n\n");
    return writeAll(socket, out + "0\r\n\r\n");
}

void serve(int socket, std::uint64_t chunks)
{
    std::string buffer;
    for (std::string message = readMessage(socket, buffer); !message.empty();
        message = readMessage(socket, buffer)) {
        const std::string id = valueOf(message, "\"id\":");
        if (message.find("\"server/discover\"") != std::string::npos) {
            writeAll(socket,
                json("{\"jsonrpc\":\"2.0\",\"id\":" + id
                    + ",\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
                      "\"ttlMs\":1000,\"cacheScope\":\"public\","
                      "\"capabilities\":{\"extensions\":{\"org.a2agora/"
                      "acmp\":{\"version\":\"0.1.0\",\"role\":\"provider\","
                      "\"accepts\":[\"acmp/invoke\",\"acmp/cancel\"],\"emits\":[\"acmp/streamChunk\"],"
                      "\"features\":{\"output_streaming\":true,\"input_streaming\":false}}}}}}"));
        } else if (id.empty()) {
            writeAll(socket, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
        } else if (!stream(socket, id, valueOf(message, "\"task_id\":"), chunks)) {
            return;
        }
    }
}

} // namespace

void flood(int listener, std::uint64_t chunks)
{
    std::signal(SIGCHLD, SIG_IGN);
    for (int socket = accept(listener, nullptr, nullptr); socket >= 0;
        socket = accept(listener, nullptr, nullptr)) {
        if (fork() == 0) {
            serve(socket, chunks);
            _exit(0);
        }
        close(socket);
    }
}

} // namespace bench
