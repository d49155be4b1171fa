// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that were read, without anybody to ask.
#pragma once

#include "protocol/discovery/manifest.h"
#include "ui/discovery/arrange.h"

#include <QByteArray>

/// An entry of p.example, or of what `more` says instead: members, each with a comma before it.
inline QByteArray entryText(const QByteArray& name, const QByteArray& more = {})
{
    return R"({"@context":["https://agenticresourcediscovery.org/context/v1",
        {"acmp":"https://a2agora.org/acmp/v0.1#","acmp:price_cu_indicative":{"@type":"@json"}}],
        "identifier":"urn:air:p.example:acmp:)"
        + name + R"(","displayName":")" + name
        + R"(","representativeQueries":["one","two"],"type":"application/mcp-server-card+json",
        "url":"https://p.example/)"
        + name + "\"" + more + "}";
}

inline QByteArray manifestText(const QList<QByteArray>& entries)
{
    return "{\"entries\":[" + entries.join(',') + "]}";
}

/// Read from one source, which lists all.
inline std::shared_ptr<const stack::BrowseState> readState(const QByteArray& manifest, unsigned id = 1)
{
    stack::BrowseState state;
    state.id = stack::BrowseId { id };
    state.what = "p.example";
    state.isReading = false;
    state.sources.push_back({ .url = "https://p.example/.well-known/ard.json",
        .name = "ard.json",
        .state = discovery::Source::State::Read });
    auto entries = std::make_shared<stack::ListedEntries>();
    const auto read = discovery::Manifest::parse(manifest);
    if (!read)
        qFatal("no manifest: %s", read.error().toString().c_str());
    for (const discovery::Entry& entry : read->entries)
        entries->push_back(std::make_shared<const stack::ListedEntry>(stack::ListedEntry { .entry = entry }));
    state.sources.back().entries = entries->size();
    state.entries = std::move(entries);
    return std::make_shared<const stack::BrowseState>(std::move(state));
}
