// SPDX-License-Identifier: Apache-2.0
// Starts a program under acmp-guard. With descriptor.h the seam to the system of transport/fd: Linux.
#pragma once

#include "protocol/transport/fd/descriptor.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace fd {

struct Launch {
    std::string program; ///< looked up in the PATH of its environment
    std::vector<std::string> arguments;
    std::string directory; ///< it starts in; empty: ours
    std::vector<std::string> environment; ///< "NAME=value", all of it
    std::string guard; ///< acmp-guard's path
    wire::milliseconds killGrace { 0 }; ///< between SIGTERM and SIGKILL
};

struct Launched {
    Descriptor input; ///< written to: the program's stdin
    Descriptor output; ///< read from: its stdout
    Descriptor errors; ///< read from: its stderr
    Descriptor control; ///< a socket; at its end the guard ends all that came of the program
    Descriptor exit; ///< becomes readable when the guard has ended; closed if this system can't tell
    int guard = 0; ///< its process, to be given to reap()
};

/// Returns as soon as the guard runs: what became of the program is told on `control`. The error is of the
/// guard, kind Unreachable.
std::expected<Launched, wire::Error> launch(const Launch& what);
/// Our own environment without the variables named in `without` or `with`, and with those of `with`.
std::vector<std::string> environmentWith(
    std::span<const std::pair<std::string, std::string>> with, std::span<const std::string> without);
/// The guard beside this program, or what the environment variable ACMP_GUARD names.
std::string defaultGuard();
/// Takes the exit status of a child that ended or is about to: now, or when the next one is launched or
/// reaped. Never waits. Of any thread.
void reap(int process);
/// No more is sent to the guard, which reads this as the end; what it tells still arrives.
void endControl(const Descriptor& control);
/// "pid 123": who started this program.
std::string parentName();
/// "SIGSEGV, segmentation fault".
std::string signalText(int number);

} // namespace fd
