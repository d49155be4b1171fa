// SPDX-License-Identifier: Apache-2.0
// What is asked of a person at the terminal, whatever stdin is.
#pragma once

#include "protocol/wire/error.h"

#include <expected>
#include <string>

namespace acmpctl {

/// A line that is not shown while it is typed. ErrorKind::Usage without a terminal, and for an empty line.
std::expected<std::string, wire::Error> askSecret(const char* prompt);

} // namespace acmpctl
