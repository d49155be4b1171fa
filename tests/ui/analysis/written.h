// SPDX-License-Identifier: GPL-3.0-or-later
// A capture that a test writes message by message: what the tests of analysis/ and traffic/ look at.
#pragma once

#include "protocol/capture/recorder.h"
#include "protocol/wire/manualclock.h"

#include <QTemporaryDir>

class Written final {
public:
    Written()
        : path(directory.filePath(QStringLiteral("a.acmpcap")).toStdString())
    {
        auto made = capture::Recorder::create(path, clock, {});
        if (made)
            recorder = std::move(*made);
    }

    wire::ConnectionId open(wire::Role role = wire::Role::Client, const std::string& peer = "127.0.0.1:8402")
    {
        const bool isClient = role == wire::Role::Client;
        return recorder->opened(
            { role, "http", peer, isClient ? "http://" + peer + "/mcp" : "" }, clock.now());
    }
    wire::ConnectionId openShared(const std::string& transport, const std::string& target,
        wire::Role role = wire::Role::Client, const std::string& peer = "agent (7)")
    {
        return recorder->opened({ role, transport, peer, target }, clock.now());
    }
    void close(wire::ConnectionId connection, std::string_view cause)
    {
        recorder->closed(connection, clock.now(), cause);
    }

    wire::RecordNo add(wire::Slice slice)
    {
        clock.advance(wire::milliseconds(1));
        slice.at = clock.now();
        return recorder->add(slice);
    }
    wire::RecordNo head(wire::ConnectionId connection, wire::Direction direction, std::uint32_t exchange,
        std::string_view text)
    {
        return add({ .connection = connection,
            .direction = direction,
            .kind = wire::SliceKind::HttpHead,
            .flags = 0,
            .at = {},
            .exchange = exchange,
            .bytes = text,
            .payload = {} });
    }
    wire::RecordNo body(wire::ConnectionId connection, wire::Direction direction, std::uint32_t exchange,
        std::string_view text, std::uint8_t flags = 0)
    {
        return add({ .connection = connection,
            .direction = direction,
            .kind = wire::SliceKind::HttpBody,
            .flags = flags,
            .at = {},
            .exchange = exchange,
            .bytes = text,
            .payload = text });
    }
    wire::RecordNo event(wire::ConnectionId connection, wire::Direction direction, std::uint32_t exchange,
        std::string_view data)
    {
        const std::string bytes = "event: message\ndata: " + std::string(data) + "\n\n";
        return add({ .connection = connection,
            .direction = direction,
            .kind = wire::SliceKind::SseEvent,
            .flags = 0,
            .at = {},
            .exchange = exchange,
            .bytes = bytes,
            .payload = std::string_view(bytes).substr(bytes.find('{'), data.size()) });
    }

    /// A message, or with kPartial a piece of one, of a shared channel.
    wire::RecordNo line(wire::ConnectionId connection, wire::Direction direction, std::string_view text,
        std::uint8_t flags = 0, wire::SliceKind kind = wire::SliceKind::Line)
    {
        const std::string bytes = std::string(text) + ((flags & wire::kPartial) != 0 ? "" : "\n");
        return add({ .connection = connection,
            .direction = direction,
            .kind = kind,
            .flags = flags,
            .at = {},
            .exchange = 0,
            .bytes = bytes,
            .payload = std::string_view(bytes).substr(0, text.size()) });
    }
    wire::RecordNo frame(wire::ConnectionId connection, wire::Direction direction, std::string_view text,
        std::uint8_t flags = 0)
    {
        std::string bytes = "\x81?"; // no right length: nobody here reads it
        if (direction == wire::Direction::Received) {
            bytes += text;
            return add({ connection, direction, wire::SliceKind::Frame, flags, {}, 0, bytes,
                std::string_view(bytes).substr(2) });
        }
        bytes += "mask";
        for (std::size_t i = 0; i < text.size(); ++i)
            bytes += static_cast<char>(text[i] ^ "mask"[i % 4]);
        const auto detached = static_cast<std::uint8_t>(flags | wire::kDetached);
        return add({ connection, direction, wire::SliceKind::Frame, detached, {}, 0, bytes, text });
    }
    wire::RecordNo control(wire::ConnectionId connection, wire::Direction direction, std::string_view bytes,
        std::string_view payload)
    {
        return add(
            { connection, direction, wire::SliceKind::ControlFrame, wire::kDetached, {}, 0, bytes, payload });
    }

    /// A whole task: 2 rows of the request, a head, `chunks` chunks, the result. Returns the row of its
    /// invoke.
    wire::RecordNo task(wire::ConnectionId connection, std::uint32_t exchange, const std::string& id,
        int chunks, wire::Direction ask = wire::Direction::Sent)
    {
        const wire::Direction answer
            = ask == wire::Direction::Sent ? wire::Direction::Received : wire::Direction::Sent;
        head(connection, ask, exchange, kRequestHead);
        const wire::RecordNo row = body(connection, ask, exchange, invoke(id));
        head(connection, answer, exchange, kStreamHead);
        for (int seq = 0; seq < chunks; ++seq)
            event(connection, answer, exchange, chunk(id, seq, seq == chunks - 1));
        event(connection, answer, exchange, result(id));
        return row;
    }

    static constexpr std::string_view kRequestHead
        = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:8402\r\nX-Twice: one\r\nx-twice: Two\r\n\r\n";
    static constexpr std::string_view kStreamHead
        = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

    static std::string invoke(const std::string& id)
    {
        return R"({"jsonrpc":"2.0","id":"req_)" + id + R"(","method":"acmp/invoke","params":{"task_id":")"
            + id
            + R"(","capability":"text.summarize","input":{"type":"text","data":"x"},"output_type":"text",)"
              R"("stream":true,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
              R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
    }
    static std::string chunk(
        const std::string& id, int seq, bool final = false, const std::string& data = "d")
    {
        return R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":")" + id + R"(","seq":)"
            + std::to_string(seq) + R"(,"chunk":{"type":"text","data":")" + data + R"("},"final":)"
            + (final ? "true" : "false") + "}}";
    }
    static std::string heartbeat(const std::string& id, const std::string& progress)
    {
        return R"({"jsonrpc":"2.0","method":"acmp/heartbeat","params":{"task_id":")" + id + R"(","progress":)"
            + progress + "}}";
    }
    static std::string result(const std::string& id)
    {
        return R"({"jsonrpc":"2.0","id":"req_)" + id + R"(","result":{"resultType":"complete","task_id":")"
            + id + R"(","output_streamed":true,"tokens_used":1,"cost_cu":0.10}})";
    }

    QTemporaryDir directory;
    std::string path;
    wire::ManualClock clock;
    std::unique_ptr<capture::Recorder> recorder;
};
