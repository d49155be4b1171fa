// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/fetcher.h"

#include "protocol/transport/connect/origin.h"
#include "protocol/transport/http/redirect.h"

#include <QFutureWatcher>
#include <QPromise>

#include <algorithm>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::size_t kMaxRemembered = 256;
constexpr qsizetype kMaxRememberedBytes = qsizetype { 64 } << 20;

struct CacheControl {
    bool mayBeKept = true;
    wire::nanoseconds age { 0 };
};

CacheControl cacheControlOf(const http::Fields& fields)
{
    CacheControl control;
    for (const QByteArray& part :
        QByteArray::fromStdString(std::string(fields.find("Cache-Control").value_or("")))
            .toLower()
            .split(',')) {
        const QByteArray directive = part.trimmed();
        constexpr char kMaxAge[] = "max-age=";
        if (directive == "no-store")
            control.mayBeKept = false;
        else if (directive == "no-cache")
            return { control.mayBeKept, {} };
        else if (directive.startsWith(kMaxAge))
            // A year is as good as for ever.
            control.age = std::chrono::seconds(
                std::clamp(directive.mid(sizeof kMaxAge - 1).toLongLong(), 0LL, 31'536'000LL));
    }
    return control;
}

Error httpError(const http::ResponseHead& head, const QByteArray&, const QUrl& url)
{
    return { ErrorKind::Http,
        "HTTP " + std::to_string(head.status) + (head.reason.empty() ? "" : ' ' + wire::excerpt(head.reason)),
        "HTTP 200", "HTTP " + std::to_string(head.status), url.toString().toStdString(),
        head.status >= 500 || head.status == 429 };
}

} // namespace

struct Fetcher::Get {
    FetchRequest request;
    std::string key;
    QUrl url; ///< after redirects
    std::vector<QUrl> redirects;
    wire::Instant started;
    http::ResponseHead head;
    QByteArray body;
    QPromise<Outcome> promise;
};

Fetcher::Fetcher(wire::Clock& clock, http::Client& http, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_http(http)
{
}

Fetcher::~Fetcher() = default;

QFuture<Fetcher::Outcome> Fetcher::get(FetchRequest wanted)
{
    auto get = std::make_shared<Get>();
    get->key = wanted.accept + ' ' + wanted.url.toEncoded().toStdString();
    get->url = wanted.url;
    get->request = std::move(wanted);
    get->started = m_clock.now();
    get->promise.start();
    const QFuture<Outcome> future = get->promise.future();
    const auto known = m_remembered.find(get->key);
    if (known != m_remembered.end() && known->second.freshUntil > m_clock.now()) {
        known->second.used = m_clock.now();
        Fetched fetched = known->second.fetched;
        fetched.isRemembered = true;
        finish(get, std::move(fetched));
    } else {
        send(get);
    }
    return future;
}

void Fetcher::forgetFreshness()
{
    for (auto& [key, remembered] : m_remembered)
        remembered.freshUntil = {};
}

void Fetcher::send(const std::shared_ptr<Get>& get)
{
    http::Request request;
    request.method = "GET";
    request.url = get->url;
    request.fields.add("Accept", get->request.accept);
    if (!get->request.token.empty() && transport::isSameOrigin(get->url, get->request.url))
        request.fields.add("Authorization", "Bearer " + get->request.token);
    const auto known = m_remembered.find(get->key);
    if (known != m_remembered.end() && known->second.fetched.url == get->url) {
        const http::Fields& fields = known->second.fetched.fields;
        if (const auto tag = fields.find("ETag"))
            request.fields.add("If-None-Match", std::string(*tag));
        else if (const auto date = fields.find("Last-Modified"))
            request.fields.add("If-Modified-Since", std::string(*date));
    }
    http::ClientExchange* const exchange = m_http.send(std::move(request));
    auto* const watcher = new QFutureWatcher<Outcome>(exchange);
    connect(watcher, &QFutureWatcherBase::canceled, exchange, &http::ClientExchange::abort);
    watcher->setFuture(get->promise.future());
    connect(
        exchange, &http::ClientExchange::headReceived, this, [get, exchange](const http::ResponseHead& head) {
            get->head = head;
            // No document, and it need not end.
            if (http::mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream")
                exchange->abort();
        });
    connect(exchange, &http::ClientExchange::bodyReceived, this,
        [get](const transport::Payload& body) { get->body = body.bytes.mid(body.offset, body.length); });
    connect(exchange, &http::ClientExchange::ended, this,
        [this, get](const std::optional<Error>& error) { ended(get, error); });
}

void Fetcher::ended(const std::shared_ptr<Get>& get, const std::optional<Error>& error)
{
    const std::string mediaType = http::mediaType(get->head.fields.find("Content-Type").value_or(""));
    if (mediaType == "text/event-stream")
        return finish(get,
            std::unexpected(Error { ErrorKind::Protocol, "the answer is no document", get->request.accept,
                mediaType, get->url.toString().toStdString(), false }));
    if (error)
        return finish(get, std::unexpected(*error));
    if (http::isRedirect(get->head.status))
        return redirected(get);
    const auto known = m_remembered.find(get->key);
    if (get->head.status == 304 && known != m_remembered.end()) {
        known->second.freshUntil = m_clock.now() + cacheControlOf(get->head.fields).age;
        known->second.used = m_clock.now();
        Fetched fetched = known->second.fetched;
        fetched.isRemembered = true;
        return finish(get, std::move(fetched));
    }
    if (get->head.status != 200)
        return finish(get,
            std::unexpected(
                (get->request.judge ? get->request.judge : httpError)(get->head, get->body, get->url)));
    Fetched fetched;
    fetched.url = get->url;
    fetched.redirects = get->redirects;
    fetched.fields = get->head.fields;
    fetched.mediaType = mediaType;
    fetched.body = get->body;
    fetched.fetchedAtMs = m_clock.unixMs();
    remember(get->key, fetched);
    finish(get, std::move(fetched));
}

void Fetcher::redirected(const std::shared_ptr<Get>& get)
{
    const auto refuse = [&](const char* message, const char* expected, const std::string& found) {
        finish(get,
            std::unexpected(Error { ErrorKind::Refused, message, expected, wire::excerpt(found),
                get->url.toString().toStdString(), false }));
    };
    const std::string location(get->head.fields.find("Location").value_or(""));
    const QUrl next = get->url.resolved(QUrl(QString::fromStdString(location)));
    using http::RedirectRefusal;
    const auto refusal = http::judgeRedirect(
        get->url, location.empty() ? QUrl() : next, static_cast<int>(get->redirects.size()));
    if (refusal == RedirectRefusal::Nowhere)
        return refuse("a redirect that leads nowhere", "a Location of http or https", location);
    if (refusal == RedirectRefusal::Weaker)
        return refuse("a redirect from https to http is not followed", "a Location of https", location);
    if (refusal == RedirectRefusal::TooMany)
        return refuse("it is redirected again and again", "at most 5 redirects", location);
    get->url = next;
    get->url.setFragment(QString());
    get->url.setUserInfo(QString());
    get->redirects.push_back(get->url);
    get->head = {};
    get->body.clear();
    send(get);
}

void Fetcher::finish(const std::shared_ptr<Get>& get, Outcome outcome)
{
    if (outcome)
        outcome->took = m_clock.now() - get->started;
    get->promise.addResult(std::move(outcome));
    get->promise.finish();
}

void Fetcher::remember(const std::string& key, const Fetched& fetched)
{
    const CacheControl control = cacheControlOf(fetched.fields);
    if (!control.mayBeKept) {
        m_remembered.erase(key);
        return;
    }
    m_remembered[key] = { fetched, m_clock.now() + control.age, m_clock.now() };
    qsizetype bytes = 0;
    for (const auto& [other, remembered] : m_remembered)
        bytes += remembered.fetched.body.size();
    while (m_remembered.size() > kMaxRemembered || bytes > kMaxRememberedBytes) {
        const auto oldest = std::ranges::min_element(
            m_remembered, {}, [](const auto& remembered) { return remembered.second.used; });
        bytes -= oldest->second.fetched.body.size();
        m_remembered.erase(oldest);
    }
}

} // namespace discovery
