// SPDX-License-Identifier: Apache-2.0
// acmp-guard CONTROL GRACE_MS DIRECTORY PROGRAM [ARGUMENT…]
// Runs PROGRAM in DIRECTORY (empty: here) on its own standard descriptors, and lets nothing that comes of it
// outlive whoever holds the other end of the socket CONTROL, however that one ends. Once CONTROL is at its
// end, or PROGRAM has ended, or on SIGTERM: SIGTERM to all that is left of it, SIGKILL after GRACE_MS, until
// nothing is left; if nobody holds CONTROL's other end any more, after half a second at most. Tells on
// CONTROL, a line each: "started PID", "failed STEP ERRNO" (STEP: fork, chdir, exec), then "exited CODE" or
// "killed SIGNAL". Exits with CODE, 128 + SIGNAL, or 127 if it failed.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int kFailed = 127;
constexpr int kSignalled = 128;

struct Failure {
    const char* step = nullptr;
    int error = 0;
};

int g_control = -1;

void tell(const char* what, long number, const char* detail = "")
{
    char line[64];
    const int size = std::snprintf(line, sizeof line, "%s %s%ld\n", what, detail, number);
    // Nobody may be there to read it.
    [[maybe_unused]] const auto sent
        = send(g_control, line, static_cast<std::size_t>(size), MSG_NOSIGNAL | MSG_DONTWAIT);
}

long nowMs()
{
    timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

// The program inherits 0, 1 and 2; this one only CONTROL as well.
void closeOthers()
{
#ifdef SYS_close_range
    const auto control = static_cast<unsigned>(g_control);
    if ((control == 3 || syscall(SYS_close_range, 3U, control - 1, 0) == 0)
        && syscall(SYS_close_range, control + 1, ~0U, 0) == 0) {
        return;
    }
#endif
    const auto most = static_cast<int>(sysconf(_SC_OPEN_MAX));
    for (int fd = 3; fd < most; ++fd) {
        if (fd != g_control) {
            close(fd);
        }
    }
}

void releaseStdio()
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; ++fd) {
        if (null < 0 || dup2(null, fd) < 0) {
            close(fd);
        }
    }
    if (null > 2) {
        close(null);
    }
}

[[noreturn]] void become(char** command, const char* directory, pid_t guard, int report)
{
    setpgid(0, 0);
    // Should the guard itself be killed, at least this one goes with it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard) {
        _exit(kFailed);
    }
    for (int number = 1; number < NSIG; ++number) {
        std::signal(number, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    Failure failure { "chdir", 0 };
    if (*directory == '\0' || chdir(directory) == 0) {
        execvp(command[0], command);
        failure.step = "exec";
    }
    failure.error = errno;
    [[maybe_unused]] const auto written = write(report, &failure, sizeof failure);
    _exit(kFailed);
}

// The program's process, or 0: it could not be started.
pid_t start(char** command, const char* directory, Failure& failure)
{
    const pid_t guard = getpid();
    int report[2];
    const pid_t child = pipe2(report, O_CLOEXEC) == 0 ? fork() : -1;
    if (child < 0) {
        failure = { "fork", errno };
        return 0;
    }
    if (child == 0) {
        become(command, directory, guard, report[1]);
    }
    setpgid(child, child);
    releaseStdio();
    close(report[1]);
    // Ends when the program's text replaces this one.
    ssize_t size = 0;
    do {
        size = read(report[0], &failure, sizeof failure);
    } while (size < 0 && errno == EINTR);
    close(report[0]);
    if (size <= 0) {
        return child;
    }
    waitpid(child, nullptr, 0);
    return 0;
}

// Signals our children, each with its process group where it leads one: the program, and what was re-parented
// to us because its own parent ended. They are not reaped yet, so their numbers are still theirs. Those that
// are re-parented later are met by a later call; `told` gets a number once.
void strike(int number, std::vector<pid_t>* told)
{
    std::FILE* const children = std::fopen("/proc/thread-self/children", "re");
    if (!children) {
        return;
    }
    const auto isTold = [told](pid_t target) { return std::ranges::find(*told, target) != told->end(); };
    int child = 0;
    while (std::fscanf(children, "%d", &child) == 1) {
        const pid_t group = getpgid(child);
        const pid_t target = group == child ? -child : child;
        if (!told) {
            kill(target, number);
        } else if (!isTold(target) && !isTold(-group)) {
            told->push_back(target);
            kill(target, number);
            kill(target, SIGCONT);
        }
    }
    std::fclose(children);
}

// Until no child is left. The program's status as an exit code.
int watch(pid_t program, int signals, long graceMs)
{
    constexpr int kStrikeMs = 10;
    constexpr long kAloneMs = 500;
    constexpr long kNever = std::numeric_limits<long>::max();
    int code = 0;
    long killAt = kNever;
    std::vector<pid_t> told;
    pollfd polled[] = { { g_control, POLLIN, 0 }, { signals, POLLIN, 0 } };
    for (;;) {
        int status = 0;
        pid_t ended = 0;
        bool ending = killAt != kNever;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == program) {
                const bool killed = WIFSIGNALED(status);
                code = killed ? kSignalled + WTERMSIG(status) : WEXITSTATUS(status);
                tell(killed ? "killed" : "exited", killed ? WTERMSIG(status) : WEXITSTATUS(status));
                ending = true;
            }
        }
        if (ended < 0) {
            return code;
        }
        long patienceMs = graceMs;
        char buffer[sizeof(signalfd_siginfo)];
        if ((polled[0].revents & POLLIN) != 0) {
            const ssize_t size = recv(g_control, buffer, sizeof buffer, MSG_DONTWAIT);
            if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
                polled[0].events = 0;
                ending = true;
            }
        }
        if ((polled[0].revents & (POLLHUP | POLLERR)) != 0) {
            polled[0].fd = -1;
            ending = true;
            patienceMs = std::min(graceMs, kAloneMs);
        }
        if (polled[1].revents != 0 && read(signals, buffer, sizeof buffer) > 0) {
            signalfd_siginfo info;
            std::memcpy(&info, buffer, sizeof info);
            ending = ending || info.ssi_signo != SIGCHLD;
        }
        if (ending) {
            killAt = std::min(killAt, nowMs() + patienceMs);
        }
        if (ending) {
            const bool late = nowMs() >= killAt;
            strike(late ? SIGKILL : SIGTERM, late ? nullptr : &told);
        }
        polled[0].revents = polled[1].revents = 0;
        poll(polled, 2, ending ? kStrikeMs : -1);
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 5 || std::atoi(argv[1]) < 3) {
        std::fputs("usage: acmp-guard CONTROL GRACE_MS DIRECTORY PROGRAM [ARGUMENT...]\n", stderr);
        return 2;
    }
    g_control = std::atoi(argv[1]);
    const long graceMs = std::atol(argv[2]);
    fcntl(g_control, F_SETFD, FD_CLOEXEC);
    closeOthers();
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t watched;
    sigemptyset(&watched);
    for (const int number : { SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT }) {
        sigaddset(&watched, number);
    }
    sigprocmask(SIG_SETMASK, &watched, nullptr);
    std::signal(SIGCHLD, SIG_DFL);
    const int signals = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);

    Failure failure { "fork", errno };
    const pid_t program = signals < 0 ? 0 : start(argv + 4, argv[3], failure);
    if (program == 0) {
        char step[16];
        std::snprintf(step, sizeof step, "%s ", failure.step);
        tell("failed", failure.error, step);
        return kFailed;
    }
    tell("started", program);
    return watch(program, signals, graceMs);
}
