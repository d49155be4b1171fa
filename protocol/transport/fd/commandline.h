// SPDX-License-Identifier: Apache-2.0
// A command line as a person types it, and back. Quotes and backslashes as in a POSIX shell (XCU §2.2), and
// nothing else of one: no variables, no patterns, no pipes.
#pragma once

#include "protocol/wire/error.h"

#include <expected>
#include <span>
#include <string>
#include <vector>

namespace fd {

/// Its words; none for an empty line. The error, kind Usage, is a quote that is never closed or a backslash
/// at the end, `where` "byte N", from 0.
std::expected<std::vector<std::string>, wire::Error> splitCommand(std::string_view line);
/// What splitCommand() takes apart into these words again, quoted only where needed.
std::string joinCommand(std::span<const std::string> words);

} // namespace fd
