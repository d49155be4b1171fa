// SPDX-License-Identifier: Apache-2.0
// One search over a registry and those it refers to (ARD §5.4), page by page. Without words it is a list of
// all that the registry has. Referrals are asked only when the user opens them, or
// RegistrySearchOptions::followsReferrals.
#pragma once

#include "protocol/discovery/registryclient.h"

#include <deque>
#include <set>
#include <unordered_map>

namespace discovery {

struct AskedRegistry {
    enum class State : std::uint8_t {
        Unopened, ///< a referral, or beyond a limit: open() asks it
        Asking,
        Answered,
        Failed
    };

    int parent = -1; ///< the registry that referred to it; -1: the one that was asked first
    std::string url = {}; ///< base URL
    std::string name = {}; ///< of a referral
    State state = State::Unopened;
    int pages = 0; ///< read so far
    std::string pageToken = {}; ///< of the next page: more() reads it; empty: there is none
    std::size_t found = 0; ///< hits of all its pages
    std::size_t leftOut = 0, undecided = 0; ///< as SearchPage has them
    std::optional<std::int64_t> total = {}; ///< that it has, if it says so
    std::optional<wire::Error> refusal = {}; ///< it can't filter by terms of ACMP: they were applied here
    std::optional<wire::Error> error = {};
    std::vector<acmp::Finding> findings = {};
    int depth = 0;
};
std::string_view toString(AskedRegistry::State state);

struct FoundEntry {
    Hit hit = {};
    int registry = 0; ///< the first that found it
    std::vector<int> alsoIn = {};
};

struct RegistrySearchOptions {
    bool followsReferrals = false;
    int pages = 1; ///< read of each registry without being asked for
    int maxDepth = 3; ///< of referrals of referrals
    std::size_t maxRegistries = 32;
    std::size_t maxHits = 10'000; ///< of all together
};

class RegistrySearch final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RegistrySearch)

public:
    /// `client` must outlive it.
    explicit RegistrySearch(
        RegistryClient& client, RegistrySearchOptions options = {}, QObject* parent = nullptr);

    /// finished() follows, never from within. Once only. The query's pageToken is not used.
    void start(const QUrl& registry, RegistryQuery query);
    /// Asks a registry that was not asked, or failed. finished() follows.
    void open(int registry);
    /// The next page. finished() follows.
    void more(int registry);
    /// Gives up whatever is still under way.
    void stop();
    bool isRunning() const { return m_open > 0; }

    const std::deque<AskedRegistry>& registries() const { return m_registries; }
    /// One of each identifier, in the order they came; those without one are all kept.
    const std::deque<FoundEntry>& found() const { return m_found; }

Q_SIGNALS:
    void registryChanged(int registry);
    void entriesAdded(int first, int count);
    void finished();

private:
    int add(AskedRegistry registry);
    void ask(int registry);
    void take(int registry, RegistryClient::Outcome<SearchPage> page);
    void takeToken(int registry, const std::string& token);
    void addHits(int registry, std::vector<Hit> hits);
    void addReferrals(int registry, const std::vector<Entry>& referrals);
    void ended();

    RegistryClient& m_client;
    RegistrySearchOptions m_options;
    RegistryQuery m_query;
    std::deque<AskedRegistry> m_registries;
    std::deque<FoundEntry> m_found;
    std::unordered_map<std::string, std::size_t> m_byIdentifier;
    std::set<std::string> m_visited; ///< base URLs
    std::set<std::pair<int, std::string>> m_tokens; ///< of pages that were asked for
    int m_open = 0; ///< questions under way
    unsigned m_run = 0; ///< what was asked before stop() is of an earlier one
};

} // namespace discovery
