// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/cancelpeer.h"

#include "tests/bench/rawsocket.h"

#include <QCryptographicHash>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace bench {

namespace {

constexpr std::size_t kBatch = 65536;

void report(int reports, std::string_view task, double at)
{
    CancelRead read;
    read.at = at;
    std::memcpy(read.task, task.data(), std::min(task.size(), sizeof read.task - 1));
    [[maybe_unused]] const auto written = write(reports, &read, sizeof read);
}

/// The value of the first member of that name, a string without its quotes.
std::string valueOf(std::string_view message, std::string_view key)
{
    const auto at = message.find(key);
    if (at == message.npos)
        return {};
    const auto begin = at + key.size();
    std::string_view value = message.substr(begin, message.find_first_of(",}", begin) - begin);
    if (value.starts_with('"'))
        value = value.substr(1, value.size() - 2);
    return std::string(value);
}

bool isCancel(std::string_view message)
{
    return message.find(R"("method":"acmp/cancel")") != message.npos; // not in what the buyer accepts
}

std::string chunk(const std::string& task, std::uint64_t seq)
{
    return R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":")" + task + R"(","seq":)"
        + std::to_string(seq)
        + R"(,"chunk":{"type":"text","data":"lorem ipsum dolor sit amet, consectetur adipiscing"},"final":false}})";
}

std::string cancelled(const std::string& id, const std::string& task)
{
    return R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"error":{"code":-33004,"message":"Cancelled","data":{"task_id":")" + task + R"("}}})";
}

std::string discovered(const std::string& id)
{
    return R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"ttlMs":1000,"cacheScope":"public",)"
          R"("capabilities":{"extensions":{"org.a2agora/acmp":{"version":"0.1.0","role":"provider",)"
          R"("accepts":["acmp/invoke","acmp/cancel"],"emits":["acmp/streamChunk"],)"
          R"("features":{"output_streaming":true,"input_streaming":false}}}}}})";
}

/// Which tasks go on; shared by the threads of one peer.
class Tasks final {
public:
    std::shared_ptr<std::atomic_bool> begin(const std::string& task)
    {
        const std::lock_guard lock(m_mutex);
        return m_goesOn[task] = std::make_shared<std::atomic_bool>(true);
    }
    void cancel(const std::string& task)
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_goesOn.find(task); found != m_goesOn.end())
            *found->second = false;
        m_goesOn.erase(task);
    }

private:
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<std::atomic_bool>> m_goesOn;
};

template <class F>
void acceptEach(int listener, F serve)
{
    for (int socket = accept(listener, nullptr, nullptr); socket >= 0;
        socket = accept(listener, nullptr, nullptr))
        std::thread(serve, socket).detach();
}

void addEvent(std::string& out, const std::string& message)
{
    std::array<char, 20> size {};
    const std::string event = "data: " + message + "\n\n";
    std::snprintf(size.data(), size.size(), "%zx\r\n", event.size());
    out.append(size.data()).append(event).append("\r\n");
}

void floodHttp(int socket, const std::string& id, const std::string& task, const std::atomic_bool& goesOn)
{
    std::string out
        = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (std::uint64_t seq = 0; goesOn; ++seq) {
        addEvent(out, chunk(task, seq));
        if (out.size() < kBatch)
            continue;
        if (!writeAll(socket, out))
            return;
        out.clear();
    }
    addEvent(out, cancelled(id, task));
    writeAll(socket, out + "0\r\n\r\n");
}

/// All tasks of one connection, in turn; `frame` makes of a message what crosses it.
class SharedFlood final {
public:
    using Frame = std::string (*)(const std::string& message);

    SharedFlood(int output, Frame frame)
        : m_output(output)
        , m_frame(frame)
        , m_thread([this] { run(); })
    {
    }
    void take(const std::string& message)
    {
        const std::string id = valueOf(message, "\"id\":");
        const std::string task = valueOf(message, "\"task_id\":");
        const std::lock_guard lock(m_mutex);
        if (message.find("\"server/discover\"") != message.npos)
            m_answers += m_frame(discovered(id));
        else if (isCancel(message))
            m_cancelled.push_back(task);
        else if (!id.empty())
            m_floods.push_back({ id, task, 0 });
        m_changed.notify_one();
    }

private:
    struct Flood {
        std::string id, task;
        std::uint64_t seq = 0;
    };

    std::string next()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_answers.empty() || !m_floods.empty(); });
        std::string out = std::exchange(m_answers, {});
        for (const std::string& task : std::exchange(m_cancelled, {})) {
            std::erase_if(m_floods, [&](const Flood& flood) {
                if (flood.task == task)
                    out += m_frame(cancelled(flood.id, task));
                return flood.task == task;
            });
        }
        while (out.size() < kBatch && !m_floods.empty()) {
            for (Flood& flood : m_floods)
                out += m_frame(chunk(flood.task, flood.seq++));
        }
        return out;
    }
    void run()
    {
        for (std::string out = next(); put(out); out = next()) { }
    }
    bool put(std::string_view text) const
    {
        while (!text.empty()) {
            const ssize_t size = write(m_output, text.data(), text.size());
            if (size <= 0)
                return false;
            text.remove_prefix(static_cast<std::size_t>(size));
        }
        return true;
    }

    int m_output;
    Frame m_frame;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_answers;
    std::vector<std::string> m_cancelled;
    std::vector<Flood> m_floods;
    std::thread m_thread; ///< last: begins when all else is there
};

bool readMore(int input, std::string& buffer, double& at)
{
    std::array<char, kBatch> piece {};
    const ssize_t size = read(input, piece.data(), piece.size());
    at = seconds();
    if (size > 0)
        buffer.append(piece.data(), static_cast<std::size_t>(size));
    return size > 0;
}

/// A message cut from the front of `buffer` by `cut`, which leaves it empty while it is not whole.
template <class Cut>
void serveShared(int input, int output, int reports, SharedFlood::Frame frame, Cut cut)
{
    SharedFlood* const flood = new SharedFlood(output, frame); // as long as the process
    std::string buffer;
    double at = 0;
    while (readMore(input, buffer, at)) {
        for (std::string message = cut(buffer); !message.empty(); message = cut(buffer)) {
            if (isCancel(message))
                report(reports, valueOf(message, "\"task_id\":"), at);
            flood->take(message);
        }
    }
}

std::string textFrame(const std::string& message)
{
    std::string frame = "\x81";
    if (message.size() < 126) {
        frame += static_cast<char>(message.size());
    } else {
        frame += '\x7e';
        frame += static_cast<char>(message.size() >> 8);
        frame += static_cast<char>(message.size() & 0xff);
    }
    return frame + message;
}

/// What a client sends here: whole text messages of less than 64 KiB, masked.
std::string cutFrame(std::string& buffer)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer[i]); };
    if (buffer.size() < 8)
        return {};
    std::size_t head = 2;
    std::size_t length = byte(1) & 0x7fU;
    if (length == 126) {
        length = static_cast<std::size_t>(byte(2)) << 8 | byte(3);
        head = 4;
    }
    if (buffer.size() < head + 4 + length)
        return {};
    std::string message = buffer.substr(head + 4, length);
    for (std::size_t i = 0; i < length; ++i)
        message[i] = static_cast<char>(static_cast<unsigned char>(message[i]) ^ byte(head + i % 4));
    buffer.erase(0, head + 4 + length);
    return message;
}

std::string lineOf(const std::string& message)
{
    return message + '\n';
}

std::string cutLine(std::string& buffer)
{
    const auto end = buffer.find('\n');
    if (end == buffer.npos)
        return {};
    std::string line = buffer.substr(0, end);
    buffer.erase(0, end + 1);
    return line;
}

} // namespace

void cancelOverHttp(int listener, int reports)
{
    static Tasks tasks;
    acceptEach(listener, [reports](int socket) {
        std::string buffer;
        for (std::string message = readMessage(socket, buffer); !message.empty();
            message = readMessage(socket, buffer)) {
            const double at = seconds();
            const std::string task = valueOf(message, "\"task_id\":");
            const std::string id = valueOf(message, "\"id\":");
            if (isCancel(message)) {
                report(reports, task, at);
                tasks.cancel(task);
                writeAll(socket, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
            } else if (message.find("\"server/discover\"") != message.npos) {
                const std::string body = discovered(id);
                writeAll(socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                        + std::to_string(body.size()) + "\r\n\r\n" + body);
            } else {
                const auto goesOn = tasks.begin(task);
                floodHttp(socket, id, task, *goesOn);
            }
        }
        close(socket);
    });
}

void cancelOverWebSocket(int listener, int reports)
{
    acceptEach(listener, [reports](int socket) {
        std::string buffer;
        const std::string request = readMessage(socket, buffer);
        constexpr std::string_view kKey = "Sec-WebSocket-Key: ";
        const auto key = request.find(kKey);
        if (key == request.npos)
            return;
        const auto begin = key + kKey.size();
        const std::string hashed = request.substr(begin, request.find('\r', begin) - begin)
            + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
        const QByteArray accept
            = QCryptographicHash::hash(QByteArray::fromStdString(hashed), QCryptographicHash::Sha1)
                  .toBase64();
        writeAll(socket,
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Accept: "
                + accept.toStdString() + "\r\n\r\n");
        serveShared(socket, socket, reports, textFrame, cutFrame);
    });
}

void cancelOverStdio(int reports)
{
    serveShared(STDIN_FILENO, STDOUT_FILENO, reports, lineOf, cutLine);
}

void readBare(int listener, int reports)
{
    const int socket = accept(listener, nullptr, nullptr);
    std::string buffer;
    double at = 0;
    while (readMore(socket, buffer, at)) {
        report(reports, "floor", at);
        buffer.clear();
    }
}

} // namespace bench
