// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/entry.h"

#include "protocol/discovery/findings.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"

#include <algorithm>
#include <array>

namespace discovery {

namespace {

constexpr std::array<std::string_view, 9> kKnownTypes { "application/ai-catalog+json",
    "application/agent-card+json", "application/a2a-agent-card+json", "application/mcp-server-card+json",
    "application/ai-registry+json", "application/ai-registry", "application/agent-skills+zip",
    "application/agent-skills+gzip", "text/markdown; profile=\"urn:air:agent-skills\"" };

class EntryReader final {
public:
    EntryReader(const json::View& value, Container container)
        : m_value(value)
        , m_container(container)
        , m_findings(m_entry.findings, value)
    {
    }
    Entry read();

private:
    void readText(std::string_view name, std::string& into);
    void readTexts(std::string_view name, std::vector<std::string>& into);
    void readIdentifier();
    void readType();
    void readTarget();
    void readTrust();
    void checkMetadata();
    void checkPrices();
    Context readContext();

    json::View m_value;
    Container m_container;
    Entry m_entry;
    Findings m_findings;
};

Entry EntryReader::read()
{
    m_entry.raw = m_value.raw();
    if (!m_value.isObject()) {
        m_findings.add("ARD-4.2-field", "an object", m_value);
        return std::move(m_entry);
    }
    readIdentifier();
    readText("displayName", m_entry.displayName);
    if (!m_value["displayName"] && m_container == Container::Ard)
        m_findings.add("ARD-4.2-required", "a member displayName", m_value, "none");
    readType();
    readTarget();
    readTexts("capabilities", m_entry.capabilities);
    readTexts("tags", m_entry.tags);
    readTexts("representativeQueries", m_entry.representativeQueries);
    const std::size_t queries = m_entry.representativeQueries.size();
    if (m_container == Container::Ard && (queries < 2 || queries > 5))
        m_findings.add("ARD-4.2-queries", "two to five", m_value, std::to_string(queries));
    readText("description", m_entry.description);
    readText("version", m_entry.version);
    readText("updatedAt", m_entry.updatedAt);
    readTrust();
    checkMetadata();
    m_entry.acmp = acmpTermsOf(m_value, readContext(), m_entry.findings);
    if (m_entry.trades() && m_container != Container::Projection)
        checkPrices();
    return std::move(m_entry);
}

void EntryReader::readText(std::string_view name, std::string& into)
{
    const json::View value = m_value[name];
    if (!value)
        return;
    if (auto text = value.text())
        into = std::move(*text);
    else
        m_findings.add("ARD-4.2-field", "a string", value);
}

void EntryReader::readTexts(std::string_view name, std::vector<std::string>& into)
{
    const json::View value = m_value[name];
    if (!value)
        return;
    if (!value.isArray())
        return m_findings.add("ARD-4.2-field", "an array of strings", value);
    for (const json::View element : value.elements()) {
        if (auto text = element.text())
            into.push_back(std::move(*text));
        else
            m_findings.add("ARD-4.2-field", "a string", element);
    }
}

void EntryReader::readIdentifier()
{
    readText("identifier", m_entry.identifier);
    const json::View value = m_value["identifier"];
    if (!value)
        return m_findings.add("ARD-4.2-required", "a member identifier", m_value, "none");
    if (const json::View id = m_value["@id"]; id && !id.equals(m_entry.identifier))
        m_findings.add("ARD-C-id", m_entry.identifier, id);
    m_entry.urn = AirUrn::parse(m_entry.identifier);
    if (!m_entry.urn) {
        // An AI Catalog takes any URI.
        if (m_container != Container::AiCatalog && value.isString())
            m_findings.add("ARD-4.2-identifier", "urn:air:PUBLISHER:NAME", value);
        return;
    }
    if (m_entry.urn->publisher == "localhost" || m_entry.urn->publisher.find('.') == std::string::npos)
        m_findings.add("ARD-4.2-publisher", "a domain name", value, m_entry.urn->publisher);
}

void EntryReader::readType()
{
    readText("type", m_entry.type);
    if (!m_value["type"]) {
        readText("mediaType", m_entry.type);
        const json::View media = m_value["mediaType"];
        if (media && m_container != Container::AiCatalog)
            m_findings.add("AIC-media-type", "a member type", media);
        else if (!media && m_container == Container::Projection)
            return;
        else if (!media)
            return m_findings.add("ARD-4.2-required", "a member type", m_value, "none");
    }
    if (std::ranges::find(kKnownTypes, m_entry.type) == kKnownTypes.end()) {
        const json::View type = m_value["type"];
        m_findings.add("ARD-3.3-type", "a type such as application/mcp-server-card+json",
            type ? type : m_value["mediaType"]);
    }
}

void EntryReader::readTarget()
{
    const json::View url = m_value["url"];
    const json::View data = m_value["data"];
    const bool mayLackBoth = m_container == Container::Projection && !url;
    if (url.isValid() == data.isValid() && !mayLackBoth)
        m_findings.add("ARD-4.3-url-data", "either url or data", m_value, url ? "both" : "neither");
    readText("url", m_entry.url);
    if (url.isString() && !isWebUrl(m_entry.url))
        m_findings.add("ARD-4.3-url", "an absolute http or https URL", url);
    if (!data)
        return;
    m_entry.data = data.raw();
    if (!data.isObject() && m_container != Container::AiCatalog)
        m_findings.add("ARD-4.3-data", "an object", data);
    for (const char* const member : { "features", "accepts" }) {
        if (data[member] && data["role"])
            return m_findings.add(
                "L5-capability-object", "server/discover or the agent card to say so", data);
    }
}

void EntryReader::readTrust()
{
    const json::View trust = m_value["trustManifest"];
    if (!trust)
        return;
    const json::View identity = trust["identity"];
    const auto text = identity ? identity.text() : std::nullopt;
    if (!text || text->empty())
        return m_findings.add("ARD-4.5-identity", "an object with an identity", trust);
    m_entry.identity = *text;
    if (m_container == Container::AiCatalog && !m_entry.urn) {
        m_entry.binding = *text == m_entry.identifier ? PublisherBinding::Same : PublisherBinding::Other;
    } else {
        m_entry.binding = bindingOf(m_entry.urn, *text);
    }
    const std::string publisher = m_entry.urn ? m_entry.urn->publisher : m_entry.identifier;
    if (m_entry.binding == PublisherBinding::Other)
        m_findings.add("ARD-4.5.1-binding", "an identity of " + publisher, identity);
    else if (m_entry.binding == PublisherBinding::Unverifiable)
        m_findings.add("ARD-4.5.1-unverifiable", "spiffe://…, did:web:… or https://…", identity);
}

void EntryReader::checkMetadata()
{
    const json::View metadata = m_value["metadata"];
    if (metadata && !metadata.isObject())
        return m_findings.add("ARD-4.6-metadata", "an object", metadata);
    for (const json::Member& member : metadata.members()) {
        if (member.value.isObject() || member.value.isArray())
            m_findings.add("ARD-4.6-metadata", "a string, a number, true, false or null", member.value);
    }
}

Context EntryReader::readContext()
{
    Context context = Context::ard();
    const json::View given = m_value["@context"];
    if (!given)
        return context;
    std::vector<Context::Unused> unused;
    context.add(given, unused);
    for (Context::Unused& one : unused)
        m_findings.add("ARD-4.1-context", std::move(one.expected), one.at, std::move(one.found));
    return context;
}

void EntryReader::checkPrices()
{
    const AcmpTerms& terms = m_entry.acmp;
    const std::vector<std::string>& capabilities = m_entry.capabilities;
    for (const Price& price : terms.prices) {
        if (std::ranges::find(capabilities, price.capability) == capabilities.end())
            m_findings.add("L5-price-capability", "a capability that is listed", m_value, price.capability);
    }
    for (const std::string& capability : capabilities) {
        if (!terms.prices.empty() && !m_entry.priceOf(capability))
            m_findings.add(
                "L5-capability-price", "a price for " + wire::excerpt(capability), m_value, "none");
    }
    if (!terms.prices.empty() && !terms.priceBasis)
        m_findings.add("L5-price-basis", "a price_basis", m_value, "none");
    const Kind kind = m_entry.kind();
    if (kind != Kind::McpServerCard && kind != Kind::A2aAgentCard)
        m_findings.add("L5-card-type", "application/mcp-server-card+json or application/a2a-agent-card+json",
            m_value, m_entry.type);
}

} // namespace

Kind kindOf(std::string_view mediaType)
{
    if (mediaType == "application/mcp-server-card+json")
        return Kind::McpServerCard;
    if (mediaType == "application/a2a-agent-card+json" || mediaType == "application/agent-card+json")
        return Kind::A2aAgentCard;
    if (mediaType == "application/ai-catalog+json")
        return Kind::Catalog;
    if (mediaType == "application/ai-registry+json" || mediaType == "application/ai-registry")
        return Kind::Registry;
    return Kind::Other;
}

std::string_view toString(Kind kind)
{
    switch (kind) {
    case Kind::Other:
        return "other";
    case Kind::McpServerCard:
        return "MCP server card";
    case Kind::A2aAgentCard:
        return "A2A agent card";
    case Kind::Catalog:
        return "catalog";
    case Kind::Registry:
        return "registry";
    }
    Q_UNREACHABLE();
}

const json::Decimal* Entry::priceOf(std::string_view capability) const
{
    const auto found = std::ranges::find(acmp.prices, capability, &Price::capability);
    return found == acmp.prices.end() ? nullptr : &found->cu;
}

Entry readEntry(const json::View& value, Container container)
{
    return EntryReader(value, container).read();
}

std::vector<Term> termsOf(const Entry& entry)
{
    const std::string_view text = entry.raw.text();
    const auto document = json::Document::parse(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    if (!document || !document->root().isObject())
        return {};
    Context context = Context::ard();
    std::vector<Context::Unused> unused;
    if (const json::View given = document->root()["@context"])
        context.add(given, unused);
    return termsOf(document->root(), context);
}

} // namespace discovery
