// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/registrysearch.h"

#include "protocol/discovery/registryfilter.h"
#include "protocol/discovery/registryrequest.h"

#include <algorithm>

namespace discovery {

using State = AskedRegistry::State;

namespace {

SearchPage pageOf(ListPage list, const std::string& url)
{
    SearchPage page;
    for (Entry& entry : list.entries)
        page.hits.push_back({ .entry = std::move(entry), .source = url });
    page.pageToken = std::move(list.pageToken);
    page.findings = std::move(list.findings);
    return page;
}

} // namespace

std::string_view toString(State state)
{
    switch (state) {
    case State::Unopened:
        return "not asked";
    case State::Asking:
        return "asking";
    case State::Answered:
        return "answered";
    case State::Failed:
        return "failed";
    }
    Q_UNREACHABLE();
}

RegistrySearch::RegistrySearch(RegistryClient& client, RegistrySearchOptions options, QObject* parent)
    : QObject(parent)
    , m_client(client)
    , m_options(options)
{
}

void RegistrySearch::start(const QUrl& registry, RegistryQuery query)
{
    m_query = std::move(query);
    const auto base = registryBase(registry);
    // What can't be asked fails when it is.
    const std::string url = (base ? *base : registry).toString().toStdString();
    m_visited.insert(url);
    open(add({ .url = url }));
}

int RegistrySearch::add(AskedRegistry registry)
{
    m_registries.push_back(std::move(registry));
    const int index = static_cast<int>(m_registries.size()) - 1;
    Q_EMIT registryChanged(index);
    return index;
}

void RegistrySearch::open(int index)
{
    const AskedRegistry& registry = m_registries[static_cast<std::size_t>(index)];
    if (registry.state != State::Unopened && registry.state != State::Failed)
        return;
    ask(index);
}

void RegistrySearch::more(int index)
{
    const AskedRegistry& registry = m_registries[static_cast<std::size_t>(index)];
    if (registry.state != State::Asking && !registry.pageToken.empty())
        ask(index);
}

void RegistrySearch::ask(int index)
{
    AskedRegistry& registry = m_registries[static_cast<std::size_t>(index)];
    registry.state = State::Asking;
    registry.error.reset();
    m_tokens.insert({ index, registry.pageToken });
    ++m_open;
    Q_EMIT registryChanged(index);
    const QUrl url(QString::fromStdString(registry.url));
    const unsigned run = m_run;
    if (!m_query.filter.words.empty()) {
        RegistryQuery query = m_query;
        query.pageToken = registry.pageToken;
        m_client.search(url, std::move(query))
            .then(this, [this, index, run](RegistryClient::Outcome<SearchPage> page) {
                if (run == m_run)
                    take(index, std::move(page));
            });
        return;
    }
    m_client.list(url, { .pageToken = registry.pageToken })
        .then(this, [this, index, run](RegistryClient::Outcome<ListPage> list) {
            if (run != m_run)
                return;
            if (!list)
                return take(index, std::unexpected(list.error()));
            AskedRegistry& listed = m_registries[static_cast<std::size_t>(index)];
            listed.total = list->total;
            SearchPage page = pageOf(std::move(*list), listed.url);
            applyFilter(page, m_query.filter, {});
            take(index, std::move(page));
        });
}

void RegistrySearch::take(int index, RegistryClient::Outcome<SearchPage> page)
{
    AskedRegistry& registry = m_registries[static_cast<std::size_t>(index)];
    if (!page) {
        // The page can be asked for again.
        registry.state = State::Failed;
        registry.error = std::move(page.error());
        Q_EMIT registryChanged(index);
        return ended();
    }
    registry.state = State::Answered;
    ++registry.pages;
    registry.found += page->hits.size();
    registry.leftOut += page->leftOut;
    registry.undecided += page->undecided;
    registry.refusal = std::move(page->refusal);
    for (acmp::Finding& finding : page->findings)
        registry.findings.push_back(std::move(finding));
    takeToken(index, page->pageToken);
    Q_EMIT registryChanged(index);
    addHits(index, std::move(page->hits));
    addReferrals(index, page->referrals);
    if (registry.pages < m_options.pages)
        more(index);
    ended();
}

/// A page that was read already is not read again, however the registry's tokens go round.
void RegistrySearch::takeToken(int index, const std::string& token)
{
    AskedRegistry& registry = m_registries[static_cast<std::size_t>(index)];
    registry.pageToken = token;
    if (token.empty() || !m_tokens.contains({ index, token }))
        return;
    registry.pageToken.clear();
    registry.findings.push_back({ &acmp::rule("ARD-5.3-page"), "a token of a page that was not read yet",
        wire::excerpt(token), { .record = wire::kNoRecord, .pointer = "/pageToken", .offset = 0 } });
}

void RegistrySearch::addHits(int index, std::vector<Hit> hits)
{
    const std::size_t first = m_found.size();
    for (Hit& hit : hits) {
        const std::string& identifier = hit.entry.identifier;
        const auto known = identifier.empty() ? m_byIdentifier.end() : m_byIdentifier.find(identifier);
        if (known != m_byIdentifier.end()) {
            FoundEntry& found = m_found[known->second];
            if (found.registry != index && std::ranges::find(found.alsoIn, index) == found.alsoIn.end())
                found.alsoIn.push_back(index);
            continue;
        }
        if (m_found.size() >= m_options.maxHits) {
            ++m_registries[static_cast<std::size_t>(index)].leftOut;
            continue;
        }
        if (!identifier.empty())
            m_byIdentifier.emplace(identifier, m_found.size());
        m_found.push_back({ std::move(hit), index, {} });
    }
    if (m_found.size() > first)
        Q_EMIT entriesAdded(static_cast<int>(first), static_cast<int>(m_found.size() - first));
}

void RegistrySearch::addReferrals(int parent, const std::vector<Entry>& referrals)
{
    const int depth = m_registries[static_cast<std::size_t>(parent)].depth + 1;
    for (const Entry& referral : referrals) {
        const auto base = registryBase(QUrl(QString::fromStdString(referral.url)));
        if (!base || m_registries.size() >= m_options.maxRegistries
            || !m_visited.insert(base->toString().toStdString()).second)
            continue;
        const int index = add({ .parent = parent,
            .url = base->toString().toStdString(),
            .name = referral.displayName.empty() ? referral.identifier : referral.displayName,
            .depth = depth });
        if (m_options.followsReferrals && depth <= m_options.maxDepth)
            open(index);
    }
}

void RegistrySearch::stop()
{
    if (m_open == 0)
        return;
    ++m_run;
    m_open = 0;
    for (std::size_t i = 0; i < m_registries.size(); ++i) {
        AskedRegistry& registry = m_registries[i];
        if (registry.state != State::Asking)
            continue;
        registry.state = registry.pages > 0 ? State::Answered : State::Unopened;
        Q_EMIT registryChanged(static_cast<int>(i));
    }
    Q_EMIT finished();
}

void RegistrySearch::ended()
{
    if (--m_open > 0)
        return;
    QMetaObject::invokeMethod(
        this,
        [this, run = m_run] {
            if (m_open == 0 && run == m_run)
                Q_EMIT finished();
        },
        Qt::QueuedConnection);
}

} // namespace discovery
