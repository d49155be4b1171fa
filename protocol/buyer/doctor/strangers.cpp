// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/doctor/strangers.h"

#include "protocol/rpc/codes.h"

#include <QByteArray>

#include <array>
#include <cstdio>

namespace buyer {

namespace {

bool mentions(std::string_view text, std::initializer_list<std::string_view> words)
{
    const std::string lower
        = QByteArray(text.data(), static_cast<qsizetype>(text.size())).toLower().toStdString();
    return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != lower.npos; });
}

std::string field(const Witness& witness, std::string_view name)
{
    return witness.head ? wire::excerpt(witness.head->fields.find(name).value_or(""), 300) : std::string();
}

bool isWebPage(const Witness& witness)
{
    return http::mediaType(field(witness, "Content-Type")) == "text/html";
}

bool isOldStream(const Witness& witness)
{
    const auto* const http = std::get_if<binding::HttpTarget>(&witness.target);
    return http && http->url.path().endsWith(QStringLiteral("/sse"));
}

bool isPlain(const Witness& witness)
{
    return !witness.route || !witness.route->origin.isTls;
}

} // namespace

std::string statusLine(const Witness& witness)
{
    return std::to_string(witness.status())
        + (witness.head->reason.empty() ? std::string() : ' ' + wire::excerpt(witness.head->reason));
}

std::string msText(wire::nanoseconds duration)
{
    std::array<char, 64> text {};
    std::snprintf(text.data(), text.size(), "%.1f ms", wire::toMs(duration));
    return text.data();
}

std::string listed(const std::vector<std::string>& items)
{
    std::string all;
    for (const std::string& item : items)
        all.append(all.empty() ? "" : ", ").append(wire::excerpt(item));
    return all;
}

std::string refusalText(const Refusal& refusal)
{
    const std::string_view name = rpc::describeCode(rpc::Binding::Mcp, refusal.code).name;
    return std::to_string(refusal.code) + (name.empty() ? "" : ' ' + std::string(name))
        + (refusal.message.empty() ? "" : ": " + wire::excerpt(refusal.message));
}

bool isOfSubstrate(const acmp::Finding& finding)
{
    return !finding.rule->section.starts_with("Layer ");
}

void addFinding(Step& step, const acmp::Finding& finding)
{
    std::string line = std::string(acmp::toString(finding.rule->level)) + ' ' + std::string(finding.rule->id)
        + ": " + std::string(finding.rule->text);
    if (!finding.expected.empty())
        line += " Expected " + finding.expected;
    if (!finding.found.empty())
        line += (finding.expected.empty() ? " Found " : ", found ") + finding.found;
    if (!finding.where.pointer.empty())
        line += " at " + finding.where.pointer;
    step.seen.push_back(wire::excerpt(line + " (" + std::string(finding.rule->section) + ')', 500));
    if (finding.rule->level != acmp::Level::Note && step.state == Step::State::Ok)
        step.state = Step::State::Warning;
}

bool isOfAnotherVersion(const Refusal& refusal)
{
    switch (refusal.code) {
    case rpc::code::kUnsupportedProtocolVersion:
    case rpc::code::kMethodNotFound:
    case rpc::code::kInvalidRequest:
    case -32000:
        return true;
    default:
        return mentions(refusal.message, { "session", "initializ", "protocol version" });
    }
}

std::string hintForStatus(const Witness& witness)
{
    const int status = witness.status();
    const std::string location = field(witness, "Location");
    switch (status) {
    case 200:
        return "a web server answers here, no WebSocket: check the path, or use "
            + std::string(isPlain(witness) ? "http://" : "https://") + " if the endpoint is MCP over HTTP";
    case 404:
    case 410:
        if (witness.isAgent())
            return "there is a web server, but no agent card: an agent's is at /.well-known/agent-card.json; "
                   "one that is elsewhere is given by its whole address, a2a:https://HOST/PATH.json";
        if (isOldStream(witness))
            return "addresses that end in /sse are often of MCP 2024-11-05 (HTTP with SSE), which can't "
                   "carry ACMP: "
                   "try /mcp";
        return "there is a web server, but nothing at this path: check it (many endpoints end in /mcp)";
    case 405:
        return "this address takes no " + std::string(witness.isWebSocket() ? "GET" : "POST")
            + ": check the path (many endpoints end in /mcp)";
    case 400:
        return isPlain(witness) && isWebPage(witness)
            ? "check the path; if the port speaks TLS, begin the address with https://"
            : "the server does not take this as a request of its own protocol: check the path and what is "
              "behind it";
    case 407:
        return "what answers is a proxy that wants a user and a password";
    case 421:
        return "the server is not for this host name: check it";
    case 426:
        return "the server wants another protocol"
            + (field(witness, "Upgrade").empty() ? std::string() : ": " + field(witness, "Upgrade"))
            + "; a WebSocket's address begins with ws:// or wss://";
    case 429:
        return "too many requests: wait"
            + (field(witness, "Retry-After").empty()
                    ? std::string()
                    : " (Retry-After: " + field(witness, "Retry-After") + ')');
    case 502:
    case 503:
    case 504:
        return "what answers stands in front of the agent and can't reach it: is the agent running?";
    default:
        break;
    }
    if (status / 100 == 3)
        return location.empty() ? "the endpoint has moved: ask for its address"
                                : "the endpoint has moved: use " + location + " if you trust it";
    if (status / 100 == 5)
        return "the server has a fault of its own: its log says more";
    return "check the address; the log of the server says more";
}

std::string hintWithoutAnswer(const wire::Error& error, const Witness& witness)
{
    const char* const secure = witness.isWebSocket() ? "wss://" : "https://";
    if (error.kind == wire::ErrorKind::Usage)
        return "correct what is set for this endpoint";
    if (mentions(error.message, { "speaks tls" }))
        return std::string("begin the address with ") + secure;
    if (mentions(error.message, { "http/2" }))
        return "enable HTTP/1.1 at the server, or put a proxy in front of it";
    if (witness.isSilent || mentions(error.message, { "no connection within", "no websocket within" }))
        return "it takes connections but says nothing: is it a web server, is it overloaded, does something "
               "in "
               "between hold the answer back?";
    if (error.kind == wire::ErrorKind::Unreachable)
        return isPlain(witness)
            ? std::string(
                  "the other side hangs up on plain text: if this port speaks TLS, begin the address with ")
                + secure
            : std::string("the server hangs up: its log says why");
    return "what answers there is no web server: check the port";
}

std::string hintForProgram(const Witness& witness)
{
    if (witness.process != 0)
        return witness.log.empty() && witness.noise.empty()
            ? "run the command in a terminal to see why it ends; does it need arguments or environment "
              "variables?"
            : "what it wrote says why; does it need arguments or environment variables?";
    if (mentions(witness.ended->message, { "can't be entered" }))
        return "check the folder that it starts in";
    if (mentions(witness.ended->message, { "permission" }))
        return "make the file executable, or name its interpreter: stdio:python3 FILE";
    if (mentions(witness.ended->message, { "format" }))
        return "this is no program of this machine: a script begins with #! and its interpreter";
    if (mentions(witness.ended->message, { "no such file" })) {
        const std::string& program = std::get<binding::StdioTarget>(witness.target).words.front();
        return program.find('/') == program.npos
            ? "install it, or give its whole path: it is in no folder of PATH ("
                + qgetenv("PATH").toStdString() + ')'
            : "check the path; of a script, the interpreter behind #! may be what is missing";
    }
    return "try to run the command in a terminal";
}

std::string hintForRefusal(const Refusal& refusal)
{
    const std::string advice(rpc::describeCode(rpc::Binding::Mcp, refusal.code).advice);
    if (refusal.code == rpc::code::kInvalidParams)
        return "it objects to the request itself: a server of an older MCP does so before `initialize`; "
               "a newer one names what it misses";
    return advice.empty() ? "ask who runs the server: its log says more" : advice;
}

std::string hintForNoMcp(const wire::Error& error, const Witness& witness)
{
    if (witness.ended && !witness.isProgram() && witness.isWebSocket())
        return mentions(error.message, { "1008", "closed by the peer: 4" })
            ? "the server closes for a reason of its own: often a token that is missing or wrong, or a query "
              "such as "
              "?party_id= that it wants"
            : "the server closes before it has answered: its log says why";
    if (witness.isProgram())
        return "it ended before it had answered: what it wrote to standard error may say why";
    if (witness.isAgent())
        return "what is there is no agent card of A2A 1.0: check the address; an MCP endpoint's is without "
               "a2a:";
    if (isWebPage(witness))
        return "this is a web page, no MCP endpoint: check the path (many endpoints end in /mcp)";
    if (error.kind == wire::ErrorKind::Unreachable)
        return "the server hangs up before the answer is whole: its log, or a proxy in between, says why";
    return "what answers there does not speak MCP over this transport: check the address";
}

} // namespace buyer
