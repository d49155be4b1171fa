// SPDX-License-Identifier: Apache-2.0
// What is asked, and in which order it is taken. Reading what came: resolverread.cpp.
#include "protocol/discovery/resolver.h"

#include "protocol/discovery/resolverway.h"
#include "protocol/discovery/weburl.h"
#include "protocol/transport/connect/origin.h"
#include "protocol/transport/connect/proxy.h"

#include <QFile>
#include <QFileInfo>
#include <QHostAddress>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr char kManifestTypes[] = "application/json, application/ai-catalog+json;q=0.9, */*;q=0.1";
constexpr char kPage[] = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1";
constexpr char kRobots[] = "text/plain, */*;q=0.1";

bool isOnThisMachine(const QUrl& url)
{
    return transport::isLoopback(url.host().toStdString());
}

/// The origin alone: nothing that names a document.
bool isSite(const QUrl& url)
{
    return (url.path().isEmpty() || url.path() == QStringLiteral("/")) && !url.hasQuery();
}

Error noTarget(const std::string& what)
{
    return { ErrorKind::Usage, "nothing that can be discovered", "a domain, an http or https URL, or a file",
        wire::excerpt(what), {}, false };
}

/// A domain as a user types it; invalid if it is none.
QUrl urlOfDomain(const std::string& what)
{
    if (what.find("://") != std::string::npos)
        return {};
    QUrl url(QStringLiteral("https://") + QString::fromStdString(what), QUrl::StrictMode);
    if (url.isValid() && isOnThisMachine(url))
        url.setScheme(QStringLiteral("http"));
    return url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty() ? url : QUrl();
}

} // namespace

std::string_view toString(Step::State state)
{
    switch (state) {
    case Step::State::Found:
        return "found";
    case Step::State::Nothing:
        return "nothing";
    case Step::State::Failed:
        return "failed";
    case Step::State::Skipped:
        return "skipped";
    }
    Q_UNREACHABLE();
}

std::string_view toString(Source::State state)
{
    switch (state) {
    case Source::State::Unopened:
        return "not opened";
    case Source::State::Reading:
        return "reading";
    case Source::State::Read:
        return "read";
    case Source::State::Failed:
        return "failed";
    case Source::State::Registry:
        return "registry";
    }
    Q_UNREACHABLE();
}

Resolver::Resolver(Documents& documents, Dns& dns, ResolverOptions options, QObject* parent)
    : QObject(parent)
    , m_documents(documents)
    , m_dns(dns)
    , m_options(options)
{
}

Resolver::~Resolver() = default;

void Resolver::start(const std::string& what)
{
    QUrl url(QString::fromStdString(what), QUrl::StrictMode);
    if (url.scheme() == QStringLiteral("file"))
        return readFile(url.toLocalFile().toStdString());
    if (isWebUrl(what))
        return isSite(url) ? resolveDomain(url) : readDocument(url);
    if (QFileInfo::exists(QString::fromStdString(what)))
        return readFile(what);
    url = urlOfDomain(what);
    if (!url.isEmpty())
        return isSite(url) ? resolveDomain(url) : readDocument(url);
    ++m_open;
    addStep({ .name = "target",
        .state = Step::State::Failed,
        .detail = noTarget(what).toString(),
        .error = noTarget(what) });
    ended();
}

std::size_t Resolver::addWay(void (Resolver::*take)(Way&))
{
    m_ways.push_back(std::make_unique<Way>());
    m_ways.back()->take = take;
    return m_ways.size() - 1;
}

void Resolver::resolveDomain(const QUrl& site)
{
    m_site = site;
    m_site.setPath(QStringLiteral("/"));
    const auto at = [this](const char* path) { return m_site.resolved(QUrl(QLatin1String(path))); };
    fetch(addWay(&Resolver::takeArdJson), at("/.well-known/ard.json"), kManifestTypes);
    fetch(addWay(&Resolver::takeHomePage), m_site, kPage);
    fetch(addWay(&Resolver::takeRobots), at("/robots.txt"), kRobots);
    for (const char* const name : { "_entries._agents.", "_search._agents." })
        ask(addWay(&Resolver::takeDns), name + m_site.host(QUrl::FullyEncoded).toStdString());
    fetch(addWay(&Resolver::takePredecessor), at("/.well-known/ai-catalog.json"), kManifestTypes);
}

void Resolver::readDocument(const QUrl& url)
{
    m_site = url;
    fetch(addWay(&Resolver::takeDocument), url, kManifestTypes);
}

void Resolver::readFile(const std::string& path)
{
    ++m_open;
    QFile file(QString::fromStdString(path));
    const bool isReadable = file.open(QIODevice::ReadOnly);
    // One byte too many tells it from the longest allowed.
    const QByteArray text = isReadable ? file.read(Manifest::kMaxBytes + 1) : QByteArray();
    const int source = addSource({ .url = path, .name = "file", .state = Source::State::Reading });
    if (!isReadable) {
        m_sources[static_cast<std::size_t>(source)].state = Source::State::Failed;
        m_sources[static_cast<std::size_t>(source)].error = Error { ErrorKind::Io, "the file can't be read",
            "a readable file", file.errorString().toStdString(), path, false };
    } else {
        readInto(source, text, QUrl());
    }
    const Source& read = m_sources[static_cast<std::size_t>(source)];
    addStep({ .name = "file",
        .url = path,
        .state = read.error ? Step::State::Failed : Step::State::Found,
        .detail = read.error ? read.error->toString() : std::to_string(read.entries) + " entries",
        .error = read.error });
    ended();
}

void Resolver::fetch(std::size_t way, const QUrl& url, const char* accept)
{
    ++m_open;
    m_ways[way]->url = url;
    m_documents.get(url, accept).then(this, [this, way](Documents::Outcome outcome) {
        if (m_isStopped)
            return;
        m_ways[way]->took = outcome ? outcome->took : wire::nanoseconds(0);
        m_ways[way]->fetched = std::move(outcome);
        advance();
    });
}

void Resolver::ask(std::size_t way, const std::string& name)
{
    ++m_open;
    m_ways[way]->dnsName = name;
    if (isOnThisMachine(m_site) || !QHostAddress(m_site.host()).isNull()) {
        m_ways[way]->dns = std::vector<Svcb>();
        m_ways[way]->isSkipped = true;
        return;
    }
    m_dns.svcb(name).then(this, [this, way](Dns::Outcome outcome) {
        if (m_isStopped)
            return;
        m_ways[way]->dns = std::move(outcome);
        advance();
    });
}

/// Takes what came, in the order of the ways: the first that lists an entry is its source.
void Resolver::advance()
{
    int taken = 0;
    for (; m_taken < m_ways.size() && (m_ways[m_taken]->fetched || m_ways[m_taken]->dns); ++taken) {
        Way& way = *m_ways[m_taken++];
        (this->*way.take)(way);
        way.fetched.reset();
    }
    ended(taken);
}

int Resolver::addSource(Source source)
{
    m_sources.push_back(std::move(source));
    const int index = static_cast<int>(m_sources.size()) - 1;
    Q_EMIT sourceChanged(index);
    return index;
}

void Resolver::addStep(Step step)
{
    m_steps.push_back(std::move(step));
    Q_EMIT stepEnded(static_cast<int>(m_steps.size()) - 1);
}

/// Whether a document that the site itself, or an entry, points to is read without being asked for.
void Resolver::mayOpen(int index)
{
    const Source& source = m_sources[static_cast<std::size_t>(index)];
    const QUrl url(QString::fromStdString(source.url));
    const bool isSameOrigin = transport::isSameOrigin(url, m_site);
    // What a site says of itself counts wherever it lies, unless that is on this machine.
    const bool isSitesOwn = source.parent < 0 && (!isOnThisMachine(url) || isOnThisMachine(m_site));
    if (isSameOrigin || isSitesOwn || m_options.followsOtherOrigins)
        open(index);
}

void Resolver::open(int index)
{
    Source& source = m_sources[static_cast<std::size_t>(index)];
    if (source.state == Source::State::Reading || source.state == Source::State::Registry)
        return;
    m_isStopped = false;
    source.state = Source::State::Reading;
    source.error.reset();
    ++m_open;
    Q_EMIT sourceChanged(index);
    m_documents.get(QUrl(QString::fromStdString(source.url)), kManifestTypes)
        .then(this, [this, index](const Documents::Outcome& outcome) {
            if (m_isStopped)
                return;
            Source& fetched = m_sources[static_cast<std::size_t>(index)];
            if (outcome) {
                fetched.fetchedAtMs = outcome->fetchedAtMs;
                readInto(index, outcome->body, outcome->url);
            } else {
                fetched.state = Source::State::Failed;
                fetched.error = outcome.error();
                Q_EMIT sourceChanged(index);
            }
            ended();
        });
}

void Resolver::stop()
{
    if (m_open == 0)
        return;
    m_isStopped = true;
    m_open = 0;
    m_taken = m_ways.size();
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        if (m_sources[i].state != Source::State::Reading)
            continue;
        m_sources[i].state = Source::State::Unopened;
        Q_EMIT sourceChanged(static_cast<int>(i));
    }
    Q_EMIT finished();
}

void Resolver::ended(int count)
{
    m_open -= count;
    if (m_open == 0 && count > 0)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_open == 0 && !m_isStopped)
                    Q_EMIT finished();
            },
            Qt::QueuedConnection);
}

} // namespace discovery
