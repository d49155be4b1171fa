// SPDX-License-Identifier: Apache-2.0
// json.dumps(value, sort_keys=True, separators=(",", ":")): what the Python reference implementation hashes
// where RFC 8785 is asked for. Internal to session/.
#pragma once

#include "protocol/json/view.h"

#include <string>

namespace session {

std::string pythonForm(const json::View& value);

} // namespace session
