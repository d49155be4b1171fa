// SPDX-License-Identifier: GPL-3.0-or-later
// An accepted offer (Layer 6 §2.2), as whatever runs under it needs it.
#pragma once

#include "protocol/acmp/messages.h"

#include <memory>
#include <optional>
#include <string>

namespace stack {

struct Deal {
    acmp::Offer offer;
    std::optional<std::string> escrowId; ///< absent: direct settlement
    std::string provider; ///< as the ledger names it
    std::string name; ///< of the provider, for people
};
using DealPtr = std::shared_ptr<const Deal>;

} // namespace stack
