// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/browser.h"

#include "ui/stack/browseboard.h"
#include "ui/stack/door.h"
#include "ui/stack/frame.h"
#include "ui/stack/readings.h"
#include "ui/stack/stack.h"

#include <algorithm>

namespace stack {

using discovery::Source;

namespace {

/// Documents over the I/O thread, given up together.
class OverIo final : public discovery::Documents {
public:
    OverIo(Stack& stack, std::shared_ptr<Door> door)
        : m_stack(stack)
        , m_door(std::move(door))
    {
    }
    ~OverIo() override { giveUp(); }

    QFuture<Outcome> get(const QUrl& url, const std::string& accept) override
    {
        std::erase_if(m_asked, [](const auto& future) { return future.isFinished(); });
        m_asked.push_back(m_stack.fetch(url, accept, m_door));
        return m_asked.back();
    }
    void giveUp()
    {
        for (QFuture<Outcome>& future : m_asked) {
            if (!future.isFinished()) // what follows on one that is may be gone, and is touched nonetheless
                future.cancel();
        }
        m_asked.clear();
    }

private:
    Stack& m_stack;
    std::shared_ptr<Door> m_door;
    std::vector<QFuture<Outcome>> m_asked;
};

} // namespace

struct Browser::Reading {
    BrowseId id = BrowseId::None;
    std::string what;
    std::unique_ptr<OverIo> documents;
    std::unique_ptr<discovery::Resolver> resolver;
    std::set<std::string> opened; ///< sources that the user asked for: read again, too
    Readings readings;
    bool isThrough = false; ///< this round has ended once
    bool isStopped = false;

    void catchUp();
    bool isWhole() const;
};

/// What the resolver has listed since, and what it knows better.
void Browser::Reading::catchUp()
{
    const auto& all = resolver->entries();
    readings.catchUp(all.size(), [&](std::size_t i) {
        const discovery::Listed& listed = all[i];
        return Readings::Listed { listed.entry, listed.source, listed.alsoIn,
            resolver->sources()[static_cast<std::size_t>(listed.source)].fetchedAtMs };
    });
}

/// Nothing failed that was to be read.
bool Browser::Reading::isWhole() const
{
    return !isStopped && std::ranges::none_of(resolver->steps(), [](const auto& step) {
        return step.state == discovery::Step::State::Failed;
    }) && std::ranges::none_of(resolver->sources(), [](const Source& source) {
        return source.state == Source::State::Failed;
    });
}

Browser::Browser(Stack& stack, std::shared_ptr<BrowseBoard> board)
    : m_stack(stack)
    , m_door(std::make_shared<Door>(*this))
    , m_board(std::move(board))
    , m_publishing(this)
{
    m_publishing.setSingleShot(true);
    connect(&m_publishing, &QTimer::timeout, this, qOverload<>(&Browser::publish));
}

Browser::~Browser()
{
    m_readings.clear(); // what is given up is heard here still
    m_door->close();
}

Browser::Reading* Browser::find(BrowseId id)
{
    const auto found = m_readings.find(id);
    return found == m_readings.end() ? nullptr : found->second.get();
}

void Browser::start(BrowseId id, const std::string& what)
{
    auto reading = std::make_unique<Reading>();
    reading->id = id;
    reading->what = what;
    begin(*(m_readings[id] = std::move(reading)));
}

void Browser::begin(Reading& reading)
{
    // The resolver goes before its documents.
    reading.readings.begin(reading.resolver && reading.isWhole());
    reading.resolver.reset();
    reading.documents = std::make_unique<OverIo>(m_stack, m_door);
    reading.resolver = std::make_unique<discovery::Resolver>(*reading.documents, m_dns);
    reading.isThrough = false;
    reading.isStopped = false;
    discovery::Resolver* const resolver = reading.resolver.get();
    const BrowseId id = reading.id;
    connect(resolver, &discovery::Resolver::stepEnded, this, [this, id] { markDirty(id); });
    connect(resolver, &discovery::Resolver::entriesAdded, this, [this, id] { markDirty(id); });
    connect(resolver, &discovery::Resolver::sourceChanged, this, [this, id, &reading](int source) {
        openAgain(reading, source);
        markDirty(id);
    });
    connect(resolver, &discovery::Resolver::finished, this, [this, id, &reading] {
        reading.isThrough = true;
        markDirty(id);
    });
    markDirty(id);
    resolver->start(reading.what);
}

/// What the user opened the last time.
void Browser::openAgain(Reading& reading, int source)
{
    const Source& changed = reading.resolver->sources()[static_cast<std::size_t>(source)];
    if (reading.isThrough || changed.state != Source::State::Unopened
        || !reading.opened.contains(changed.url))
        return;
    QMetaObject::invokeMethod(
        reading.resolver.get(), [resolver = reading.resolver.get(), source] { resolver->open(source); },
        Qt::QueuedConnection);
}

void Browser::refresh(BrowseId id)
{
    Reading* const reading = find(id);
    if (!reading || reading->resolver->isRunning())
        return;
    m_stack.forgetDocuments();
    begin(*reading);
}

void Browser::open(BrowseId id, unsigned round, int source)
{
    Reading* const reading = find(id);
    // Sources have other numbers in another round.
    if (!reading || reading->readings.number() != round || source < 0
        || static_cast<std::size_t>(source) >= reading->resolver->sources().size())
        return;
    reading->opened.insert(reading->resolver->sources()[static_cast<std::size_t>(source)].url);
    reading->isStopped = false;
    reading->resolver->open(source);
    markDirty(id);
}

void Browser::stop(BrowseId id)
{
    Reading* const reading = find(id);
    if (!reading || !reading->resolver->isRunning())
        return;
    reading->isStopped = true;
    reading->resolver->stop();
    reading->documents->giveUp();
    markDirty(id);
}

void Browser::forget(BrowseId id)
{
    m_readings.erase(id);
    m_dirty.erase(id);
}

void Browser::markDirty(BrowseId id)
{
    m_dirty.insert(id);
    // At once after a rest.
    const bool hasRested = !m_published.isValid() || m_published.hasExpired(kFrame.count());
    if (!m_publishing.isActive())
        m_publishing.start(hasRested ? std::chrono::milliseconds(0) : kFrame);
}

void Browser::publish()
{
    m_published.start();
    for (const BrowseId id : std::exchange(m_dirty, {})) {
        if (Reading* const reading = find(id))
            publish(*reading);
    }
}

void Browser::publish(Reading& reading)
{
    reading.catchUp();
    const discovery::Resolver& resolver = *reading.resolver;
    BrowseState state;
    state.id = reading.id;
    state.what = reading.what;
    state.isReading = resolver.isRunning();
    state.isStopped = reading.isStopped;
    state.round = reading.readings.number();
    state.steps.assign(resolver.steps().begin(), resolver.steps().end());
    const auto last = m_board->state(reading.id);
    if (state.round > 1 && !reading.isThrough && last) {
        // The sources stay with the entries that they list.
        state.round = last->round;
        state.sources = last->sources;
        state.entries = last->entries;
    } else {
        state.sources.assign(resolver.sources().begin(), resolver.sources().end());
        state.entries = std::make_shared<const ListedEntries>(
            reading.readings.entries(reading.isThrough, reading.isWhole()));
    }
    m_board->publish(std::make_shared<const BrowseState>(std::move(state)));
}

} // namespace stack
