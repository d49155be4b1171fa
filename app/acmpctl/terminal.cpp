// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/terminal.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace acmpctl {

namespace {

/// The controlling terminal without its echo, which comes back when this goes; until then an interrupt ends a
/// read, not the program.
class Silence final {
public:
    Silence()
        : m_terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
        , m_isOpen(m_terminal >= 0 && ::tcgetattr(m_terminal, &m_before) == 0)
    {
        if (!m_isOpen)
            return;
        struct sigaction ignored {};
        ignored.sa_handler = [](int) { };
        ::sigaction(SIGINT, &ignored, &m_interruptBefore);
        termios silent = m_before;
        silent.c_lflag &= ~tcflag_t { ECHO };
        silent.c_lflag |= ECHONL;
        ::tcsetattr(m_terminal, TCSAFLUSH, &silent);
    }
    ~Silence()
    {
        if (m_isOpen) {
            ::tcsetattr(m_terminal, TCSAFLUSH, &m_before);
            ::sigaction(SIGINT, &m_interruptBefore, nullptr);
        }
        if (m_terminal >= 0)
            ::close(m_terminal);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

    bool isOpen() const { return m_isOpen; }
    int terminal() const { return m_terminal; }

private:
    int m_terminal = -1;
    termios m_before {};
    struct sigaction m_interruptBefore {};
    bool m_isOpen = false;
};

} // namespace

std::expected<std::string, wire::Error> askSecret(const char* prompt)
{
    const Silence silence;
    if (!silence.isOpen())
        return std::unexpected(wire::Error { wire::ErrorKind::Usage, "nobody can be asked for a secret",
            "a terminal, or the secret by --token or ACMP_BEARER_TOKEN", "no terminal", {}, false });
    if (::write(silence.terminal(), prompt, std::strlen(prompt)) < 0)
        return std::unexpected(wire::Error { wire::ErrorKind::Io, "the terminal can't be written to",
            "a terminal", std::strerror(errno), {}, false });
    // A terminal hands out a line at a time.
    std::string line(4096, '\0');
    const ssize_t got = ::read(silence.terminal(), line.data(), line.size());
    if (got < 0)
        return std::unexpected(wire::Error { wire::ErrorKind::Cancelled, "interrupted", {}, {}, {}, false });
    line.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r'))
        line.pop_back();
    if (line.empty())
        return std::unexpected(wire::Error {
            wire::ErrorKind::Usage, "no secret was entered", "a line", "an empty one", {}, false });
    return line;
}

} // namespace acmpctl
