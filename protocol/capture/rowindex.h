// SPDX-License-Identifier: Apache-2.0
// The rows of a record in memory.
#pragma once

#include "protocol/capture/row.h"
#include "protocol/wire/appendlog.h"

namespace capture {

using RowIndex = wire::AppendLog<Row>;

} // namespace capture
