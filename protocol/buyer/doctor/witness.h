// SPDX-License-Identifier: Apache-2.0
// What the doctor saw of one server/discover, or of the look for an agent card, while a client carried it
// out, so far. Plain facts; the steps are read from them by routesteps.h and answersteps.h.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/buyer/doctor/step.h"
#include "protocol/transport/connect/route.h"
#include "protocol/transport/http/message.h"

#include <deque>

namespace buyer {

/// The JSON-RPC error that answered.
struct Refusal {
    std::int64_t code = 0;
    std::string message;
    std::vector<std::string> supported; ///< data.supported of -32022
};

struct Witness {
    binding::Target target;
    std::string token;
    std::int64_t startedUnixMs = 0;
    wire::Instant started;

    std::shared_ptr<const transport::Route> route; ///< null: nothing was connected to yet
    std::optional<wire::Instant> answered; ///< HTTP's head, the handshake's end, the program's first message
    std::optional<http::ResponseHead> head; ///< of HTTP, also of a WebSocket's handshake
    bool isOpen = false; ///< a channel was opened
    std::optional<wire::Error> ended; ///< why the channel or the exchange is at its end, with an error
    bool isSilent = false; ///< it was given up: no answer in time
    std::optional<Refusal> refusal;

    // Of a shared channel.
    std::int64_t process = 0; ///< its id; 0: not started
    std::uint64_t messages = 0; ///< that are JSON
    std::uint64_t noiseCount = 0; ///< that are not
    std::vector<std::string> noise; ///< the first of those
    std::vector<std::string> oddities; ///< what else breaks the transport's rules, the first few
    std::deque<std::string> log; ///< the last lines of stderr

    std::optional<std::expected<binding::Discovered, wire::Error>> outcome; ///< last of all
    std::optional<wire::Instant> outcomeAt;

    /// A second server/discover without the token, which tells whether one is asked for.
    enum class Probe { None, Running, Asks, DoesNotAsk, Unknown };
    Probe probe = Probe::None;
    std::optional<wire::Instant> probedAt; ///< its end

    bool isProgram() const { return std::holds_alternative<binding::StdioTarget>(target); }
    bool isWebSocket() const { return std::holds_alternative<binding::WebSocketTarget>(target); }
    bool isAgent() const { return std::holds_alternative<binding::A2aTarget>(target); }
    int status() const { return head ? head->status : 0; }
    bool isAskedWho() const { return status() == 401 || status() == 403; }
    /// There is an answer to server/discover, or to the handshake of an older server, or an agent card.
    const binding::Discovered* discovered() const { return outcome && *outcome ? &**outcome : nullptr; }
    bool isLegacy() const { return discovered() && discovered()->isLegacy; }
};

wire::Error errorOf(
    wire::ErrorKind kind, std::string message, std::string expected = {}, std::string found = {});
Step skipped(Step::Kind kind, std::string why);
/// Detail and what was seen are the error's.
Step failed(Step::Kind kind, const wire::Error& error, std::string hint);

} // namespace buyer
