// SPDX-License-Identifier: Apache-2.0
// noisypeer MODE: a provider on stdin and stdout with the worst manners. It ignores the end of its input and
// SIGTERM, and starts another such process in a session of its own. Between its messages it writes what is
// none.
//   noise    banners, bytes that are no text, halves of lines; then it answers what it is asked
//   endless  streams until it is cancelled, and confirms that
//   deaf     streams for ever, whatever it is told
#include <nlohmann/json.hpp>

#include <csignal>
#include <string>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace {

using nlohmann::json;

void say(std::string_view text, int fd = STDOUT_FILENO)
{
    while (!text.empty()) {
        const ssize_t size = write(fd, text.data(), text.size());
        if (size <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(size));
    }
}

void tell(const json& message)
{
    say(message.dump() + '\n');
}

void rest(int ms)
{
    poll(nullptr, 0, ms);
}

[[noreturn]] void stay()
{
    for (;;)
        pause();
}

void beStubborn()
{
    for (const int number : { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE })
        std::signal(number, SIG_IGN);
    if (fork() == 0) {
        setsid();
        stay();
    }
}

/// False at the end of the input, or if none comes in time.
bool hear(json& message, int patienceMs = -1)
{
    static std::string buffer;
    for (;;) {
        if (const auto end = buffer.find('\n'); end != std::string::npos) {
            message = json::parse(buffer.substr(0, end), nullptr, false);
            buffer.erase(0, end + 1);
            return true;
        }
        pollfd polled { STDIN_FILENO, POLLIN, 0 };
        if (poll(&polled, 1, patienceMs) <= 0)
            return false;
        char piece[4096];
        const ssize_t size = read(STDIN_FILENO, piece, sizeof piece);
        if (size <= 0)
            return false;
        buffer.append(piece, static_cast<std::size_t>(size));
    }
}

json resultOf(const json& request, json result)
{
    result["resultType"] = "complete";
    return { { "jsonrpc", "2.0" }, { "id", request["id"] }, { "result", std::move(result) } };
}

json discovered(const json& request)
{
    const json acmp { { "version", "0.1.0" }, { "role", "provider" },
        { "accepts", { "acmp/invoke", "acmp/cancel" } }, { "emits", { "acmp/streamChunk" } },
        { "features", { { "output_streaming", true }, { "input_streaming", false } } } };
    return resultOf(request,
        { { "supportedVersions", { "2026-07-28" } },
            { "capabilities", { { "extensions", { { "org.a2agora/acmp", acmp } } } } } });
}

json chunk(const json& request, int seq, bool final)
{
    const json piece { { "type", "text" }, { "data", "piece " + std::to_string(seq) + ' ' } };
    return { { "jsonrpc", "2.0" }, { "method", "acmp/streamChunk" },
        { "params",
            { { "task_id", request["params"]["task_id"] }, { "seq", seq }, { "chunk", piece },
                { "final", final } } } };
}

void noise(const json& request)
{
    static constexpr char kNoise[] = "\x1b[2J\x1b[1;31mWARNING\x1b[0m\n\n\xff\xfe\0 no text \xc3\n";
    say(std::string_view(kNoise, sizeof kNoise - 1));
    const std::string first = chunk(request, 0, false).dump();
    say(first.substr(0, 20));
    say("half a line\n", STDERR_FILENO);
    rest(20);
    say(first.substr(20) + "\r\n");
    tell(json { { "a", 1 } });
    tell(chunk(request, 1, true));
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"resu\n");
    tell(resultOf(request,
        { { "task_id", request["params"]["task_id"] }, { "output_streamed", true }, { "tokens_used", 2 },
            { "cost_cu", 0.001 } }));
    say("good bye, said without an end");
}

void stream(const json& request, bool isDeaf)
{
    for (int seq = 0;; ++seq) {
        tell(chunk(request, seq, false));
        json heard;
        if (!hear(heard, 10) || isDeaf || heard["method"] != "acmp/cancel")
            continue;
        return tell({ { "jsonrpc", "2.0" }, { "id", request["id"] },
            { "error",
                { { "code", -33004 }, { "message", "Cancelled" },
                    { "data", { { "task_id", request["params"]["task_id"] } } } } } });
    }
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    beStubborn();
    if (mode == "noise")
        say("\x1b[1;32mWelcome to noisypeer\x1b[0m\n\r\n");
    json request;
    while (hear(request)) {
        if (request["method"] == "server/discover")
            tell(discovered(request));
        else if (request["method"] != "acmp/invoke")
            continue;
        else if (mode == "noise")
            noise(request);
        else
            stream(request, mode == "deaf");
    }
    stay();
}
