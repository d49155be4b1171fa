// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/descriptor.h"

#include <system_error>

#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fd {

namespace {

/// Holds SIGPIPE back from this thread, and swallows the one that a write raised.
class NoSigPipe final {
public:
    NoSigPipe()
    {
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        m_wasPending = sigismember(&pending, SIGPIPE) == 1;
        sigemptyset(&m_pipe);
        sigaddset(&m_pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &m_pipe, &m_before);
    }
    ~NoSigPipe()
    {
        if (m_raised && !m_wasPending) {
            constexpr timespec kAtOnce {};
            sigtimedwait(&m_pipe, nullptr, &kAtOnce);
        }
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    NoSigPipe(const NoSigPipe&) = delete;
    NoSigPipe& operator=(const NoSigPipe&) = delete;

    void raised() { m_raised = true; }

private:
    sigset_t m_pipe {};
    sigset_t m_before {};
    bool m_wasPending = false;
    bool m_raised = false;
};

bool isReady(int number, short events)
{
    pollfd polled { .fd = number, .events = events, .revents = 0 };
    return poll(&polled, 1, 0) > 0;
}

template <typename Call>
std::expected<std::size_t, int> again(Call call)
{
    for (;;) {
        const ssize_t size = call();
        if (size >= 0) {
            return static_cast<std::size_t>(size);
        }
        if (errno != EINTR) {
            return std::unexpected(errno);
        }
    }
}

// A child's standard descriptors are put in place one after the other: none of ours may stand in the way.
Descriptor lifted(int number)
{
    constexpr int kFirstFree = 4;
    if (number >= kFirstFree) {
        return Descriptor(number);
    }
    const int higher = fcntl(number, F_DUPFD_CLOEXEC, kFirstFree);
    close(number);
    return Descriptor(higher);
}

std::expected<Ends, int> makePipe(int ours)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return std::unexpected(errno);
    }
    fcntl(ends[ours], F_SETFL, O_NONBLOCK);
    return Ends { .read = lifted(ends[0]), .write = lifted(ends[1]) };
}

} // namespace

Descriptor::Descriptor(int number)
    : m_number(number)
{
    struct stat facts {};
    if (number >= 0 && fstat(number, &facts) == 0 && S_ISSOCK(facts.st_mode)) {
        m_manner = Manner::Socket;
    } else if (const int flags = fcntl(number, F_GETFL); flags >= 0 && (flags & O_NONBLOCK) != 0) {
        m_manner = Manner::NonBlocking;
    }
}

std::expected<Descriptor, int> Descriptor::copyOf(int number)
{
    struct stat facts {};
    if (fstat(number, &facts) != 0) {
        return std::unexpected(errno);
    }
    // O_NONBLOCK belongs to the open file, which others share. Opened anew, a pipe or a terminal is ours
    // alone; a file would start anew, and needs no waiting.
    if (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode)) {
        const std::string path = "/proc/self/fd/" + std::to_string(number);
        const int mode = fcntl(number, F_GETFL) & O_ACCMODE;
        const int opened = open(path.c_str(), mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
        if (opened >= 0) {
            return Descriptor(opened);
        }
    }
    const int copy = fcntl(number, F_DUPFD_CLOEXEC, 3);
    if (copy < 0) {
        return std::unexpected(errno);
    }
    return Descriptor(copy);
}

void Descriptor::reset()
{
    if (m_number >= 0) {
        close(std::exchange(m_number, -1));
    }
}

std::expected<std::size_t, int> Descriptor::read(std::span<char> into) const
{
    switch (m_manner) {
    case Manner::Socket:
        return again([&] { return recv(m_number, into.data(), into.size(), MSG_DONTWAIT); });
    case Manner::Polled:
        if (!isReady(m_number, POLLIN)) {
            return std::unexpected(EAGAIN);
        }
        break;
    case Manner::NonBlocking:
        break;
    }
    return again([&] { return ::read(m_number, into.data(), into.size()); });
}

std::expected<std::size_t, int> Descriptor::write(std::string_view bytes) const
{
    if (m_manner == Manner::Socket) {
        return again([&] { return send(m_number, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL); });
    }
    if (m_manner == Manner::Polled) {
        if (!isReady(m_number, POLLOUT)) {
            return std::unexpected(EAGAIN);
        }
        // A pipe that has room has room for that much.
        bytes = bytes.substr(0, PIPE_BUF);
    }
    NoSigPipe noSignal;
    const auto size = again([&] { return ::write(m_number, bytes.data(), bytes.size()); });
    if (!size && size.error() == EPIPE) {
        noSignal.raised();
    }
    return size;
}

std::expected<Ends, int> pipeToRead()
{
    return makePipe(0);
}

std::expected<Ends, int> pipeToWrite()
{
    return makePipe(1);
}

std::expected<std::pair<Descriptor, Descriptor>, int> socketPair()
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return std::unexpected(errno);
    }
    return std::pair(lifted(ends[0]), lifted(ends[1]));
}

std::string errorText(int error)
{
    return std::system_category().message(error);
}

} // namespace fd
