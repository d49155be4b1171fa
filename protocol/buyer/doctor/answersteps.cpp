// SPDX-License-Identifier: Apache-2.0
// HTTP, WebSocket handshake, program start, discovery. What the answer says of ACMP: acmpsteps.cpp.
#include "protocol/buyer/doctor/answersteps.h"
#include "protocol/buyer/doctor/agentsteps.h"

#include "protocol/buyer/doctor/strangers.h"

namespace buyer {

using wire::Error;
using wire::ErrorKind;

namespace {

wire::Instant sinceOf(const Witness& witness)
{
    const transport::Route* const route = witness.route.get();
    if (!route)
        return witness.started;
    return route->encrypted ? *route->encrypted
        : route->tunnelled  ? *route->tunnelled
                            : route->connected.value_or(witness.started);
}

void addHead(Step& step, const Witness& witness)
{
    if (!witness.head)
        return;
    step.seen.push_back(statusLine(witness));
    for (const char* const name : { "Content-Type", "Server", "Via", "Location", "Retry-After", "Allow",
             "Upgrade", "Sec-WebSocket-Version" }) {
        for (const http::Field& field : witness.head->fields) {
            if (http::equalsIgnoringCase(field.name, name))
                step.seen.push_back(std::string(name) + ": " + wire::excerpt(field.value, 300));
        }
    }
}

std::optional<Step> httpStep(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Http;
    Step step { .kind = kind };
    const int status = witness.status();
    if (status == 200
        || (witness.outcome && (witness.isAskedWho() || witness.refusal || witness.isLegacy()))) {
        step.detail = "answered with " + statusLine(witness);
    } else if (!witness.outcome) {
        return std::nullopt;
    } else if (*witness.outcome) {
        step.state = Step::State::Warning;
        step.detail = "answered rightly, but with the status " + statusLine(witness);
        step.hint = "an answer to a request comes with 200 (MCP streamable HTTP)";
    } else {
        const Error& error = witness.ended ? *witness.ended : witness.outcome->error();
        step = failed(kind, error, witness.head ? hintForStatus(witness) : hintWithoutAnswer(error, witness));
    }
    step.duration = witness.answered.value_or(witness.outcomeAt.value_or(witness.started)) - sinceOf(witness);
    addHead(step, witness);
    return step;
}

std::optional<Step> handshakeStep(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Handshake;
    Step step { .kind = kind };
    if (witness.isOpen) {
        step.detail = "the WebSocket is open";
    } else if (!witness.outcome) {
        return std::nullopt;
    } else if (witness.isAskedWho()) {
        step.state = Step::State::Warning;
        step.detail = "answered with " + statusLine(witness) + " instead of 101: see authentication";
    } else {
        const Error& error = witness.ended ? *witness.ended
            : *witness.outcome             ? errorOf(ErrorKind::Unreachable, "it was not opened")
                                           : witness.outcome->error();
        step = failed(kind, error, witness.head ? hintForStatus(witness) : hintWithoutAnswer(error, witness));
    }
    step.duration = witness.answered.value_or(witness.outcomeAt.value_or(witness.started)) - sinceOf(witness);
    addHead(step, witness);
    return step;
}

void addOutput(Step& step, const Witness& witness)
{
    if (witness.noiseCount > 0) {
        step.seen.push_back("standard output: "
            + (witness.noiseCount == 1 ? std::string("1 line that is no JSON")
                                       : std::to_string(witness.noiseCount) + " lines that are no JSON"));
        for (const std::string& line : witness.noise)
            step.seen.push_back("  " + line);
    }
    for (const std::string& oddity : witness.oddities)
        step.seen.push_back(oddity);
    if (!witness.log.empty())
        step.seen.emplace_back("standard error, its end:");
    for (const std::string& line : witness.log)
        step.seen.push_back("  " + line);
}

std::optional<Step> programStep(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Program;
    Step step { .kind = kind };
    if (witness.messages > 0) {
        step.detail = "it runs, as process " + std::to_string(witness.process) + ", and speaks JSON";
    } else if (!witness.outcome) {
        return std::nullopt;
    } else if (witness.ended) {
        step = failed(kind, *witness.ended, hintForProgram(witness));
        std::erase_if(step.seen, [](const std::string& line) { return line.starts_with("found: stderr"); });
        addOutput(step, witness);
    } else if (witness.process != 0) {
        step.detail
            = "it runs, as process " + std::to_string(witness.process) + ", and has said nothing in JSON yet";
    } else {
        step = failed(kind, errorOf(ErrorKind::Unreachable, "it has not begun to run in time"), {});
    }
    step.duration = witness.answered.value_or(witness.outcomeAt.value_or(witness.started)) - witness.started;
#ifndef Q_OS_LINUX
    step.seen.emplace_back("this is not Linux: what the program starts itself may outlive this one");
#endif
    if (witness.process != 0)
        step.seen.insert(step.seen.begin(), "process: " + std::to_string(witness.process));
    return step;
}

void addAnswer(Step& step, const binding::Discovered& answer)
{
    const std::string server
        = answer.serverName + (answer.serverVersion.empty() ? "" : ' ' + answer.serverVersion);
    step.detail = server.empty() ? "server/discover is answered; the server gives no name"
                                 : wire::excerpt(server) + " answers";
    step.seen.push_back("round trip: " + msText(answer.roundTrip));
    for (const acmp::Finding& finding : answer.findings) {
        if (isOfSubstrate(finding))
            addFinding(step, finding);
    }
}

Step unknownPeer(const Witness& witness)
{
    Step step { .kind = Step::Kind::Discovery, .state = Step::State::Warning };
    if (witness.refusal) {
        step.detail = "it does not know server/discover (" + refusalText(*witness.refusal) + ')';
        step.hint = "it may speak ACMP without MCP around it: what it can do is unknown until it is asked to";
    } else {
        step.detail = "no answer to server/discover in time";
        step.hint = "it may speak ACMP without MCP around it, or not listen at all: try a quote or a task";
    }
    return step;
}

Step failedDiscovery(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Discovery;
    const Error& error = witness.outcome->error();
    if (witness.refusal) {
        Step step = failed(kind, error, hintForRefusal(*witness.refusal));
        step.detail = "server/discover is refused: " + refusalText(*witness.refusal);
        return step;
    }
    if (witness.isSilent)
        return failed(kind, error,
            witness.isProgram() && witness.noiseCount > 0
                ? "standard output is for messages only: is it started in the mode that speaks MCP over "
                  "stdio? "
                  "banners belong on standard error"
                : "it may be no MCP server, or one of a revision before 2026-07-28; a server that is busy "
                  "answers later: try again");
    return failed(kind, error, hintForNoMcp(error, witness));
}

} // namespace

std::optional<Step> firstAnswerStep(Step::Kind kind, const Witness& witness)
{
    switch (kind) {
    case Step::Kind::Http:
        return httpStep(witness);
    case Step::Kind::Handshake:
        return handshakeStep(witness);
    default:
        return programStep(witness);
    }
}

Step discoveryStep(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Discovery;
    if (witness.isAskedWho())
        return skipped(kind, "the server first wants to know who asks: see authentication");
    Step step { .kind = kind };
    if (witness.isAgent() && witness.discovered()) {
        step = agentCard(witness);
    } else if (witness.isLegacy()
        || (witness.refusal && isOfAnotherVersion(*witness.refusal) && !witness.discovered())) {
        step.state = Step::State::Warning;
        step.detail = witness.refusal
            ? "answered with the error " + refusalText(*witness.refusal) + ": see version"
            : "server/discover is not answered: see version";
    } else if (const binding::Discovered* answer = witness.discovered()) {
        if (answer->isUnknown)
            step = unknownPeer(witness);
        else
            addAnswer(step, *answer);
    } else {
        step = failedDiscovery(witness);
    }
    if (witness.noiseCount > 0 && step.state == Step::State::Ok) {
        step.state = Step::State::Warning;
        step.hint = "standard output is for messages only: other text belongs on standard error";
    }
    addOutput(step, witness);
    step.duration = *witness.outcomeAt - witness.answered.value_or(sinceOf(witness));
    return step;
}

} // namespace buyer
