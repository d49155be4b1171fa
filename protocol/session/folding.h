// SPDX-License-Identifier: Apache-2.0
// Small things that the folds over messages share. Internal to session/.
#pragma once

#include "protocol/acmp/checks.h"
#include "protocol/acmp/codec.h"
#include "protocol/session/sessions.h"

namespace session {

template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

/// In whole milliseconds: "12 ms".
inline std::string msText(wire::nanoseconds duration)
{
    return std::to_string(std::chrono::duration_cast<wire::milliseconds>(duration).count()) + " ms";
}

inline acmp::Finding finding(std::string_view rule, std::string expected, std::string found,
    wire::RecordNo record, std::string pointer = {})
{
    return { .rule = &acmp::rule(rule),
        .expected = std::move(expected),
        .found = std::move(found),
        .where = { .record = record, .pointer = std::move(pointer), .offset = 0 } };
}

inline acmp::Origin originOf(const MessageFacts& facts)
{
    acmp::Origin origin;
    origin.record = facts.record;
    origin.at = facts.at.at;
    origin.message = json::Raw(facts.payload);
    return origin;
}

/// Appends checks of a message whose pointers start at `at`.
inline void addChecks(acmp::Findings checks, std::string_view at, acmp::Findings& out)
{
    for (acmp::Finding& check : checks) {
        check.where.pointer.insert(0, at);
        out.push_back(std::move(check));
    }
}

/// The message, or nullopt with what is wrong appended to `out`.
template <class T>
std::optional<T> decodeInto(const json::View& value, acmp::Findings& out)
{
    auto decoded = acmp::decode<T>(value);
    if (decoded) {
        return std::move(*decoded);
    }
    for (acmp::Finding& finding : acmp::toFindings(decoded.error())) {
        out.push_back(std::move(finding));
    }
    return std::nullopt;
}

inline void watch(Sessions::Folded& out, Sessions::Task* task)
{
    out.task = task;
    out.findingsBefore = task->allFindings().kept().size();
}

inline void watch(Sessions::Folded& out, Sessions::Deal* deal)
{
    out.deal = deal;
    out.findingsBefore = deal->track.findings().kept().size();
}

} // namespace session
