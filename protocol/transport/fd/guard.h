// SPDX-License-Identifier: Apache-2.0
// The line to one acmp-guard: what it tells about its program, and the end, which is to let go of it.
#pragma once

#include "protocol/transport/fd/descriptor.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>
#include <string>

namespace fd {

class Guard final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Guard)

public:
    /// As launch() made them. `process` is reaped in the end.
    Guard(Descriptor control, Descriptor exit, int process);
    /// Whatever still lives of the program is ended, without waiting for it.
    ~Guard() override;

    /// Ends all that came of the program: SIGTERM, and after the grace that it was launched with SIGKILL.
    void end();

Q_SIGNALS:
    void started(qint64 process);
    /// `step`: "fork", "chdir" or "exec"; `error`: errno.
    void failed(const std::string& step, int error);
    void exited(int code);
    void killed(int signal);
    /// Last: nothing of the program is left.
    void gone();

private:
    void read();
    void tell(std::string_view line);
    void leave();

    Descriptor m_control;
    Descriptor m_exit;
    int m_process;
    std::unique_ptr<QSocketNotifier> m_told;
    std::unique_ptr<QSocketNotifier> m_left;
    std::string m_line;
    bool m_isGone = false;
};

} // namespace fd
