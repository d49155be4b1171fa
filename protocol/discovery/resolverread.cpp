// SPDX-License-Identifier: Apache-2.0
// What the answers say.
#include "protocol/discovery/counted.h"
#include "protocol/discovery/resolverway.h"
#include "protocol/discovery/weburl.h"
#include "protocol/json/document.h"

#include <algorithm>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

bool isNotThere(const Error& error)
{
    return error.kind == ErrorKind::Http && (error.found == "HTTP 404" || error.found == "HTTP 410");
}

} // namespace

void Resolver::addStep(const char* name, const Way& way, Step::State state, std::string detail)
{
    Step step { .name = name,
        .url = way.url.toString().toStdString(),
        .state = state,
        .detail = std::move(detail),
        .took = way.took };
    if (way.fetched && *way.fetched) {
        for (const QUrl& redirect : (*way.fetched)->redirects)
            step.redirects.push_back(redirect.toString().toStdString());
    }
    addStep(std::move(step));
}

void Resolver::addFailure(const char* name, const Way& way, const Error& error)
{
    // What need not be there is no failure.
    const bool isAbsent = isNotThere(error);
    addStep({ .name = name,
        .url = way.url.toString().toStdString(),
        .state = isAbsent ? Step::State::Nothing : Step::State::Failed,
        .detail = isAbsent ? "there is none" : error.toString(),
        .took = way.took,
        .error = isAbsent ? std::nullopt : std::optional(error) });
}

void Resolver::takeManifest(const char* name, Way& way, bool isPredecessor)
{
    const Documents::Outcome& outcome = *way.fetched;
    if (!outcome)
        return addFailure(name, way, outcome.error());
    const int source = addSource({ .url = outcome->url.toString().toStdString(),
        .name = name,
        .state = Source::State::Reading,
        .isPredecessor = isPredecessor,
        .fetchedAtMs = outcome->fetchedAtMs });
    m_visited.insert(outcome->url.toString().toStdString());
    if (!readInto(source, outcome->body, outcome->url))
        return addFailure(name, way, *m_sources[static_cast<std::size_t>(source)].error);
    std::string detail = counted(m_sources[static_cast<std::size_t>(source)].entries, "entry", "entries");
    if (isPredecessor)
        detail += "; only consumers of AI Catalogs look here";
    addStep(name, way, Step::State::Found, std::move(detail));
}

void Resolver::takeArdJson(Way& way)
{
    takeManifest("ard.json", way, false);
}

void Resolver::takePredecessor(Way& way)
{
    takeManifest("ai-catalog.json", way, true);
}

void Resolver::takeDocument(Way& way)
{
    const Documents::Outcome& outcome = *way.fetched;
    const bool isPage
        = outcome && (outcome->mediaType == "text/html" || outcome->mediaType == "application/xhtml+xml");
    if (!isPage)
        return takeManifest("document", way, false);
    addStep("document", way, Step::State::Found, "an HTML page");
    takePage(outcome->body.toStdString(), outcome->fields, outcome->url);
}

void Resolver::takeHomePage(Way& way)
{
    const Documents::Outcome& outcome = *way.fetched;
    if (!outcome)
        return addFailure("home page", way, outcome.error());
    addStep("home page", way, Step::State::Found,
        counted(static_cast<std::size_t>(outcome->body.size()), "byte", "bytes"));
    takePage(outcome->body.toStdString(), outcome->fields, outcome->url);
}

void Resolver::takePage(const std::string& html, const http::Fields& fields, const QUrl& url)
{
    std::vector<Link> links;
    for (const http::Field& field : fields) {
        if (!http::equalsIgnoringCase(field.name, "Link"))
            continue;
        for (Link& link : linksOfHeader(field.value))
            links.push_back(std::move(link));
    }
    takeLinks(links, "Link header", url, {});
    const Page page = readPage(html);
    takeLinks(page.links, "link element", url, page.base);
    takeScripts(page.jsonLd, url);
}

void Resolver::takeLinks(
    const std::vector<Link>& links, const char* name, const QUrl& url, std::string_view base)
{
    std::size_t found = 0;
    for (const Link& link : links) {
        const bool isPredecessor = link.rel == "ai-catalog";
        if (link.rel != "ard" && !isPredecessor)
            continue;
        const QUrl target = resolve(url, base, link.target);
        ++found;
        if (target.isEmpty() || !m_visited.insert(target.toString().toStdString()).second)
            continue;
        mayOpen(addSource(
            { .url = target.toString().toStdString(), .name = name, .isPredecessor = isPredecessor }));
    }
    addStep({ .name = name,
        .url = url.toString().toStdString(),
        .state = found > 0 ? Step::State::Found : Step::State::Nothing,
        .detail = found > 0 ? counted(found, "link", "links") : "no rel=ard and no rel=ai-catalog" });
}

/// Nodes of a page that are entries themselves.
void Resolver::takeScripts(const std::vector<std::string>& scripts, const QUrl& url)
{
    std::vector<Entry> entries;
    std::size_t broken = 0;
    const auto take = [&](const json::View& node) {
        const auto identifier = node["identifier"].isString() ? node["identifier"].text() : std::nullopt;
        if (identifier && identifier->starts_with("urn:air:"))
            entries.push_back(readEntry(node, Container::Ard));
    };
    for (const std::string& script : scripts) {
        const auto document = json::Document::parse(QByteArray::fromStdString(script));
        if (!document) {
            ++broken;
            continue;
        }
        const json::View root = document->root();
        const json::View graph = root["@graph"];
        take(root);
        for (const json::View node : (root.isArray() ? root : graph).elements())
            take(node);
    }
    Step step { .name = "JSON-LD", .url = url.toString().toStdString() };
    step.state = !entries.empty() ? Step::State::Found
        : broken > 0              ? Step::State::Failed
                                  : Step::State::Nothing;
    step.detail = counted(scripts.size(), "script", "scripts");
    if (broken > 0)
        step.detail += ", " + std::to_string(broken) + " of them no JSON";
    if (!entries.empty()) {
        step.detail += ", " + counted(entries.size(), "entry", "entries");
        const int source = addSource({ .url = url.toString().toStdString(),
            .name = "JSON-LD",
            .state = Source::State::Read,
            .entries = entries.size() });
        addEntries(source, std::move(entries));
    }
    addStep(std::move(step));
}

void Resolver::takeRobots(Way& way)
{
    const Documents::Outcome& outcome = *way.fetched;
    if (!outcome)
        return addFailure("robots.txt", way, outcome.error());
    const std::vector<std::string> maps = agentmapsOf(outcome->body.toStdString());
    for (const std::string& map : maps) {
        const QUrl target = resolve(outcome->url, {}, map);
        if (!target.isEmpty() && m_visited.insert(target.toString().toStdString()).second)
            mayOpen(addSource({ .url = target.toString().toStdString(), .name = "Agentmap" }));
    }
    addStep("robots.txt", way, maps.empty() ? Step::State::Nothing : Step::State::Found,
        maps.empty() ? "no Agentmap line" : counted(maps.size(), "Agentmap line", "Agentmap lines"));
}

void Resolver::takeDns(Way& way)
{
    const std::string name = "DNS " + way.dnsName.substr(0, way.dnsName.find('.'));
    const Dns::Outcome& outcome = *way.dns;
    if (way.isSkipped)
        return addStep(name.c_str(), way, Step::State::Skipped, "this is no public domain");
    if (!outcome)
        return addFailure(name.c_str(), way, outcome.error());
    const bool isRegistry = way.dnsName.starts_with("_search");
    for (const Svcb& record : *outcome) {
        const std::string host = record.target.empty() ? way.dnsName : record.target;
        std::string url = "https://" + host;
        if (record.port != 0)
            url.append(":").append(std::to_string(record.port));
        url += isRegistry ? "/" : "/.well-known/ard.json";
        if (!isWebUrl(url) || !m_visited.insert(url).second)
            continue;
        const int source = addSource({ .url = url,
            .name = name,
            .state = isRegistry ? Source::State::Registry : Source::State::Unopened });
        if (!isRegistry)
            mayOpen(source);
    }
    addStep(name.c_str(), way, outcome->empty() ? Step::State::Nothing : Step::State::Found,
        outcome->empty() ? "no SVCB record" : counted(outcome->size(), "record", "records"));
}

/// False: it lists no entries; the source says why.
bool Resolver::readInto(int index, const QByteArray& text, const QUrl& url)
{
    auto manifest = Manifest::parse(text);
    Source& source = m_sources[static_cast<std::size_t>(index)];
    if (!manifest) {
        source.state = Source::State::Failed;
        source.error = manifest.error();
        Q_EMIT sourceChanged(index);
        return false;
    }
    source.state = Source::State::Read;
    if (!url.isEmpty())
        source.url = url.toString().toStdString();
    source.findings = std::move(manifest->findings);
    source.entries = manifest->entries.size();
    source.dropped = manifest->dropped;
    addEntries(index, std::move(manifest->entries));
    Q_EMIT sourceChanged(index);
    return true;
}

void Resolver::addEntries(int source, std::vector<Entry> entries)
{
    const std::size_t first = m_entries.size();
    for (Entry& entry : entries) {
        const auto known = m_byIdentifier.find(entry.identifier);
        if (!entry.identifier.empty() && known != m_byIdentifier.end()) {
            Listed& listed = m_entries[known->second];
            // Of a source that is read again the newer entry counts.
            if (listed.source == source)
                listed.entry = std::move(entry);
            else if (std::ranges::find(listed.alsoIn, source) == listed.alsoIn.end())
                listed.alsoIn.push_back(source);
            continue;
        }
        if (m_entries.size() >= m_options.maxEntries) {
            ++m_sources[static_cast<std::size_t>(source)].dropped;
            continue;
        }
        if (!entry.identifier.empty())
            m_byIdentifier.emplace(entry.identifier, m_entries.size());
        addNested(source, entry);
        m_entries.push_back({ std::move(entry), source, {} });
    }
    if (m_entries.size() > first)
        Q_EMIT entriesAdded(static_cast<int>(first), static_cast<int>(m_entries.size() - first));
}

void Resolver::addNested(int parent, const Entry& entry)
{
    const Kind kind = entry.kind();
    if ((kind != Kind::Catalog && kind != Kind::Registry) || !isWebUrl(entry.url)
        || !m_visited.insert(entry.url).second)
        return;
    if (m_sources.size() >= kMaxKnown) {
        ++m_sources[static_cast<std::size_t>(parent)].unlisted;
        return;
    }
    const int depth = m_sources[static_cast<std::size_t>(parent)].depth + 1;
    const int source = addSource({ .parent = parent,
        .url = entry.url,
        .name = entry.displayName.empty() ? entry.identifier : entry.displayName,
        .state = kind == Kind::Registry ? Source::State::Registry : Source::State::Unopened,
        .depth = depth });
    if (kind == Kind::Catalog && depth <= m_options.maxDepth && m_sources.size() <= m_options.maxSources)
        mayOpen(source);
}

} // namespace discovery
