// SPDX-License-Identifier: Apache-2.0
// The event "discovered": what an endpoint is, what it declares, what it lists.
#include "app/acmpctl/events.h"

#include "app/acmpctl/eventtext.h"

#include "protocol/acmp/codec.h"

namespace acmpctl {

namespace {

/// Of a list, in the text for a person.
constexpr std::size_t kShownItems = 20;
constexpr std::size_t kShownDescription = 100;

void writeText(json::Writer& writer, std::string_view key, const std::string& text)
{
    if (!text.empty())
        writer.key(key).string(text);
}

void writeItem(json::Writer& writer, const binding::InventoryItem& item)
{
    writer.beginObject();
    writer.key("name").string(item.name);
    writeText(writer, "title", item.title);
    writeText(writer, "description", item.description);
    writeText(writer, "uri", item.uri);
    writeText(writer, "mistake", item.mistake);
    writer.key("raw").raw(item.raw);
    writer.endObject();
}

void writeLists(json::Writer& writer, const binding::Inventory& inventory)
{
    writer.key("lists").beginArray();
    for (const binding::InventoryList& list : inventory) {
        writer.beginObject();
        writer.key("kind").string(list.kind);
        writer.key("items").beginArray();
        for (const binding::InventoryItem& item : list.items)
            writeItem(writer, item);
        writer.endArray();
        writer.key("more").boolean(list.isCut);
        writer.key("error");
        if (list.error) {
            writer.beginObject();
            writeError(writer, *list.error);
            writer.endObject();
        } else {
            writer.null();
        }
        writer.endObject();
    }
    writer.endArray();
}

std::string describe(const binding::InventoryItem& item)
{
    std::string text = "    " + wire::excerpt(item.uri.empty() ? item.name : item.uri);
    const std::string& more = item.description.empty() ? item.title : item.description;
    if (!more.empty())
        text += "  " + wire::excerpt(more, kShownDescription);
    return item.mistake.empty() ? text : text + "\n      ✕ not to be used: " + item.mistake;
}

std::string describe(const binding::Inventory& inventory)
{
    std::string text;
    for (const binding::InventoryList& list : inventory) {
        text += "  " + (list.kind == "resourceTemplates" ? std::string("resource templates") : list.kind)
            + ": " + std::to_string(list.items.size()) + (list.isCut ? " and more" : "") + '\n';
        for (std::size_t i = 0; i < std::min(list.items.size(), kShownItems); ++i)
            text += describe(list.items[i]) + '\n';
        if (list.items.size() > kShownItems)
            text += "    … " + std::to_string(list.items.size() - kShownItems) + " others; --json has them\n";
        if (list.error)
            text += "    ✕ " + list.error->toString() + '\n';
    }
    return text;
}

std::string describe(const acmp::Capability& acmp)
{
    std::string text
        = "  ACMP " + wire::excerpt(acmp.version) + ", " + wire::excerpt(acmp.role.value_or("no role"));
    if (acmp.providerId)
        text += ", " + wire::excerpt(*acmp.providerId);
    const auto list = [&text](const char* label, const std::optional<std::vector<std::string>>& methods) {
        text += label;
        for (const std::string& method : methods.value_or(std::vector<std::string>()))
            text += ' ' + wire::excerpt(method);
    };
    list("\n  accepts", acmp.accepts);
    list("\n  emits  ", acmp.emits);
    text += std::string("\n  output streaming ") + (acmp.outputStreaming() ? "yes" : "no")
        + ", input streaming " + (acmp.inputStreaming() ? "yes" : "no");
    if (const auto interval = acmp.heartbeatInterval())
        text += ", heartbeat every " + std::to_string(interval->count()) + " ms";
    return text + '\n';
}

std::string describe(const binding::Client& client, const binding::Discovered& found)
{
    std::string text = client.target() + "\n  " + client.transportName();
    if (found.isUnknown)
        return text + "\n  it knows no server/discover: what it can do is unknown\n";
    text += ", " + wire::excerpt(found.serverName) + ' ' + wire::excerpt(found.serverVersion)
        + ", answered in " + ms(found.roundTrip) + '\n';
    if (found.isLegacy) {
        return text + "  MCP " + wire::excerpt(found.versions.front())
            + ", a revision before 2026-07-28: it can't carry ACMP as specified\n";
    }
    return text
        + (found.capability ? describe(*found.capability)
                            : std::string("  no ACMP extension that can be read: not a provider\n"));
}

} // namespace

void printDiscovered(Output& output, const binding::Client& client, const binding::Discovered& found,
    const binding::Inventory* inventory)
{
    output.event(
        "discovered",
        [&](json::Writer& writer) {
            writer.key("target").string(client.target());
            writer.key("transport").string(client.transportName());
            writer.key("server").beginObject();
            writer.key("name").string(found.serverName);
            writer.key("version").string(found.serverVersion);
            writer.endObject();
            writeStrings(writer, "versions", found.versions);
            writer.key("legacy").boolean(found.isLegacy);
            writer.key("capability");
            if (found.capability)
                acmp::encode(writer, *found.capability);
            else
                writer.null();
            if (inventory)
                writeLists(writer, *inventory);
            writer.key("rtt_ms").real(wire::toMs(found.roundTrip));
            writeFindings(writer, found.findings);
        },
        [&] {
            const std::string wrong = acmpctl::describe(found.findings);
            return inventory ? describe(client, found) + describe(*inventory) + wrong : wrong;
        });
}

} // namespace acmpctl
