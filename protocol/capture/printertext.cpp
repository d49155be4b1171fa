// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/printer.h"
#include "protocol/capture/secrets.h"

#include <array>
#include <cstdio>

namespace capture {

namespace {

std::string timeText(double ms)
{
    std::array<char, 400> text {};
    std::snprintf(text.data(), text.size(), "%+12.3f ms", ms);
    return text.data();
}

std::string numberText(wire::RecordNo number)
{
    const std::string digits = std::to_string(number);
    constexpr std::size_t kWidth = 7;
    return std::string(kWidth - std::min(kWidth, digits.size()), ' ') + digits;
}

std::string idText(wire::ConnectionId id)
{
    return '#' + std::to_string(static_cast<std::uint32_t>(id));
}

struct EventText {
    bool withSecrets;

    std::string operator()(const Opened& opened) const
    {
        const std::string target = withSecrets ? opened.facts.target : withoutUrlSecrets(opened.facts.target);
        return idText(opened.connection)
            + (opened.facts.role == wire::Role::Client ? " opened to " : " accepted from ")
            + wire::excerpt(opened.facts.peer) + " (" + wire::excerpt(opened.facts.transport) + ") "
            + wire::excerpt(target);
    }
    std::string operator()(const Closed& closed) const
    {
        return idText(closed.connection) + " closed: " + wire::excerpt(closed.cause);
    }
    std::string operator()(const Mark& mark) const
    {
        return "-- " + (mark.text.empty() ? std::string(name(mark.kind)) : wire::excerpt(mark.text));
    }
    std::string operator()(const Gap& gap) const
    {
        return "-- " + std::to_string(gap.bytes) + " bytes of the file can't be read, from byte "
            + std::to_string(gap.offset) + ": " + gap.reason;
    }
};

} // namespace

std::string toText(const Printable& row)
{
    const bool sent = row.row.direction == wire::Direction::Sent;
    std::string line = numberText(row.number) + "  " + timeText(row.ms) + "  " + idText(row.row.connection)
        + (sent ? " → " : " ← ") + std::string(name(row.row.kind));
    const std::string what = !row.problem.empty() ? row.problem
        : row.isLastPart                          ? "last part"
                                                  : dissect::toLine(row.summary);
    if (!what.empty()) {
        line += "  " + what;
    }
    return line + "  " + std::to_string(row.row.length) + " B";
}

std::string toText(const Event& event, double ms, bool withSecrets)
{
    return "         " + timeText(ms) + "  " + std::visit(EventText { withSecrets }, event.what);
}

} // namespace capture
