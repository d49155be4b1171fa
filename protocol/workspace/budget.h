// SPDX-License-Identifier: Apache-2.0
// How much may be spent.
#pragma once

#include "protocol/json/decimal.h"

#include <optional>
#include <string>
#include <vector>

namespace workspace {

/// Members that a newer version wrote: each as it stood, `"name": value`, in the order received.
using Unknown = std::vector<std::string>;

/// In compute units; absent: no limit.
struct Budget {
    std::optional<json::Decimal> all = {};
    std::optional<json::Decimal> perProvider = {};
    std::optional<json::Decimal> perDay = {}; ///< of UTC
    Unknown unknown = {};
    bool isLimited() const { return all || perProvider || perDay; }
    bool operator==(const Budget&) const = default;
};

} // namespace workspace
