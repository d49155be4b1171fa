// SPDX-License-Identifier: Apache-2.0
#include "app/acmpctl/interrupt.h"

#include "app/acmpctl/exitcode.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace acmpctl {

namespace {

int g_pipe[2] = { -1, -1 };
volatile std::sig_atomic_t g_count = 0;

void handle(int)
{
    const int count = g_count + 1;
    g_count = count;
    if (count > 1)
        _exit(kInterrupted);
    const char byte = 0;
    [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);
}

int openPipe()
{
    if (pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals");
    return g_pipe[0];
}

} // namespace

Interrupt::Interrupt(QObject* parent)
    : QObject(parent)
    , m_descriptor(openPipe())
    , m_notifier(m_descriptor, QSocketNotifier::Read)
{
    struct sigaction action {};
    action.sa_handler = handle;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        [[maybe_unused]] const auto size = read(m_descriptor, &byte, 1);
        Q_EMIT interrupted();
    });
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    m_notifier.setEnabled(false);
    close(g_pipe[0]);
    close(g_pipe[1]);
}

} // namespace acmpctl
