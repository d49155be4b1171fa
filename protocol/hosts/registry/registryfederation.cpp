// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/registryfederation.h"

#include <QPointer>

#include <algorithm>
#include <unordered_set>

namespace hosts {

using discovery::RegistryClient;

namespace {

/// As far as a page of another registry goes.
constexpr int kDepth = 100;

discovery::RegistryQuery queryOf(const SearchQuestion& question)
{
    discovery::RegistryQuery query;
    query.filter.words = question.text;
    query.federation = discovery::Federation::None;
    query.pageSize = kDepth;
    // The prefixes of the question are not bound there: terms that have one go by IRI.
    for (const TermConstraint& constraint : question.constraints) {
        const bool hasPrefix = constraint.key.find(':') != constraint.key.npos;
        query.constraints.push_back({ hasPrefix ? constraint.path.iri : constraint.key, constraint.values });
    }
    return query;
}

/// What a registry could not filter by is filtered here.
std::vector<RankedEntry> rankedOf(const discovery::SearchPage& page, const SearchQuestion& question)
{
    std::vector<RankedEntry> ranked;
    for (const discovery::Hit& hit : page.hits) {
        const std::string_view text = hit.entry.raw.text();
        if (hit.entry.identifier.empty()
            || (page.refusal && !RegistryItem(text).matches(question.constraints)))
            continue;
        ranked.push_back({ std::string(text), hit.score.value_or(0), hit.source });
    }
    return ranked;
}

} // namespace

std::vector<RankedEntry> merged(std::vector<RankedEntry> own, std::vector<RankedEntry> others)
{
    std::ranges::move(others, std::back_inserter(own));
    std::ranges::stable_sort(own, std::ranges::greater(), &RankedEntry::score);
    std::unordered_set<std::string> seen;
    std::erase_if(own, [&](const RankedEntry& ranked) {
        return !seen.insert(RegistryItem(ranked.text).entry().identifier).second;
    });
    return own;
}

struct Federation::Question {
    std::vector<std::vector<RankedEntry>> found; ///< of each, in their order
    std::size_t open = 0;
    std::unique_ptr<wire::Timer> timer;
    std::function<void(std::vector<RankedEntry>)> take;

    void finish()
    {
        std::vector<RankedEntry> all;
        for (std::vector<RankedEntry>& each : found)
            std::ranges::move(each, std::back_inserter(all));
        if (const auto tell = std::exchange(take, nullptr))
            tell(std::move(all));
    }
};

Federation::Federation(
    wire::Clock& clock, wire::Sink& sink, const std::vector<Upstream>& upstreams, wire::milliseconds timeout)
    : m_clock(clock)
    , m_timeout(timeout)
    , m_http(clock, sink)
    , m_fetcher(clock, m_http)
    , m_client(m_fetcher, m_http)
    , m_upstreams(upstreams)
{
}

Federation::~Federation() = default;

void Federation::ask(
    const SearchQuestion& question, QObject* context, std::function<void(std::vector<RankedEntry>)> take)
{
    const auto asked = std::make_shared<Question>();
    asked->found.resize(m_upstreams.size());
    asked->open = m_upstreams.size();
    asked->take = std::move(take);
    // It ends with the question, which lives as long as an answer is waited for.
    asked->timer = m_clock.startTimer(m_timeout, [weak = std::weak_ptr(asked), alive = QPointer(context)] {
        if (const auto late = weak.lock(); late && alive)
            late->finish();
    });
    for (std::size_t i = 0; i < m_upstreams.size(); ++i) {
        m_client.search(QUrl(QString::fromStdString(m_upstreams[i].url)), queryOf(question))
            .then(context, [asked, question, i](const RegistryClient::Outcome<discovery::SearchPage>& page) {
                if (page)
                    asked->found[i] = rankedOf(*page, question);
                if (--asked->open == 0)
                    asked->finish();
            });
    }
}

} // namespace hosts
