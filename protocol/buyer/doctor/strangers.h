// SPDX-License-Identifier: Apache-2.0
// What is known of peers that are something else than expected, and words for what was seen of them. Pure.
#pragma once

#include "protocol/buyer/doctor/witness.h"

namespace buyer {

/// "404 Not Found"
std::string statusLine(const Witness& witness);
/// "12.3 ms"
std::string msText(wire::nanoseconds duration);
/// "a, b": each shortened, controls escaped.
std::string listed(const std::vector<std::string>& items);
/// "-32601 MethodNotFound: …"
std::string refusalText(const Refusal& refusal);

/// MCP's own rules and JSON's, not those of ACMP.
bool isOfSubstrate(const acmp::Finding& finding);
/// Adds it as a line; a warning or error of a step that was ok makes a warning of it.
void addFinding(Step& step, const acmp::Finding& finding);

/// The error of a server of another revision of MCP: -32022, or what older ones say to a method that they
/// don't know or to a request before `initialize`.
bool isOfAnotherVersion(const Refusal& refusal);

// What to try.

std::string hintForStatus(const Witness& witness);
/// Nothing came that could be read as HTTP.
std::string hintWithoutAnswer(const wire::Error& error, const Witness& witness);
std::string hintForProgram(const Witness& witness);
std::string hintForRefusal(const Refusal& refusal);
/// There was an answer, or an end, that is no JSON-RPC.
std::string hintForNoMcp(const wire::Error& error, const Witness& witness);

} // namespace buyer
