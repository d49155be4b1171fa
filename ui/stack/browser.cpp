// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/browser.h"

#include "ui/stack/stack.h"

#include <QDateTime>

#include <unordered_map>

namespace stack {

using discovery::Listed;
using discovery::Source;

namespace {

constexpr int kFrameMs = 16;

/// Documents over the I/O thread, given up together.
class OverIo final : public discovery::Documents {
public:
    explicit OverIo(Stack& stack)
        : m_stack(stack)
    {
    }
    ~OverIo() override { giveUp(); }

    QFuture<Outcome> get(const QUrl& url, const std::string& accept) override
    {
        std::erase_if(m_asked, [](const auto& future) { return future.isFinished(); });
        m_asked.push_back(m_stack.fetch(url, accept));
        return m_asked.back();
    }
    void giveUp()
    {
        for (QFuture<Outcome>& future : m_asked)
            future.cancel();
        m_asked.clear();
    }

private:
    Stack& m_stack;
    std::vector<QFuture<Outcome>> m_asked;
};

/// What an entry is known by from one reading to the next.
std::string keyOf(const discovery::Entry& entry)
{
    return entry.identifier.empty() ? std::string(entry.raw.text()) : entry.identifier;
}

} // namespace

std::vector<std::shared_ptr<const BrowseState>> BrowseBoard::states() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::shared_ptr<const BrowseState>> all;
    for (const auto& [id, state] : m_states)
        all.push_back(state);
    return all;
}

std::shared_ptr<const BrowseState> BrowseBoard::state(BrowseId id) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_states.find(id);
    return found == m_states.end() ? nullptr : found->second;
}

void BrowseBoard::set(std::shared_ptr<const BrowseState> state)
{
    const std::scoped_lock lock(m_mutex);
    m_states[state->id] = std::move(state);
}

void BrowseBoard::remove(BrowseId id)
{
    const std::scoped_lock lock(m_mutex);
    m_states.erase(id);
}

struct Browser::Reading {
    BrowseId id = BrowseId::None;
    std::string what;
    unsigned round = 0;
    std::unique_ptr<OverIo> documents;
    std::unique_ptr<discovery::Resolver> resolver;
    std::set<std::string> opened; ///< sources that the user asked for: read again, too
    ListedEntries entries; ///< of the resolver's, as far as they were seen
    std::unordered_map<std::string, std::shared_ptr<const ListedEntry>> before; ///< of the last round
    bool isThrough = false; ///< this round has ended once
    bool isStopped = false;

    std::shared_ptr<const ListedEntry> listed(const Listed& listed) const;
    void catchUp();
    bool hasFailed() const;
    ListedEntries left() const;
};

std::shared_ptr<const ListedEntry> Browser::Reading::listed(const Listed& of) const
{
    ListedEntry made { .entry = of.entry, .source = of.source, .alsoIn = of.alsoIn };
    const QDateTime own
        = QDateTime::fromString(QString::fromStdString(of.entry.updatedAt), Qt::ISODateWithMs);
    made.isOwnDate = own.isValid();
    made.dateMs = own.isValid() ? own.toMSecsSinceEpoch()
                                : resolver->sources()[static_cast<std::size_t>(of.source)].fetchedAtMs;
    if (round > 1) {
        const auto known = before.find(keyOf(of.entry));
        made.change = known == before.end()              ? Change::New
            : known->second->entry.raw == made.entry.raw ? Change::None
                                                         : Change::Changed;
    }
    return std::make_shared<const ListedEntry>(std::move(made));
}

/// What the resolver has listed since, and what it knows better.
void Browser::Reading::catchUp()
{
    const auto& all = resolver->entries();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == entries.size()) {
            entries.push_back(listed(all[i]));
            continue;
        }
        const ListedEntry& known = *entries[i];
        if (known.alsoIn.size() != all[i].alsoIn.size()
            || known.entry.raw.text().data() != all[i].entry.raw.text().data())
            entries[i] = listed(all[i]);
    }
}

/// Something could not be read, or not wholly.
bool Browser::Reading::hasFailed() const
{
    const auto& sources = resolver->sources();
    const auto& steps = resolver->steps();
    return isStopped || std::ranges::any_of(steps, [](const auto& step) {
        return step.state == discovery::Step::State::Failed;
    }) || std::ranges::any_of(sources, [](const Source& source) {
        return source.state == Source::State::Failed;
    });
}

/// Listed last time, and not now.
ListedEntries Browser::Reading::left() const
{
    const Change change = hasFailed() ? Change::Unread : Change::Gone;
    std::unordered_map<std::string, std::shared_ptr<const ListedEntry>> left = before;
    for (const auto& entry : entries)
        left.erase(keyOf(entry->entry));
    ListedEntries all;
    for (const auto& [key, entry] : left) {
        ListedEntry gone = *entry;
        gone.change = change;
        gone.source = -1;
        gone.alsoIn.clear();
        all.push_back(std::make_shared<const ListedEntry>(std::move(gone)));
    }
    return all;
}

Browser::Browser(Stack& stack, std::shared_ptr<BrowseBoard> board)
    : m_stack(stack)
    , m_board(std::move(board))
    , m_publishing(this)
{
    m_publishing.setSingleShot(true);
    m_publishing.setInterval(kFrameMs);
    connect(&m_publishing, &QTimer::timeout, this, qOverload<>(&Browser::publish));
}

Browser::~Browser() = default;

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
    reading.resolver.reset();
    reading.documents = std::make_unique<OverIo>(m_stack);
    reading.resolver = std::make_unique<discovery::Resolver>(*reading.documents, m_dns);
    reading.entries.clear();
    reading.isThrough = false;
    reading.isStopped = false;
    ++reading.round;
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
    if (!reading->hasFailed())
        reading->before.clear();
    for (const auto& entry : reading->entries)
        reading->before[keyOf(entry->entry)] = entry;
    begin(*reading);
}

void Browser::open(BrowseId id, unsigned round, int source)
{
    Reading* const reading = find(id);
    // Sources have other numbers in another round.
    if (!reading || reading->round != round || source < 0
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
    m_board->remove(id);
}

void Browser::markDirty(BrowseId id)
{
    m_dirty.insert(id);
    if (!m_publishing.isActive())
        m_publishing.start();
}

void Browser::publish()
{
    for (const BrowseId id : std::exchange(m_dirty, {})) {
        if (Reading* const reading = find(id))
            publish(*reading);
    }
    Q_EMIT changed();
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
    state.round = reading.round;
    state.steps.assign(resolver.steps().begin(), resolver.steps().end());
    const auto last = m_board->state(reading.id);
    if (reading.round > 1 && !reading.isThrough && last) {
        // The sources stay with the entries that they list.
        state.round = last->round;
        state.sources = last->sources;
        state.entries = last->entries;
    } else {
        state.sources.assign(resolver.sources().begin(), resolver.sources().end());
        auto entries = std::make_shared<ListedEntries>(reading.entries);
        if (reading.round > 1)
            std::ranges::move(reading.left(), std::back_inserter(*entries));
        state.entries = std::move(entries);
    }
    m_board->set(std::make_shared<const BrowseState>(std::move(state)));
}

} // namespace stack
