// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/doctor/agentsteps.h"

#include "protocol/a2a/card.h"
#include "protocol/buyer/doctor/strangers.h"
#include "protocol/json/document.h"
#include "protocol/transport/connect/proxy.h"

namespace buyer {

using wire::ErrorKind;

namespace {

json::Document documentOf(const binding::Discovered& answer)
{
    auto document = json::Document::parse(QByteArray::fromStdString(std::string(answer.raw.text())));
    return document ? std::move(*document) : json::Document();
}

a2a::AgentCard cardOf(const binding::Discovered& answer)
{
    const json::Document document = documentOf(answer);
    auto card = document.isValid() ? a2a::readCard(document.root()) : a2a::AgentCard();
    return card ? std::move(*card) : a2a::AgentCard();
}

a2a::Preference preferenceOf(const Witness& witness)
{
    return std::get<binding::A2aTarget>(witness.target).preference;
}

/// The names in securityRequirements: what of them is enough is the card's business.
std::vector<std::string> schemesOf(const json::View& root)
{
    std::vector<std::string> names;
    for (const json::View requirement : root["securityRequirements"].elements()) {
        for (const json::Member scheme : requirement["schemes"].members())
            names.push_back(scheme.name());
    }
    return names;
}

} // namespace

Step agentCard(const Witness& witness)
{
    const binding::Discovered& answer = *witness.discovered();
    Step step { .kind = Step::Kind::Discovery };
    step.detail
        = "the agent card of " + wire::excerpt(answer.serverName) + ' ' + wire::excerpt(answer.serverVersion);
    step.seen.push_back("round trip: " + msText(answer.roundTrip));
    const a2a::AgentCard card = cardOf(answer);
    const auto chosen = a2a::chooseInterface(card, preferenceOf(witness));
    for (const a2a::Interface& entry : card.interfaces) {
        const bool isUsed
            = chosen && chosen->url == entry.url && chosen->protocolBinding == entry.protocolBinding;
        step.seen.push_back((isUsed ? "uses " : "offers ") + wire::excerpt(entry.protocolBinding, 40) + ' '
            + wire::excerpt(entry.protocolVersion, 20) + " at "
            + wire::excerpt(entry.url.toString().toStdString())
            + (entry.tenant.empty() ? "" : ", tenant " + wire::excerpt(entry.tenant, 40)));
    }
    step.seen.push_back(std::string("streaming: ") + (card.streams ? "yes" : "no"));
    for (const acmp::Finding& finding : answer.findings) {
        if (isOfSubstrate(finding) || finding.rule->id.starts_with("A2A-"))
            addFinding(step, finding);
    }
    if (step.state == Step::State::Warning)
        step.hint = "each line above names its section";
    return step;
}

Step agentVersion(const Witness& witness)
{
    const auto chosen = a2a::chooseInterface(cardOf(*witness.discovered()), preferenceOf(witness));
    Step step { .kind = Step::Kind::Version };
    step.detail
        = "it speaks A2A " + (chosen ? wire::excerpt(chosen->protocolVersion, 20) : std::string("1.0"));
    return step;
}

Step agentAuthentication(const Witness& witness)
{
    Step step { .kind = Step::Kind::Authentication };
    const json::Document document = documentOf(*witness.discovered());
    const auto schemes = document.isValid() ? schemesOf(document.root()) : std::vector<std::string>();
    step.seen.emplace_back(
        "the card itself is for everybody: whether a token is good, a task or quote shows");
    if (schemes.empty()) {
        step.detail = "the card asks for no authentication";
    } else if (witness.token.empty()) {
        step.state = Step::State::Warning;
        step.detail = "the card asks for " + listed(schemes) + ", and no token is set";
        step.hint = "set a bearer token for this endpoint: every provider of ACMP takes one (Layer 1 §5.1)";
    } else {
        step.detail = "the card asks for " + listed(schemes) + "; a token is set";
    }
    const bool isBare = witness.route && !witness.route->origin.isTls;
    if (!witness.token.empty() && isBare && !transport::isLoopback(witness.route->host)) {
        step.state = Step::State::Warning;
        step.detail += "; but it travels unencrypted";
        step.hint = "use an address with TLS: whoever is in between can read the token";
    }
    return step;
}

Step agentWithoutAcmp(const binding::Discovered& answer)
{
    const Step::Kind kind = Step::Kind::Extension;
    const json::Document document = documentOf(answer);
    std::vector<std::string> uris;
    bool isThere = false;
    bool isOther = false;
    for (const json::View extension : document.root()["capabilities"]["extensions"].elements()) {
        uris.push_back(extension["uri"].textOrEmpty());
        isThere = isThere || uris.back() == a2a::kExtensionUri;
        isOther = isOther || uris.back().starts_with(a2a::kExtensionPrefix);
    }
    wire::Error error = errorOf(ErrorKind::Refused, "this agent declares no ACMP: it does not trade",
        std::string(a2a::kExtensionUri), uris.empty() ? "no extensions" : listed(uris));
    if (!isThere) {
        if (isOther)
            error.message = "it declares another ACMP version: " + listed(uris);
        return failed(kind, error,
            "check that this is the provider's card; a provider lists the extension in "
            "capabilities.extensions (Layer 1 A2A binding §2)");
    }
    error.message = "its ACMP declaration can't be read";
    Step step
        = failed(kind, error, "Layer 1 §1 says what the declaration looks like: its author has to mend it");
    for (const acmp::Finding& finding : answer.findings) {
        if (!isOfSubstrate(finding))
            addFinding(step, finding);
    }
    return step;
}

} // namespace buyer
