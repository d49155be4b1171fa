// SPDX-License-Identifier: Apache-2.0
// How a provider that is listed is reached (Layer 5, decision D17). Pure; fetches nothing.
#pragma once

#include "protocol/discovery/entry.h"
#include "protocol/wire/error.h"

#include <expected>
#include <string>

namespace buyer {

/// Where it runs tasks, as a target (binding/target.h): its card's address, or what an inline server card
/// says. The error is a sentence.
std::expected<std::string, std::string> targetOf(const discovery::Entry& entry);

/// Where it quotes, by the binding of its entry; empty: where it runs tasks. No address of the web: an error.
std::expected<std::string, std::string> negotiationTargetOf(const discovery::Entry& entry);

/// An address that only quotes need not say what it is: whether it is asked for offers all the same, though
/// discovery ended so. It is there, and does not know what it was asked: HTTP 404 or 405, -32601, no card.
bool quotesUndiscovered(const wire::Error& discovery);

} // namespace buyer
