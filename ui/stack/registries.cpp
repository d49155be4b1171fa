// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/registries.h"

#include "ui/stack/browseboard.h"
#include "ui/stack/frame.h"
#include "ui/stack/readings.h"
#include "ui/stack/web.h"

#include "protocol/discovery/counted.h"

#include <QDateTime>

namespace stack {

using discovery::AskedRegistry;
using discovery::Source;
using discovery::Step;

namespace {

Source sourceOf(const AskedRegistry& registry, std::int64_t answeredAtMs)
{
    using State = AskedRegistry::State;
    Source source { .parent = registry.parent,
        .url = registry.url,
        .name = registry.name.empty() ? "registry" : registry.name,
        .error = registry.error,
        .findings = registry.findings,
        .entries = registry.found,
        .fetchedAtMs = answeredAtMs,
        .depth = registry.depth };
    switch (registry.state) {
    case State::Unopened:
        source.state = Source::State::Unopened;
        break;
    case State::Asking:
        source.state = Source::State::Reading;
        break;
    case State::Answered:
        source.state = Source::State::Read;
        break;
    case State::Failed:
        source.state = Source::State::Failed;
        break;
    }
    return source;
}

/// What came of asking one; nullopt while nothing has.
std::optional<Step> stepOf(const AskedRegistry& registry, bool hasWords)
{
    Step step { .name = hasWords ? "search" : "list", .url = registry.url };
    if (registry.error) {
        step.state = Step::State::Failed;
        step.detail = registry.error->toString();
        step.error = registry.error;
        return step;
    }
    if (registry.pages == 0)
        return std::nullopt;
    step.state = registry.found > 0 ? Step::State::Found : Step::State::Nothing;
    step.detail = discovery::counted(registry.found, "entry", "entries") + " on "
        + discovery::counted(static_cast<std::size_t>(registry.pages), "page", "pages");
    if (registry.total)
        step.detail += ", of " + std::to_string(*registry.total);
    if (!registry.pageToken.empty())
        step.detail += "; there are more";
    if (registry.leftOut > 0)
        step.detail += "; " + std::to_string(registry.leftOut) + " left out by the filter";
    if (registry.refusal)
        step.detail += "; it can't filter by terms of ACMP (" + registry.refusal->toString()
            + "), so they are filtered here";
    return step;
}

} // namespace

struct Registries::Search {
    BrowseId id = BrowseId::None;
    std::shared_ptr<BrowseBoard> board;
    RegistryQuestion question;
    std::unique_ptr<discovery::RegistrySearch> search;
    std::optional<wire::Error> failure; ///< nobody could be asked
    Readings readings;
    std::map<int, std::int64_t> answeredAtMs; ///< Unix time, by registry
    bool isThrough = false;
    bool isStopped = false;

    bool isWhole() const
    {
        return search && !isStopped && std::ranges::none_of(search->registries(), [](const auto& registry) {
            return registry.state == AskedRegistry::State::Failed || !registry.pageToken.empty();
        });
    }
};

Registries::Registries(Web& web)
    : m_web(web)
    , m_publishing(this)
{
    m_publishing.setSingleShot(true);
    m_publishing.setInterval(kFrame);
    connect(&m_publishing, &QTimer::timeout, this, qOverload<>(&Registries::publish));
}

Registries::~Registries() = default;

Registries::Search* Registries::find(const Key& key)
{
    const auto found = m_searches.find(key);
    return found == m_searches.end() ? nullptr : found->second.get();
}

void Registries::start(
    BrowseId id, const std::shared_ptr<BrowseBoard>& board, const RegistryQuestion& question)
{
    auto& search = m_searches[{ board.get(), id }];
    if (!search)
        search = std::make_unique<Search>();
    if (search->search && search->search->isRunning())
        return;
    search->id = id;
    search->board = board;
    search->question = question;
    begin(*search);
}

void Registries::begin(Search& search)
{
    search.readings.begin(search.isWhole());
    search.search.reset();
    search.failure.reset();
    search.isThrough = search.isStopped = false;
    search.answeredAtMs.clear();
    const Key key { search.board.get(), search.id };
    markDirty(key);
    const QUrl base(QString::fromStdString(search.question.registry));
    const auto client = m_web.registryClient(base, search.question.token);
    if (!client) {
        search.failure = client.error();
        return;
    }
    search.search = std::make_unique<discovery::RegistrySearch>(**client);
    discovery::RegistrySearch* const asked = search.search.get();
    connect(
        asked, &discovery::RegistrySearch::registryChanged, this, [this, key, asked, &search](int registry) {
            if (asked->registries()[static_cast<std::size_t>(registry)].state
                == AskedRegistry::State::Answered)
                search.answeredAtMs[registry] = QDateTime::currentMSecsSinceEpoch();
            markDirty(key);
        });
    connect(asked, &discovery::RegistrySearch::entriesAdded, this, [this, key] { markDirty(key); });
    connect(asked, &discovery::RegistrySearch::finished, this, [this, key, &search] {
        search.isThrough = true;
        markDirty(key);
    });
    asked->start(base, { .filter = search.question.filter });
}

void Registries::open(BrowseId id, const std::shared_ptr<BrowseBoard>& board, int registry)
{
    Search* const search = find({ board.get(), id });
    if (!search || !search->search || registry < 0
        || static_cast<std::size_t>(registry) >= search->search->registries().size())
        return;
    search->isStopped = false;
    search->search->open(registry);
    search->search->more(registry);
}

void Registries::stop(BrowseId id, const std::shared_ptr<BrowseBoard>& board)
{
    Search* const search = find({ board.get(), id });
    if (!search || !search->search || !search->search->isRunning())
        return;
    search->isStopped = true;
    search->search->stop();
    markDirty({ board.get(), id });
}

void Registries::forget(BrowseId id, const std::shared_ptr<BrowseBoard>& board)
{
    m_searches.erase({ board.get(), id });
}

void Registries::forget(const std::shared_ptr<BrowseBoard>& board)
{
    std::erase_if(m_searches, [&](const auto& search) { return search.first.first == board.get(); });
}

void Registries::markDirty(const Key& key)
{
    m_dirty.insert(key);
    if (!m_publishing.isActive())
        m_publishing.start();
}

void Registries::publish()
{
    for (const Key& key : std::exchange(m_dirty, {})) {
        if (Search* const search = find(key))
            publish(*search);
    }
}

void Registries::publish(Search& search)
{
    BrowseState state;
    state.id = search.id;
    state.isSearch = true;
    state.isStopped = search.isStopped;
    state.round = search.readings.number();
    const std::string& words = search.question.filter.words;
    state.what = search.question.registry + ' ' + (words.empty() ? "*" : words);
    state.isReading = search.search && search.search->isRunning();
    if (search.failure)
        state.steps.push_back({ .name = "registry",
            .url = search.question.registry,
            .state = Step::State::Failed,
            .detail = search.failure->toString(),
            .error = search.failure });
    if (search.search) {
        const auto& registries = search.search->registries();
        for (std::size_t i = 0; i < registries.size(); ++i) {
            const int index = static_cast<int>(i);
            state.sources.push_back(sourceOf(registries[i], search.answeredAtMs[index]));
            if (!registries[i].pageToken.empty())
                state.withMore.push_back(index);
            if (auto step = stepOf(registries[i], !words.empty()))
                state.steps.push_back(std::move(*step));
        }
        const auto& found = search.search->found();
        search.readings.catchUp(found.size(), [&](std::size_t i) {
            return Readings::Listed { found[i].hit.entry, found[i].registry, found[i].alsoIn,
                search.answeredAtMs[found[i].registry], found[i].hit.score };
        });
    }
    state.entries
        = std::make_shared<const ListedEntries>(search.readings.entries(search.isThrough, search.isWhole()));
    search.board->publish(std::make_shared<const BrowseState>(std::move(state)));
}

} // namespace stack
