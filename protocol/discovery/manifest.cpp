// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/manifest.h"

#include "protocol/discovery/findings.h"
#include "protocol/json/document.h"

#include <unordered_set>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

std::expected<Manifest, Error> Manifest::parse(const QByteArray& text)
{
    if (static_cast<std::size_t>(text.size()) > kMaxBytes)
        return std::unexpected(Error { ErrorKind::TooLarge, "the manifest is too long",
            "at most " + std::to_string(kMaxBytes) + " bytes", std::to_string(text.size()), {}, false });
    const auto document = json::Document::parse(text);
    if (!document) {
        const std::size_t offset = document.error().offset;
        return std::unexpected(Error { ErrorKind::Protocol, "the manifest is no JSON",
            document.error().expected, document.error().found, "byte " + std::to_string(offset), false });
    }
    const json::View root = document->root();
    const json::View entries = root["entries"];
    if (!entries.isArray())
        return std::unexpected(Error { ErrorKind::Protocol, "this is no manifest",
            "an object with an array of entries (ARD §5.1)", wire::excerpt(root.lexeme(), 120),
            entries ? "/entries" : std::string(), false });
    Manifest manifest;
    Findings findings(manifest.findings, root);
    if (const json::View version = root["specVersion"]) {
        manifest.container = Container::AiCatalog;
        if (!version.isString())
            findings.add("AIC-spec-version", "a string", version);
    }
    if (const json::View collections = root["collections"])
        findings.add("ARD-5.1-collections", "entries only", collections);
    if (const json::View context = root["@context"])
        findings.add("ARD-5.1-context", "one in each entry", context);

    std::unordered_set<std::string> seen;
    manifest.entries.reserve(std::min(entries.size(), kMaxEntries));
    for (const json::View value : entries.elements()) {
        if (manifest.entries.size() == kMaxEntries) {
            ++manifest.dropped;
            continue;
        }
        Entry entry = readEntry(value, manifest.container);
        if (!entry.identifier.empty() && !seen.insert(entry.identifier).second)
            Findings(entry.findings, value)
                .add("ARD-5.1-duplicate", "an identifier of its own", value["identifier"]);
        manifest.entries.push_back(std::move(entry));
    }
    return manifest;
}

} // namespace discovery
