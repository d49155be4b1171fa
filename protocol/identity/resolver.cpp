// SPDX-License-Identifier: Apache-2.0
#include "protocol/identity/resolver.h"

#include "protocol/identity/did.h"
#include "protocol/json/document.h"

#include <QPromise>

namespace identity {

namespace {

QFuture<Resolution> ready(Resolution resolution)
{
    return QtFuture::makeReadyFuture(std::move(resolution));
}

Resolution failed(std::string why)
{
    return { std::nullopt, std::move(why) };
}

Resolution readDocument(const std::string& did, const QByteArray& bytes)
{
    json::Document json;
    if (!json.reset(bytes, 0, bytes.size())) {
        return failed("the DID document is no JSON: " + json::toString(json.error()));
    }
    auto document = DidDocument::read(json.root(), did);
    return document ? Resolution { std::move(*document), {} } : failed(document.error().toString());
}

} // namespace

struct Resolver::Search {
    std::string did;
    std::vector<std::string> urls; ///< still to try, the next one last
    std::string why; ///< of those tried
    QPromise<Resolution> promise;
};

Resolver::Resolver(const wire::Clock& clock, Fetch fetch, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_fetch(std::move(fetch))
{
}

Resolver::~Resolver() = default;

Resolution Resolver::known(const std::string& did) const
{
    if (methodOf(did) == "key") {
        auto document = DidDocument::ofDidKey(did);
        return document ? Resolution { std::move(*document), {} } : failed(document.error().toString());
    }
    const auto found = m_known.find(did);
    return found == m_known.end() ? Resolution() : found->second.resolution;
}

/// It is not asked for again.
bool Resolver::isSettled(const std::string& did) const
{
    const auto found = m_known.find(did);
    return found == m_known.end() || found->second.resolution.document
        || m_clock.now() - found->second.at < kFailureKept;
}

QFuture<Resolution> Resolver::resolve(const std::string& did)
{
    Resolution resolution = known(did);
    if ((resolution.document || !resolution.why.empty()) && isSettled(did)) {
        return ready(std::move(resolution));
    }
    if (const auto open = m_open.find(did); open != m_open.end()) {
        return open->second->promise.future();
    }
    auto urls = documentUrls(did);
    if (!urls) {
        return ready(failed(urls.error().toString()));
    }
    const auto search = std::make_shared<Search>();
    search->did = did;
    search->urls.assign(urls->rbegin(), urls->rend());
    search->promise.start();
    m_open[did] = search;
    QFuture<Resolution> future = search->promise.future();
    tryNext(search);
    return future;
}

void Resolver::forget(const std::string& did)
{
    m_known.erase(did);
}

void Resolver::tryNext(const std::shared_ptr<Search>& search)
{
    if (search->urls.empty()) {
        return finish(search, failed(search->why));
    }
    const std::string url = std::move(search->urls.back());
    search->urls.pop_back();
    m_fetch(url)
        .then(this, [this, search](const Fetched& fetched) { take(search, fetched); })
        .onCanceled(this, [this, search] {
            take(search,
                std::unexpected(
                    wire::Error { wire::ErrorKind::Cancelled, "given up", {}, {}, search->did, true }));
        });
}

void Resolver::take(const std::shared_ptr<Search>& search, const Fetched& fetched)
{
    if (fetched) {
        return finish(search, readDocument(search->did, *fetched));
    }
    search->why += (search->why.empty() ? "" : "; ") + fetched.error().toString();
    tryNext(search);
}

void Resolver::finish(const std::shared_ptr<Search>& search, Resolution resolution)
{
    m_open.erase(search->did);
    resolution.lookedUpUnixMs = m_clock.unixMs();
    remember(search->did, resolution);
    search->promise.addResult(std::move(resolution));
    search->promise.finish();
}

void Resolver::remember(const std::string& did, Resolution resolution)
{
    // Of so many DIDs in one run most were never wanted again: which of them goes matters little.
    if (m_known.size() >= kMostRemembered && !m_known.contains(did)) {
        m_known.erase(m_known.begin());
    }
    m_known[did] = { std::move(resolution), m_clock.now() };
}

} // namespace identity
