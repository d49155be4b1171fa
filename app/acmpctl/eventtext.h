// SPDX-License-Identifier: Apache-2.0
// Pieces of what acmpctl prints, for machines and for people. Text of a peer is always cut and freed of
// control characters.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/json/writer.h"
#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"

#include <optional>
#include <string>
#include <vector>

namespace acmpctl {

std::string fixed(double number, int digits);
std::string ms(wire::nanoseconds duration);
/// The value as it stands, shortened.
std::string shown(const json::Raw& data);
std::string nameOf(std::int64_t code);

std::string describe(const acmp::Finding& finding);
std::string describe(const acmp::Findings& findings);
std::string describe(const acmp::TaskError& error);

// Members of an object that is open.
void writeOptional(json::Writer& writer, std::string_view key, const std::optional<std::string>& text);
void writeStrings(json::Writer& writer, std::string_view key, const std::vector<std::string>& texts);
void writeFinding(json::Writer& writer, const acmp::Finding& finding);
void writeFindings(json::Writer& writer, const acmp::Findings& findings);
void writeData(json::Writer& writer, const acmp::TaskError& error);
/// A whole message of the peer, as it stands; null without one.
void writeMessage(json::Writer& writer, const json::Raw& message);
/// `raw`: what came and could not be understood, which need be neither JSON nor UTF-8.
void writeUnread(json::Writer& writer, std::string_view raw);
void writeError(json::Writer& writer, const wire::Error& error);

} // namespace acmpctl
