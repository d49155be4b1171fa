// SPDX-License-Identifier: Apache-2.0
// What an answer to server/discover says: version, authentication, extension, capability.
#include "protocol/buyer/doctor/agentsteps.h"
#include "protocol/buyer/doctor/answersteps.h"
#include "protocol/buyer/doctor/strangers.h"

#include "protocol/acmp/checks.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/json/document.h"
#include "protocol/rpc/codes.h"
#include "protocol/transport/connect/proxy.h"
#include "protocol/transport/http/challenge.h"

namespace buyer {

using wire::Error;
using wire::ErrorKind;

namespace {

Step anotherVersion(const Refusal& refusal)
{
    const bool isNamed = refusal.code == rpc::code::kUnsupportedProtocolVersion;
    const Error error = errorOf(ErrorKind::Refused,
        isNamed ? "the server does not speak MCP 2026-07-28"
                : "this looks like a server of MCP before 2026-07-28, or of another protocol",
        "MCP " + std::string(mcp::kProtocolVersion),
        refusal.supported.empty() ? refusalText(refusal) : listed(refusal.supported));
    return failed(Step::Kind::Version, error,
        "ACMP is specified on MCP 2026-07-28: ask for a server of that revision, or for another endpoint of "
        "it");
}

Step olderVersion(const binding::Discovered& answer)
{
    const std::string version = listed(answer.versions);
    const Error error = errorOf(ErrorKind::Refused,
        "the server speaks MCP " + version + ", which can't carry ACMP as specified",
        "MCP " + std::string(mcp::kProtocolVersion), "MCP " + version + ", agreed to by `initialize`");
    Step step = failed(Step::Kind::Version, error,
        "ACMP is specified on MCP 2026-07-28: ask for a server of that revision, or for another endpoint of "
        "it");
    if (!answer.serverName.empty())
        step.seen.push_back(
            "server: " + wire::excerpt(answer.serverName) + ' ' + wire::excerpt(answer.serverVersion));
    if (!answer.capabilities.empty())
        step.seen.push_back("offers: " + listed(answer.capabilities));
    return step;
}

void addChallenges(Step& step, const std::vector<http::Challenge>& challenges)
{
    for (const http::Challenge& challenge : challenges) {
        step.seen.push_back("asks for: " + wire::excerpt(challenge.scheme));
        if (!challenge.token68.empty())
            step.seen.push_back("  " + wire::excerpt(challenge.token68));
        for (const http::Field& parameter : challenge.parameters)
            step.seen.push_back(
                "  " + wire::excerpt(parameter.name) + ": " + wire::excerpt(parameter.value, 500));
    }
}

std::string parameter(const std::vector<http::Challenge>& challenges, std::string_view name)
{
    for (const http::Challenge& challenge : challenges) {
        if (const auto value = challenge.parameters.find(name))
            return wire::excerpt(*value, 500);
    }
    return {};
}

std::string hintForRefusedCaller(const Witness& witness, const std::vector<http::Challenge>& challenges)
{
    const std::string scope = parameter(challenges, "scope");
    const std::string from = parameter(challenges, "resource_metadata");
    const std::string where = from.empty() ? std::string() : "; " + from + " says who issues it";
    const bool isBearer = challenges.empty()
        || std::ranges::any_of(challenges,
            [](const http::Challenge& one) { return http::equalsIgnoringCase(one.scheme, "Bearer"); });
    if (!isBearer)
        return "this program sends bearer tokens only: ask whether the server takes one";
    if (witness.token.empty())
        return "set a token for this endpoint" + (scope.empty() ? std::string() : " with the scope " + scope)
            + where;
    if (parameter(challenges, "error") == "insufficient_scope")
        return "get a token" + (scope.empty() ? " of more scope" : " with the scope " + scope) + where;
    return witness.status() == 403
        ? "the token is known but does not allow this: get another" + where
        : "the token is wrong, expired, or for another server: get a new one" + where;
}

Step refusedCaller(const Witness& witness)
{
    const auto challenges = http::readChallenges(witness.head->fields);
    const bool hasToken = !witness.token.empty();
    Error error = errorOf(ErrorKind::Refused,
        witness.status() == 403 ? (hasToken ? "the server refuses this caller, with this token"
                                            : "the server refuses this caller, who showed no token")
                                : (hasToken ? "the server does not take the token"
                                            : "the server asks for a token, and none is set"),
        {}, statusLine(witness));
    if (const std::string description = parameter(challenges, "error_description"); !description.empty())
        error.message += ": " + description;
    Step step = failed(Step::Kind::Authentication, error, hintForRefusedCaller(witness, challenges));
    addChallenges(step, challenges);
    if (challenges.empty())
        step.seen.emplace_back("no WWW-Authenticate says what it asks for");
    return step;
}

Step programAuthentication(const Witness& witness)
{
    if (witness.token.empty())
        return skipped(Step::Kind::Authentication, "a program on this machine is started without a token");
    Step step { .kind = Step::Kind::Authentication };
    step.detail
        = "the token was handed over as ACMP_BEARER_TOKEN; whether it is looked at, the program knows";
    return step;
}

/// Keys of capabilities.extensions that mean ACMP by another name or number (decision D20).
std::vector<std::string> otherAcmp(const json::View& extensions)
{
    std::vector<std::string> found;
    for (const json::Member member : extensions.members()) {
        const std::string name = member.name();
        if (name != acmp::kExtensionId
            && (name.find("a2agora") != name.npos || name.starts_with("acmp.")
                || name.find("/acmp") != name.npos))
            found.push_back(name);
    }
    return found;
}

} // namespace

Step versionStep(const Witness& witness)
{
    const Step::Kind kind = Step::Kind::Version;
    if (witness.isAgent())
        return agentVersion(witness);
    if (witness.isAskedWho())
        return skipped(kind, "not known before authentication");
    const binding::Discovered* const answer = witness.discovered();
    if (!answer)
        return anotherVersion(witness.refusal.value_or(Refusal()));
    if (answer->isUnknown)
        return skipped(kind, "a peer that can't be asked does not say");
    if (answer->isLegacy)
        return olderVersion(*answer);
    Step step { .kind = kind };
    step.seen.push_back(
        "supportedVersions: " + (answer->versions.empty() ? "none" : listed(answer->versions)));
    if (std::ranges::find(answer->versions, mcp::kProtocolVersion) != answer->versions.end()) {
        step.detail = "it speaks MCP " + std::string(mcp::kProtocolVersion);
    } else {
        step.state = Step::State::Warning;
        step.detail = answer->versions.empty()
            ? "it answers, but does not list its versions of MCP"
            : "it answers, but does not list 2026-07-28 among its versions";
        step.hint = "supportedVersions of server/discover names every revision that the server speaks";
    }
    return step;
}

Step authenticationStep(const Witness& witness)
{
    if (witness.isAskedWho())
        return refusedCaller(witness);
    if (witness.isProgram())
        return programAuthentication(witness);
    if (witness.isAgent())
        return agentAuthentication(witness);
    Step step { .kind = Step::Kind::Authentication };
    if (witness.token.empty()) {
        step.detail = "no token was asked for";
        step.seen.emplace_back("a task or a quote may still ask for one");
        return step;
    }
    step.detail = "the token was sent, and the server answers";
    if (witness.probedAt)
        step.duration = *witness.probedAt - *witness.outcomeAt;
    if (witness.probe == Witness::Probe::Asks)
        step.seen.emplace_back("without a token it refuses: it does look at it");
    else if (witness.probe == Witness::Probe::DoesNotAsk)
        step.seen.emplace_back(
            "without a token it answers too: server/discover does not show whether the token is good");
    const bool isBare = witness.route && !witness.route->origin.isTls;
    if (isBare && !transport::isLoopback(witness.route->host)) {
        step.state = Step::State::Warning;
        step.detail += "; but it travels unencrypted";
        step.hint = "use an address with TLS: whoever is in between can read the token";
    }
    return step;
}

Step extensionStep(const Witness& witness)
{
    const binding::Discovered& answer = witness.outcome->value();
    const Step::Kind kind = Step::Kind::Extension;
    if (answer.isUnknown)
        return skipped(kind, "a peer that can't be asked declares nothing: nothing is held back from it");
    if (answer.capability) {
        Step step { .kind = kind };
        const acmp::Capability& acmp = *answer.capability;
        const std::string role = acmp.role.value_or("provider");
        step.detail = "ACMP " + wire::excerpt(acmp.version) + ", as " + wire::excerpt(role);
        if (acmp.providerId)
            step.seen.push_back("provider_id: " + wire::excerpt(*acmp.providerId));
        if (acmp::matchVersion(acmp.version) != acmp::VersionMatch::Compatible) {
            step.state = Step::State::Warning;
            step.detail += ": another version than " + std::string(acmp::kVersion);
            step.hint = "optional parts may differ: look at each finding of a task";
        }
        if (role != "provider") {
            step.state = Step::State::Warning;
            step.detail += ": it is no provider";
            step.hint = "it does not say that it runs tasks: ask for the provider's endpoint";
        }
        return step;
    }
    if (witness.isAgent())
        return agentWithoutAcmp(answer);
    const auto document = json::Document::parse(QByteArray::fromStdString(std::string(answer.raw.text())));
    const json::View capabilities = document ? document->root()["result"]["capabilities"] : json::View();
    const json::View extensions = capabilities["extensions"];
    Error error = errorOf(ErrorKind::Refused, {}, std::string(acmp::kExtensionId));
    if (extensions[acmp::kExtensionId]) {
        error.message = "its ACMP declaration can't be read";
        Step step = failed(
            kind, error, "Layer 1 §1 says what the declaration looks like: its author has to mend it");
        for (const acmp::Finding& finding : answer.findings) {
            if (!isOfSubstrate(finding))
                addFinding(step, finding);
        }
        return step;
    }
    if (const auto others = otherAcmp(extensions); !others.empty()) {
        error.message = "it declares another ACMP version: " + listed(others);
        return failed(kind, error,
            "this program speaks ACMP " + std::string(acmp::kVersion)
                + ": ask for an endpoint of that version");
    }
    std::vector<std::string> names;
    for (const json::Member member : extensions.members())
        names.push_back(member.name());
    error.message = "this MCP server declares no ACMP: it does not trade";
    error.found = names.empty() ? "no extensions" : listed(names);
    return failed(kind, error,
        "check that this is the provider's endpoint; a provider declares " + std::string(acmp::kExtensionId)
            + " in capabilities.extensions (Layer 1 §1)");
}

Step capabilityStep(const binding::Discovered& answer)
{
    const Step::Kind kind = Step::Kind::Capability;
    if (!answer.capability)
        return skipped(kind, "it declares none");
    const acmp::Capability& acmp = *answer.capability;
    Step step { .kind = kind };
    if (acmp.accepts)
        step.seen.push_back("accepts: " + listed(*acmp.accepts));
    if (acmp.emits)
        step.seen.push_back("emits: " + listed(*acmp.emits));
    step.seen.push_back(std::string("streams: output ") + (acmp.outputStreaming() ? "yes" : "no") + ", input "
        + (acmp.inputStreaming() ? "yes" : "no"));
    if (const auto interval = acmp.heartbeatInterval())
        step.seen.push_back("heartbeat: every " + std::to_string(interval->count()) + " ms");
    std::string contradictions;
    for (const acmp::Finding& finding : acmp::check(acmp)) {
        if (finding.rule->section == "Layer 1 §6")
            continue; // said by the extension's step
        addFinding(step, finding);
        if (finding.rule->level == acmp::Level::Error)
            contradictions
                += (contradictions.empty() ? "" : "; ") + finding.found + " without " + finding.expected;
    }
    if (!contradictions.empty()) {
        const Error error = errorOf(
            ErrorKind::Refused, "the declaration contradicts itself: " + wire::excerpt(contradictions, 300));
        step.state = Step::State::Failed;
        step.detail = error.message;
        step.hint
            = "the provider's author has to mend it; a buyer can't rely on what it says here (Layer 1 §1)";
        step.error = error;
    } else if (step.state == Step::State::Warning) {
        step.detail = "it can be dealt with; not all that it declares is as the specification wants it";
        step.hint = "each line above names its section";
    } else {
        step.detail = "what it declares fits together";
    }
    return step;
}

} // namespace buyer
