// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/agentcard.h"

#include "protocol/a2a/names.h"
#include "protocol/acmp/codec.h"
#include "protocol/json/writer.h"

namespace hosts {

namespace {

void writeModes(json::Writer& writer, std::string_view key)
{
    writer.key(key).beginArray().string(a2a::type::kAcmp).endArray();
}

void writeInterface(json::Writer& writer, std::string_view url, std::string_view binding)
{
    writer.beginObject();
    writer.key("url").string(url);
    writer.key("protocolBinding").string(binding);
    writer.key("protocolVersion").string(a2a::kVersion);
    writer.endObject();
}

void writeExtension(json::Writer& writer, bool required, const acmp::Capability& capability)
{
    writer.beginObject();
    writer.key("uri").string(a2a::kExtensionUri);
    writer.key("description").string("ACMP Layer 1 shallow binding");
    writer.key("required").boolean(required);
    writer.key("params");
    acmp::encode(writer, capability);
    writer.endObject();
}

void writeSecurity(json::Writer& writer)
{
    writer.key("securitySchemes").beginObject().key("bearer").beginObject();
    writer.key("httpAuthSecurityScheme").beginObject().key("scheme").string("Bearer").endObject();
    writer.endObject().endObject();
    writer.key("securityRequirements").beginArray().beginObject().key("schemes").beginObject();
    writer.key("bearer").beginObject().key("list").beginArray().endArray().endObject();
    writer.endObject().endObject().endArray();
}

void writeSkill(json::Writer& writer, const engine::CapabilityScript& script)
{
    writer.beginObject();
    writer.key("id").string(script.name);
    writer.key("name").string(script.name);
    writer.key("description")
        .string("Sold over ACMP for " + script.priceCu.text() + " CU a task"
            + (script.tier ? ", tier " + *script.tier : std::string()));
    writer.key("tags").beginArray().string(script.name).string("acmp").endArray();
    writer.endObject();
}

} // namespace

acmp::Capability overA2a(acmp::Capability capability)
{
    if (capability.accepts)
        std::erase(*capability.accepts, acmp::method::kInputChunk);
    if (capability.features)
        capability.features->inputStreaming = false;
    return capability;
}

std::string agentCardText(
    const AgentCard& card, const engine::Scenario& scenario, const acmp::Capability& capability)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("name").string(scenario.name);
    writer.key("description").string("An ACMP provider, played by ACMP Workbench");
    writer.key("version").string(ACMP_VERSION);
    writer.key("supportedInterfaces").beginArray();
    writeInterface(writer, card.rpcUrl, a2a::bindingname::kJsonRpc);
    writeInterface(writer, card.restUrl, a2a::bindingname::kRest);
    writer.endArray();
    writer.key("capabilities").beginObject();
    writer.key("streaming").boolean(!scenario.unary);
    writer.key("pushNotifications").boolean(false);
    writer.key("extendedAgentCard").boolean(false);
    writer.key("extensions").beginArray();
    writeExtension(writer, scenario.a2a.required, overA2a(capability));
    writer.endArray().endObject();
    if (card.asksForToken)
        writeSecurity(writer);
    writeModes(writer, "defaultInputModes");
    writeModes(writer, "defaultOutputModes");
    writer.key("skills").beginArray();
    for (const engine::CapabilityScript& script : scenario.capabilities)
        writeSkill(writer, script);
    writer.endArray().endObject();
    return writer.text();
}

} // namespace hosts
