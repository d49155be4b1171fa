// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/terms.h"

#include "protocol/discovery/findings.h"
#include "protocol/discovery/weburl.h"

#include <algorithm>
#include <array>

namespace discovery {

namespace {

/// What JSON-LD takes for the same: {"@value": x}, and for a list its elements.
json::View unwrapped(json::View value)
{
    for (const char* const wrapper : { "@value", "@list", "@set" }) {
        if (value.isObject() && value[wrapper])
            value = value[wrapper];
    }
    return value;
}

/// {"en": x}: of a map by language or index, the one value that is in it.
json::View mapped(json::View value)
{
    if (!value.isObject() || value.size() != 1)
        return value;
    return (*value.members().begin()).value;
}

/// A scalar may stand in an array by itself.
json::View single(json::View value)
{
    value = unwrapped(value);
    return value.isArray() && value.size() == 1 ? unwrapped(value[0]) : value;
}

class TermsReader final {
public:
    TermsReader(AcmpTerms& terms, Findings findings)
        : m_terms(terms)
        , m_findings(findings)
    {
    }

    /// `definition`: of the member's own name; nullptr if it has none.
    void read(std::string_view term, json::View value, const Context& context,
        const Context::Definition* definition);

private:
    void refuse(std::string expected, const json::View& at)
    {
        m_findings.add("L5-term", std::move(expected), at);
    }
    void readText(std::optional<std::string>& into, const json::View& value);
    void readTier(const json::View& value);
    void readPrices(const json::View& value, bool isJson);
    void readLatency(const json::View& value);
    void readAvailability(const json::View& value);
    void readProofs(const json::View& value);
    void readEndpoint(const json::View& value, const Context* resolving);

    AcmpTerms& m_terms;
    Findings m_findings;
};

void TermsReader::read(
    std::string_view term, json::View value, const Context& context, const Context::Definition* definition)
{
    if (value.isNull())
        return; // JSON-LD: as if it were not there
    m_terms.isThere = true;
    const bool isJson = definition && definition->isJson;
    if (definition && definition->isMap)
        value = mapped(value);
    if (term == "tier")
        readTier(single(value));
    else if (term == "price_cu_indicative")
        readPrices(isJson ? value : single(value), isJson);
    else if (term == "price_basis")
        readText(m_terms.priceBasis, single(value));
    else if (term == "latency_p99_ms")
        readLatency(single(value));
    else if (term == "availability")
        readAvailability(single(value));
    else if (term == "proof_methods")
        readProofs(unwrapped(value));
    else if (term == "negotiation_endpoint")
        readEndpoint(single(value), definition && definition->isReference ? &context : nullptr);
}

void TermsReader::readText(std::optional<std::string>& into, const json::View& value)
{
    if (auto text = value.text())
        into = std::move(text);
    else
        refuse("a string", value);
}

void TermsReader::readTier(const json::View& value)
{
    readText(m_terms.tier, value);
    static constexpr std::array<std::string_view, 3> kTiers { "S", "A", "B" };
    if (m_terms.tier && std::ranges::find(kTiers, *m_terms.tier) == kTiers.end())
        m_findings.add("L5-tier", "S, A or B", value);
}

void TermsReader::readPrices(const json::View& value, bool isJson)
{
    if (!value.isObject())
        return refuse("an object: a price in CU by capability", value);
    if (!isJson)
        m_findings.add("L5-price-json", R"({"@type": "@json"} for this very name in @context)", value);
    for (const json::Member& member : value.members()) {
        const json::View price = isJson ? member.value : single(member.value);
        const auto cu = price.decimal();
        if (cu && !cu->isNegative())
            m_terms.prices.push_back({ member.name(), *cu });
        else
            refuse("a number that is not negative", price);
    }
}

void TermsReader::readLatency(const json::View& value)
{
    const auto ms = value.decimal();
    if (ms && !ms->isNegative())
        m_terms.latencyP99Ms = ms;
    else
        refuse("milliseconds, not negative", value);
}

void TermsReader::readAvailability(const json::View& value)
{
    const auto part = value.decimal();
    if (!part)
        return refuse("a number", value);
    if (part->isNegative() || *part > *json::Decimal::parse("1"))
        return m_findings.add("L5-availability", "0 to 1", value);
    m_terms.availability = part;
}

void TermsReader::readProofs(const json::View& value)
{
    const auto readOne = [this](json::View element) {
        element = unwrapped(element);
        const auto method = element.text();
        if (!method)
            return refuse("a string", element);
        static constexpr std::array<std::string_view, 3> kKnown { "result-hash", "tee-attestation",
            "embedded-challenge" };
        if (std::ranges::find(kKnown, *method) == kKnown.end())
            m_findings.add("L5-proof", "result-hash, tee-attestation or embedded-challenge", element);
        m_terms.proofMethods.push_back(*method);
    };
    if (!value.isArray())
        return readOne(value);
    for (const json::View element : value.elements())
        readOne(element);
}

void TermsReader::readEndpoint(const json::View& value, const Context* resolving)
{
    auto text = value.text();
    if (!text)
        return refuse("a string", value);
    if (resolving)
        text = resolving->resolved(*text);
    if (!isWebUrl(*text))
        return m_findings.add("L5-endpoint", "an absolute http or https URL", value);
    m_terms.negotiationEndpoint = text;
}

} // namespace

std::vector<Term> termsOf(const json::View& entry, const Context& context)
{
    std::vector<Term> terms;
    for (const json::Member& member : entry.members()) {
        std::string name = member.name();
        if (name == "@context")
            continue;
        std::string iri = context.iriOf(name).value_or(std::string());
        terms.push_back({ std::move(name), std::move(iri), member.value.raw() });
    }
    return terms;
}

AcmpTerms acmpTermsOf(const json::View& entry, const Context& context, std::vector<acmp::Finding>& findings)
{
    AcmpTerms terms;
    Findings report(findings, entry);
    TermsReader reader(terms, report);
    for (const json::Member& member : entry.members()) {
        const std::string name = member.name();
        const auto iri = context.iriOf(name);
        if (iri && iri->starts_with(kAcmpNamespace)) {
            reader.read(std::string_view(*iri).substr(kAcmpNamespace.size()), member.value, context,
                context.find(name));
        } else if (name.starts_with("acmp:")) {
            report.add("L5-namespace", std::string(kAcmpNamespace), member.value,
                name + (iri ? " stands for " + wire::excerpt(*iri) : " stands for nothing"));
        }
    }
    return terms;
}

} // namespace discovery
