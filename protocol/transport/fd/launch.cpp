// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/fd/launch.h"

#include <QCoreApplication>

#include <algorithm>
#include <mutex>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fd {

namespace {

wire::Error noGuard(const std::string& path, int error)
{
    return { .kind = wire::ErrorKind::Unreachable,
        .message = "the guard that programs are started by could not be: " + errorText(error),
        .expected = {},
        .found = {},
        .where = path };
}

std::vector<char*> pointersTo(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// posix_spawn's two descriptions of a child.
class Spawning final {
public:
    Spawning()
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK);
    }
    ~Spawning()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    Spawning(const Spawning&) = delete;
    Spawning& operator=(const Spawning&) = delete;

    void give(const Descriptor& from, int number)
    {
        posix_spawn_file_actions_adddup2(&m_actions, from.number(), number);
    }
    std::expected<int, int> run(std::vector<std::string> command, std::vector<std::string> environment)
    {
        pid_t process = 0;
        const int error = posix_spawn(&process, command.front().c_str(), &m_actions, &m_attributes,
            pointersTo(command).data(), pointersTo(environment).data());
        if (error != 0) {
            return std::unexpected(error);
        }
        return process;
    }

private:
    posix_spawn_file_actions_t m_actions {};
    posix_spawnattr_t m_attributes {};
};

/// Children that ended, or will soon.
class Unreaped final {
public:
    void add(int process)
    {
        const std::lock_guard lock(m_mutex);
        m_processes.push_back(process);
        tryAll();
    }
    void look()
    {
        const std::lock_guard lock(m_mutex);
        tryAll();
    }

private:
    void tryAll()
    {
        std::erase_if(m_processes, [](int process) { return waitpid(process, nullptr, WNOHANG) != 0; });
    }

    std::mutex m_mutex;
    std::vector<int> m_processes;
};

Unreaped& unreaped()
{
    static Unreaped all;
    return all;
}

} // namespace

std::expected<Launched, wire::Error> launch(const Launch& what)
{
    constexpr int kControl = 3;
    unreaped().look();
    auto input = pipeToWrite();
    auto output = pipeToRead();
    auto errors = pipeToRead();
    auto control = socketPair();
    if (!input || !output || !errors || !control) {
        const int error = !input ? input.error()
            : !output            ? output.error()
            : !errors            ? errors.error()
                                 : control.error();
        return std::unexpected(noGuard(what.guard, error));
    }
    std::vector<std::string> command { what.guard, std::to_string(kControl),
        std::to_string(what.killGrace.count()), what.directory, what.program };
    command.insert(command.end(), what.arguments.begin(), what.arguments.end());
    Spawning spawning;
    spawning.give(input->read, STDIN_FILENO);
    spawning.give(output->write, STDOUT_FILENO);
    spawning.give(errors->write, STDERR_FILENO);
    spawning.give(control->second, kControl);
    const auto process = spawning.run(std::move(command), what.environment);
    if (!process) {
        return std::unexpected(noGuard(what.guard, process.error()));
    }
#ifdef SYS_pidfd_open
    Descriptor exit(static_cast<int>(syscall(SYS_pidfd_open, *process, 0)));
#else
    Descriptor exit;
#endif
    return Launched { .input = std::move(input->write),
        .output = std::move(output->read),
        .errors = std::move(errors->read),
        .control = std::move(control->first),
        .exit = std::move(exit),
        .guard = *process };
}

std::vector<std::string> environmentWith(
    std::span<const std::pair<std::string, std::string>> with, std::span<const std::string> without)
{
    std::vector<std::string> all;
    for (char** each = environ; *each; ++each) {
        const std::string_view entry = *each;
        const std::string_view name = entry.substr(0, entry.find('='));
        const bool isLeftOut = std::ranges::find(without, name) != without.end()
            || std::ranges::any_of(with, [name](const auto& added) { return added.first == name; });
        if (!isLeftOut) {
            all.emplace_back(entry);
        }
    }
    for (const auto& [name, value] : with) {
        all.emplace_back(name).append("=").append(value);
    }
    return all;
}

std::string defaultGuard()
{
    const QString named = qEnvironmentVariable("ACMP_GUARD");
    return (named.isEmpty() ? QCoreApplication::applicationDirPath() + QStringLiteral("/acmp-guard") : named)
        .toStdString();
}

void reap(int process)
{
    unreaped().add(process);
}

void endControl(const Descriptor& control)
{
    shutdown(control.number(), SHUT_WR);
}

std::string parentName()
{
    return "pid " + std::to_string(getppid());
}

std::string signalText(int number)
{
#ifdef __GLIBC__
    const char* const name = sigabbrev_np(number);
    const char* const text = sigdescr_np(number);
    if (name && text) {
        return std::string("SIG") + name + ", " + text;
    }
#endif
    return "signal " + std::to_string(number);
}

} // namespace fd
