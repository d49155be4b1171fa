// SPDX-License-Identifier: Apache-2.0
// Pure checks of one typed message, or of a pair of them, against the rules. What needs a task's history is
// in session/. A pair's check does not repeat what the check of the message alone says. Pointers of findings
// start at the message (params, result, the error object); those of checkJson and toFindings at the document.
#pragma once

#include "protocol/acmp/capability.h"
#include "protocol/acmp/codec.h"
#include "protocol/acmp/messages.h"
#include "protocol/acmp/rules.h"
#include "protocol/json/view.h"

#include <span>
#include <vector>

namespace acmp {

using Findings = std::vector<Finding>;

/// Oddities of the JSON itself: duplicate keys, lone surrogates, BOM, numbers out of range, escaped NUL.
Findings checkJson(const json::View& root);
/// One finding a wrong member, under the rule of its section.
Findings toFindings(const std::vector<FieldError>& errors);

Findings check(const Invoke& message);
Findings check(const TaskResult& message);
Findings check(const TaskError& message);
Findings check(const InputChunk& message);
Findings check(const StreamChunk& message);
Findings check(const Heartbeat& message);
Findings check(const OfferRequest& message);
Findings check(const Offer& message);
Findings check(const Capability& declaration);

/// Gives those that name a place in `message`, the whole of it, by pointer alone the byte of the value there;
/// where that is absent, of the innermost one around it.
void locate(std::span<Finding> findings, const json::Document& message);

/// A result against the request it answers: task_id echoed, cost ≤ ceiling, output present or streamed, proof
/// as asked.
Findings check(const TaskResult& message, const Invoke& request);
/// An error against the request: task_id in data, min_price_cu above the ceiling for -33001.
Findings check(const TaskError& message, const Invoke& request);
/// An offer against what was asked: price, capability, window, SLA, proof. `nowUnixMs`: when it arrived.
Findings check(const Offer& message, const OfferRequest& request, std::int64_t nowUnixMs);
/// An ack against the accept and the offer it answers.
Findings check(const Ack& message, const Accept& request, const Offer& offer);

/// What a request relies on that was not advertised (Layer 1 §1, decision D28). Each is a reason to refuse to
/// send it.
Findings checkAdvertised(const Invoke& request, const Capability& peer);

} // namespace acmp
