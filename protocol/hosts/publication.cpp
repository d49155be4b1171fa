// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/publication.h"

#include "protocol/a2a/names.h"
#include "protocol/binding/mcp/card.h"
#include "protocol/json/writer.h"

#include <algorithm>

namespace hosts {

namespace {

constexpr char kPublisher[] = "agents.localhost";

using engine::CapabilityScript;

const std::vector<CapabilityScript>& capabilitiesOf(const Publication& one)
{
    return one.scenario->capabilities;
}

void writeContext(json::Writer& writer)
{
    writer.key("@context")
        .beginArray()
        .string("https://agenticresourcediscovery.org/context/v1")
        .beginObject();
    writer.key("acmp").string("https://a2agora.org/acmp/v0.1#");
    writer.key("acmp:price_cu_indicative").beginObject().key("@type").string("@json").endObject();
    writer.endObject().endArray();
}

void writeQueries(json::Writer& writer, const Publication& one)
{
    writer.key("representativeQueries").beginArray();
    std::size_t count = 0;
    for (const CapabilityScript& script : capabilitiesOf(one)) {
        if (count++ < 4)
            writer.string("who does " + script.name + '?');
    }
    writer.string("compute by the task, with an offer first").endArray();
}

std::vector<std::string> proofsOf(const Publication& one)
{
    std::vector<std::string> proofs;
    for (const CapabilityScript& script : capabilitiesOf(one)) {
        for (const std::string& proof : script.proofs) {
            if (std::ranges::find(proofs, proof) == proofs.end())
                proofs.push_back(proof);
        }
    }
    return proofs;
}

/// What all capabilities promise: the longest time, and the tier if it is one.
void writePromises(json::Writer& writer, const Publication& one)
{
    std::optional<std::int64_t> latency;
    std::optional<std::string> tier;
    bool hasOneTier = true;
    for (const CapabilityScript& script : capabilitiesOf(one)) {
        if (script.latencySlaMs)
            latency = std::max(latency.value_or(0), *script.latencySlaMs);
        hasOneTier = hasOneTier && script.tier && (!tier || tier == script.tier);
        tier = script.tier;
    }
    if (hasOneTier && tier)
        writer.key("acmp:tier").string(*tier);
    if (latency)
        writer.key("acmp:latency_p99_ms").integer(*latency);
}

void writeTerms(json::Writer& writer, const Publication& one)
{
    writePromises(writer, one);
    writer.key("acmp:price_cu_indicative").beginObject();
    for (const CapabilityScript& script : capabilitiesOf(one))
        writer.key(script.name).number(script.priceCu);
    writer.endObject();
    writer.key("acmp:price_basis").string("acmp:reference-tasks/v1");
    if (const auto proofs = proofsOf(one); !proofs.empty()) {
        writer.key("acmp:proof_methods").beginArray();
        for (const std::string& proof : proofs)
            writer.string(proof);
        writer.endArray();
    }
}

std::string entryOf(
    const Publication& one, std::string_view space, std::string_view type, const std::string& url)
{
    json::Writer writer;
    writer.beginObject();
    writeContext(writer);
    writer.key("identifier")
        .string("urn:air:" + std::string(kPublisher) + ':' + std::string(space) + ':' + one.name);
    writer.key("displayName").string(one.scenario->name);
    writer.key("type").string(type);
    writer.key("url").string(url);
    writer.key("capabilities").beginArray();
    for (const CapabilityScript& script : capabilitiesOf(one))
        writer.string(script.name);
    writer.endArray();
    writeQueries(writer, one);
    writer.key("description").string("An ACMP provider, played by ACMP Workbench");
    writer.key("version").string(ACMP_VERSION);
    writeTerms(writer, one);
    // It speaks the entry's binding (decision D17); over A2A it is the agent itself.
    if (type == mcp::kServerCardType)
        writer.key("acmp:negotiation_endpoint").string(one.mcpUrl);
    writer.endObject();
    return writer.text();
}

std::string registryEntry(const std::string& url)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("identifier").string("urn:air:" + std::string(kPublisher) + ":registry");
    writer.key("displayName").string("Registry of this server");
    writer.key("type").string("application/ai-registry+json");
    writer.key("url").string(url);
    writer.key("representativeQueries").beginArray();
    writer.string("which providers are there").string("search the providers of this server").endArray();
    writer.key("description").string("Finds the providers of this server by words and terms");
    writer.endObject();
    return writer.text();
}

void writeEntries(json::Writer& writer, std::span<const Publication> all, const std::string& registryUrl)
{
    writer.key("entries").beginArray();
    for (const std::string& entry : ardEntries(all))
        writer.raw(entry);
    writer.raw(registryEntry(registryUrl)).endArray();
}

} // namespace

std::vector<std::string> ardEntries(std::span<const Publication> all)
{
    std::vector<std::string> entries;
    for (const Publication& one : all) {
        entries.push_back(entryOf(one, "acmp", mcp::kServerCardType, one.serverCardUrl));
        entries.push_back(entryOf(one, "acmp-a2a", a2a::type::kCard, one.agentCardUrl));
    }
    return entries;
}

std::string ardManifest(std::span<const Publication> all, const std::string& registryUrl)
{
    json::Writer writer;
    writer.beginObject();
    writeEntries(writer, all, registryUrl);
    writer.endObject();
    return writer.text();
}

std::string aiCatalog(std::span<const Publication> all, const std::string& registryUrl)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("specVersion").string("1.0");
    writer.key("host").beginObject().key("displayName").string("ACMP Workbench").endObject();
    writeEntries(writer, all, registryUrl);
    writer.endObject();
    return writer.text();
}

std::string serverCard(const Publication& one)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("$schema").string("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json");
    writer.key("name").string(std::string(kPublisher) + '/' + one.name);
    writer.key("version").string(ACMP_VERSION);
    writer.key("description").string("An ACMP provider, played by ACMP Workbench");
    writer.key("title").string(one.scenario->name);
    writer.key("remotes").beginArray().beginObject();
    writer.key("type").string("streamable-http");
    writer.key("url").string(one.mcpUrl);
    if (one.asksForToken) {
        writer.key("headers").beginArray().beginObject();
        writer.key("name").string("Authorization");
        writer.key("isRequired").boolean(true);
        writer.key("isSecret").boolean(true);
        writer.key("value").string("Bearer {token}");
        writer.key("variables").beginObject().key("token").beginObject();
        writer.key("isRequired").boolean(true);
        writer.key("isSecret").boolean(true);
        writer.endObject().endObject().endObject().endArray();
    }
    writer.endObject().endArray().endObject();
    return writer.text();
}

std::string homePage(std::span<const Publication> all)
{
    std::string page = "<!doctype html>\n<meta charset=\"utf-8\">\n<title>ACMP providers</title>\n<link "
                       "rel=\"ard\" href=\"";
    page.append(kArdPath).append("\">\n<h1>ACMP providers of this machine</h1>\n<ul>\n");
    for (const Publication& one : all)
        page.append("<li>").append(one.name).append(": ").append(one.mcpUrl).append("\n");
    return page.append("</ul>\n");
}

std::string robots(const std::string& ardUrl)
{
    return "User-agent: *\nAllow: /\nAgentmap: " + ardUrl + '\n';
}

} // namespace hosts
