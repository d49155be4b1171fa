// SPDX-License-Identifier: Apache-2.0
// What an answer's A2A form breaks: names, enums, required members, what an older version had. Pure.
#pragma once

#include "protocol/a2a/carried.h"
#include "protocol/acmp/checks.h"

namespace a2a {

/// At most one finding a rule. `root`: the whole message.
acmp::Findings checkForm(const json::View& root, const Event& event);
/// Of what a client sends: params of SendMessage, or the body of message:send.
acmp::Findings checkRequestForm(const json::View& params);
/// Of one Part: its media type, integers that a protobuf peer made doubles of.
acmp::Findings checkPart(const Carried& carried);

} // namespace a2a
