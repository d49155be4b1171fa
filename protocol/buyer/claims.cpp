// SPDX-License-Identifier: Apache-2.0
#include "protocol/buyer/claims.h"

#include "protocol/a2a/card.h"
#include "protocol/discovery/servercard.h"
#include "protocol/json/document.h"

#include <algorithm>

namespace buyer {

namespace {

std::optional<std::vector<std::string>> textsOf(const json::View& array)
{
    if (!array.isArray())
        return std::nullopt;
    std::vector<std::string> texts;
    for (const json::View element : array.elements()) {
        if (auto text = element.text())
            texts.push_back(std::move(*text));
    }
    return texts;
}

/// Terms of trade that a declaration may have besides what Layer 1 §1 names.
void addTerm(Claims& claims, const std::string& name, const json::View& value)
{
    if (name == "tier") {
        claims.tier = value.textOrEmpty();
    } else if (name == "capabilities") {
        claims.capabilities = textsOf(value);
    } else if (name == "proof_methods") {
        claims.proofs = textsOf(value);
    } else if (name == "latency_p99_ms") {
        claims.latencyMs = value.decimal();
    } else if (name == "price_cu_indicative") {
        for (const json::Member& price : value.members()) {
            if (const auto cu = price.value.decimal())
                claims.prices[price.name()] = *cu;
        }
    }
}

void addCapability(Claims& claims, const std::optional<acmp::Capability>& capability)
{
    claims.trades = capability.has_value();
    if (!capability)
        return;
    claims.acmpVersion = capability->version;
    if (capability->features && capability->features->outputStreaming)
        claims.streams = capability->features->outputStreaming;
    if (const auto interval = capability->heartbeatInterval())
        claims.heartbeatMs = std::to_string(interval->count());
    for (const auto& [name, raw] : capability->extra) {
        const std::string_view text = raw.text();
        const auto document
            = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        if (document)
            addTerm(claims, name, document->root());
    }
}

Claims claimsOfServerCard(const json::View& root)
{
    const discovery::ServerCard card = discovery::readServerCard(root);
    Claims claims;
    claims.version = card.version;
    const discovery::CardRemote* const remote = card.streamableHttp();
    if (!remote)
        return claims;
    // With variables it is no address yet.
    if (remote->url.find('{') == std::string::npos)
        claims.endpoints.push_back(remote->url);
    claims.protocolVersions = remote->protocolVersions;
    claims.asksForToken = std::ranges::any_of(
        remote->headers, [](const discovery::CardInput& header) { return header.isRequired; });
    return claims;
}

Claims claimsOfAgentCard(const json::View& root)
{
    Claims claims;
    const auto card = a2a::readCard(root);
    if (!card)
        return claims;
    claims.version = card->version;
    addCapability(claims, card->capability);
    for (const a2a::Interface& interface : card->interfaces) {
        claims.endpoints.push_back(interface.url.toString().toStdString());
        if (std::ranges::find(claims.protocolVersions, interface.protocolVersion)
            == claims.protocolVersions.end())
            claims.protocolVersions.push_back(interface.protocolVersion);
    }
    claims.asksForToken = root["securityRequirements"].size() > 0;
    std::vector<std::string> skills;
    for (const json::View skill : root["skills"].elements()) {
        if (auto id = skill["id"].text())
            skills.push_back(std::move(*id));
    }
    if (!claims.capabilities)
        claims.capabilities = std::move(skills);
    return claims;
}

} // namespace

Claims claimsOf(const discovery::Entry& entry)
{
    Claims claims;
    const discovery::AcmpTerms& acmp = entry.acmp;
    claims.version = entry.version;
    claims.trades = entry.trades();
    if (!entry.capabilities.empty())
        claims.capabilities = entry.capabilities;
    if (!acmp.proofMethods.empty())
        claims.proofs = acmp.proofMethods;
    claims.negotiationEndpoint = acmp.negotiationEndpoint.value_or(std::string());
    claims.tier = acmp.tier.value_or(std::string());
    claims.latencyMs = acmp.latencyP99Ms;
    for (const discovery::Price& price : acmp.prices)
        claims.prices[price.capability] = price.cu;
    return claims;
}

Claims claimsOf(const json::View& card)
{
    if (!card.isObject())
        return {};
    return a2a::looksLikeCard(card) ? claimsOfAgentCard(card) : claimsOfServerCard(card);
}

Claims claimsOf(const Live& live)
{
    Claims claims;
    const std::string_view text = live.discovered.raw.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    if (live.discovered.isAgentCard && document)
        claims = claimsOf(document->root());
    if (!live.discovered.isUnknown)
        addCapability(claims, live.discovered.capability);
    claims.version = live.discovered.serverVersion;
    claims.protocolVersions = live.discovered.versions;
    if (!live.endpoint.empty())
        claims.endpoints = { live.endpoint };
    if (live.asksForToken)
        claims.asksForToken = live.asksForToken;
    return claims;
}

} // namespace buyer
