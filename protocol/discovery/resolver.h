// SPDX-License-Identifier: Apache-2.0
// Who trades at a domain (ARD §5.1): every place where it may say so is asked, in the order below, and what
// became of each is a step. Documents that a site itself points to are read too; those of another origin only
// when the user opens them, or ResolverOptions::followsOtherOrigins.
//   /.well-known/ard.json; the home page: Link header, <link rel="ard">, JSON-LD; robots.txt: Agentmap;
//   DNS: _entries._agents, _search._agents; the predecessor: /.well-known/ai-catalog.json, rel="ai-catalog"
#pragma once

#include "protocol/discovery/dns.h"
#include "protocol/discovery/documents.h"
#include "protocol/discovery/links.h"
#include "protocol/discovery/manifest.h"

#include <QObject>

#include <deque>
#include <set>
#include <unordered_map>

namespace discovery {

struct Step {
    enum class State : std::uint8_t { Found, Nothing, Failed, Skipped };

    std::string name = {}; ///< "ard.json", "Link header", "DNS _search._agents" …
    std::string url = {}; ///< what was asked; empty if nothing
    State state = State::Nothing;
    std::string detail = {}; ///< a sentence
    std::vector<std::string> redirects = {};
    wire::nanoseconds took { 0 };
    std::optional<wire::Error> error = {}; ///< of Failed
};
std::string_view toString(Step::State state);

/// A document that lists entries, a registry, or one that nobody opened yet.
struct Source {
    enum class State : std::uint8_t {
        Unopened, ///< of another origin, or beyond a limit: open() fetches it
        Reading,
        Read,
        Failed,
        Registry ///< is asked, not read
    };

    int parent = -1; ///< the source that named it; -1: the domain, URL or file itself
    std::string url = {};
    std::string name = {}; ///< how it was found: the name of a step, or of the entry that it is
    State state = State::Unopened;
    bool isPredecessor = false; ///< found where only consumers of AI Catalogs look
    std::optional<wire::Error> error = {};
    std::vector<acmp::Finding> findings = {};
    std::size_t entries = 0; ///< that it lists
    std::size_t dropped = 0; ///< beyond ResolverOptions::maxEntries
    std::size_t unlisted = 0; ///< catalogs and registries in it that are entries alone: beyond kMaxKnown
    std::int64_t fetchedAtMs = 0;
    int depth = 0;
};
std::string_view toString(Source::State state);

struct Listed {
    Entry entry;
    int source = 0; ///< the first that listed it
    std::vector<int> alsoIn;
};

struct ResolverOptions {
    bool followsOtherOrigins = false;
    int maxDepth = 4; ///< of catalogs within catalogs
    std::size_t maxSources = 64; ///< that are read
    std::size_t maxEntries = Manifest::kMaxEntries; ///< of all sources together
};

class Resolver final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Resolver)

public:
    static constexpr std::size_t kMaxKnown = 1000; ///< sources

    /// All must outlive it.
    Resolver(Documents& documents, Dns& dns, ResolverOptions options = {}, QObject* parent = nullptr);
    ~Resolver() override;

    /// A domain ("example.com", "localhost:8080", "https://example.com") is resolved by every way, any other
    /// URL is read as the document it is, and so is a file. finished() follows, never from within. Once only.
    void start(const std::string& what);
    /// Reads a source that is not read, or again.
    void open(int source);
    /// Gives up whatever is still under way.
    void stop();
    bool isRunning() const { return m_open > 0; }

    const std::deque<Step>& steps() const { return m_steps; }
    const std::deque<Source>& sources() const { return m_sources; }
    /// One of each identifier; those without one are all kept.
    const std::deque<Listed>& entries() const { return m_entries; }

Q_SIGNALS:
    void stepEnded(int step);
    void sourceChanged(int source);
    void entriesAdded(int first, int count);
    void finished();

private:
    struct Way;

    void resolveDomain(const QUrl& site);
    void readDocument(const QUrl& url);
    void readFile(const std::string& path);
    std::size_t addWay(void (Resolver::*take)(Way&));
    void fetch(std::size_t way, const QUrl& url, const char* accept);
    void ask(std::size_t way, const std::string& name);
    void advance();

    void takeArdJson(Way& way);
    void takeHomePage(Way& way);
    void takeRobots(Way& way);
    void takeDns(Way& way);
    void takePredecessor(Way& way);
    void takeDocument(Way& way);
    void takePage(const std::string& html, const http::Fields& fields, const QUrl& url);
    void takeScripts(const std::vector<std::string>& scripts, const QUrl& url);
    void takeLinks(const std::vector<Link>& links, const char* name, const QUrl& url, std::string_view base);
    void takeManifest(const char* name, Way& way, bool isPredecessor);

    void addStep(Step step);
    void addStep(const char* name, const Way& way, Step::State state, std::string detail);
    void addFailure(const char* name, const Way& way, const wire::Error& error);
    int addSource(Source source);
    bool readInto(int source, const QByteArray& text, const QUrl& url);
    void addEntries(int source, std::vector<Entry> entries);
    void addNested(int source, const Entry& entry);
    void mayOpen(int source);
    void ended(int count = 1);

    Documents& m_documents;
    Dns& m_dns;
    ResolverOptions m_options;
    QUrl m_site;
    std::deque<std::unique_ptr<Way>> m_ways;
    std::size_t m_taken = 0; ///< ways, from the front
    std::deque<Step> m_steps;
    std::deque<Source> m_sources;
    std::deque<Listed> m_entries;
    std::unordered_map<std::string, std::size_t> m_byIdentifier;
    std::set<std::string> m_visited; ///< URLs that are sources
    int m_open = 0; ///< fetches and questions under way
    bool m_isStopped = false;
};

} // namespace discovery
