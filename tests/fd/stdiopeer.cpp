// SPDX-License-Identifier: Apache-2.0
// stdiopeer MODE [NUMBER]: a program on the other side of a stdio channel, good or bad.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

void say(std::string_view text, int fd = STDOUT_FILENO)
{
    while (!text.empty()) {
        const ssize_t size = write(fd, text.data(), text.size());
        if (size <= 0)
            _exit(9);
        text.remove_prefix(static_cast<std::size_t>(size));
    }
}

// Without its end; empty at the end of the stream as well.
std::string hear()
{
    std::string line;
    char c = 0;
    while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
        line += c;
    return line;
}

void echo()
{
    for (std::string line = hear(); !line.empty(); line = hear())
        say(line + "\n");
}

void ignoreAll()
{
    for (const int number : { SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE })
        std::signal(number, SIG_IGN);
}

[[noreturn]] void stayForEver()
{
    for (;;)
        pause();
}

[[noreturn]] void stubborn()
{
    ignoreAll();
    say("up\n");
    stayForEver();
}

// One in our group, one in a session of its own, one whose parent is gone, and this one.
[[noreturn]] void tree()
{
    ignoreAll();
    if (fork() == 0)
        stubborn();
    if (fork() == 0) {
        setsid();
        stubborn();
    }
    if (fork() == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        const int null = open("/dev/null", O_RDWR);
        say("up\n");
        for (int fd = 0; fd < 3; ++fd)
            dup2(null, fd);
        stayForEver();
    }
    stubborn();
}

void flood(int fd, long bytes)
{
    const std::string some(1 << 16, 'x');
    for (long left = bytes; left > 0; left -= static_cast<long>(some.size()))
        say(some, fd);
}

void state()
{
    std::FILE* const status = std::fopen("/proc/self/status", "r");
    char text[256];
    while (std::fgets(text, sizeof text, status)) {
        // Two signals are the C library's own.
        unsigned long long set = 0;
        if (std::sscanf(text, "SigBlk: %llx", &set) == 1)
            say("blocked " + std::to_string(set) + "\n");
        if (std::sscanf(text, "SigIgn: %llx", &set) == 1)
            say("ignored " + std::to_string(set & ~0x180000000ULL) + "\n");
    }
    std::fclose(status);
    for (int fd = 0; fd < 1000; ++fd) {
        struct stat facts {};
        if (fstat(fd, &facts) == 0)
            say("fd " + std::to_string(fd) + "\n");
    }
    say("cwd " + std::filesystem::current_path().string() + "\n");
    for (const char* name : { "ACMP_BEARER_TOKEN", "STDIOPEER_ADDED", "STDIOPEER_REMOVED" }) {
        const char* const value = std::getenv(name);
        say(std::string(name) + "=" + (value ? value : "(none)") + "\n");
    }
    say(getpgid(0) == getpid() ? "leads its group\n" : "leads no group\n");
}

} // namespace

int main(int argc, char** argv)
{
    const std::string mode = argc > 1 ? argv[1] : "";
    const long number = argc > 2 ? std::atol(argv[2]) : 0;
    const std::map<std::string, std::function<void()>> modes {
        { "echo", echo },
        { "stubborn", stubborn },
        { "tree", tree },
        { "deaf", [] { say("up\n"), stayForEver(); } },
        { "banner",
            [] { say("\x1b[1;32mWelcome\x1b[0m\n\n\r\n{\"a\":1}\r\n"), say("to the log\n", 2), echo(); } },
        { "halves", [] { say("one\nha"), hear(), say("lf\n"), echo(); } },
        { "bytes", [] { say({ "\xff\xfe\0\xc3\n\xe2\x82\xac\n", 9 }), echo(); } },
        { "unfinished", [] { say("whole\nhalf"), hear(); } },
        { "flood", [number] { flood(1, number), say("\nafter\n"), echo(); } },
        { "floodlog", [number] { flood(2, number), say("after\n"), echo(); } },
        { "sink",
            [] {
                while (!hear().empty()) { }
                say("heard all\n");
            } },
        { "log", [] { say("first\nsecond\r\n\nlast", 2), hear(); } },
        { "exit",
            [number] { say("going\n"), say("why it goes\n", 2), std::exit(static_cast<int>(number)); } },
        { "die",
            [number] {
                say("up\n"), hear(), std::signal(static_cast<int>(number), SIG_DFL),
                    std::raise(static_cast<int>(number));
            } },
        { "closeout", [] { close(1), stayForEver(); } },
        { "closein", [] { close(0), say("up\n"), stayForEver(); } },
        { "state", state },
    };
    const auto found = modes.find(mode);
    if (found == modes.end())
        return 2;
    found->second();
}
