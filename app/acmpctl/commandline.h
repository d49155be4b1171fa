// SPDX-License-Identifier: Apache-2.0
// The verbs and options of acmpctl, and their help. The one place that knows the library behind it.
#pragma once

#include "app/acmpctl/arguments.h"

#include <optional>
#include <string>

namespace acmpctl {

/// `verb` is set to the path of the chosen one: "invoke", "capture cat". A status to end with at once where
/// the line is wrong or only asks for help; then the reason has been printed.
std::optional<int> readCommandLine(int argc, char** argv, Arguments& arguments, std::string& verb);

} // namespace acmpctl
