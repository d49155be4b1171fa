// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/registryclient.h"

#include "protocol/discovery/registryanswer.h"
#include "protocol/discovery/registryfilter.h"
#include "protocol/discovery/registryrequest.h"
#include "protocol/transport/connect/origin.h"

#include <QPromise>

namespace discovery {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr char kJson[] = "application/json";
constexpr std::size_t kRetrievedAtOnce = 6;
constexpr std::size_t kMaxRetrieved = 100;

template <typename T>
QFuture<std::expected<T, Error>> failed(Error error)
{
    return QtFuture::makeReadyFuture(std::expected<T, Error>(std::unexpected(std::move(error))));
}

} // namespace

/// What came of a POST: an answer with status 200, or why there is none.
struct RegistryClient::Answered {
    int status = 0; ///< 0: nothing came
    std::expected<RegistryAnswer, Error> answer = std::unexpected(Error());
};

struct RegistryClient::Search {
    QUrl base;
    RegistryQuery query;
    std::vector<Constraint> constraints; ///< as they were sent last
    std::optional<Error> refusal;
    SearchPage page;
    std::vector<std::size_t> toRetrieve; ///< hits, from the back
    std::size_t retrieving = 0;
    bool isStarting = false; ///< retrievals: what is known already comes at once
    QPromise<Outcome<SearchPage>> promise;

    void finish(Outcome<SearchPage> outcome)
    {
        promise.addResult(std::move(outcome));
        promise.finish();
    }
};

RegistryClient::RegistryClient(Fetcher& fetcher, http::Client& http, RegistryOptions options, QObject* parent)
    : QObject(parent)
    , m_fetcher(fetcher)
    , m_http(http)
    , m_options(std::move(options))
{
}

RegistryClient::~RegistryClient() = default;

std::string RegistryClient::tokenOf(const QUrl& url) const
{
    return transport::isSameOrigin(url, m_options.tokenFor) ? m_options.token : std::string();
}

void RegistryClient::post(const QUrl& url, QByteArray body, Take take)
{
    http::Request request;
    request.url = url;
    request.fields = { { "Content-Type", kJson }, { "Accept", kJson } };
    if (const std::string token = tokenOf(url); !token.empty())
        request.fields.add("Authorization", "Bearer " + token);
    request.body = std::move(body);
    struct Came {
        http::ResponseHead head;
        QByteArray body;
    };
    const auto came = std::make_shared<Came>();
    http::ClientExchange* const exchange = m_http.send(std::move(request));
    connect(exchange, &http::ClientExchange::headReceived, this,
        [came, exchange](const http::ResponseHead& head) {
            came->head = head;
            // No answer of a registry, and it need not end.
            if (http::mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream")
                exchange->abort();
        });
    connect(exchange, &http::ClientExchange::bodyReceived, this, [came](const transport::Payload& payload) {
        came->body = payload.bytes.mid(payload.offset, payload.length);
    });
    connect(exchange, &http::ClientExchange::ended, this,
        [came, url, take = std::move(take)](const std::optional<Error>& error) {
            const std::string type = http::mediaType(came->head.fields.find("Content-Type").value_or(""));
            const int status = came->head.status;
            if (type == "text/event-stream")
                return take({ status,
                    std::unexpected(Error { ErrorKind::Protocol, "the answer is a stream of events", kJson,
                        type, url.toString().toStdString(), false }) });
            if (error)
                return take({ status, std::unexpected(*error) });
            if (status != 200)
                return take({ status, std::unexpected(registryError(came->head, came->body, url)) });
            take({ status, RegistryAnswer { came->body, type, url } });
        });
}

QFuture<RegistryClient::Outcome<SearchPage>> RegistryClient::search(const QUrl& registry, RegistryQuery query)
{
    const auto base = registryBase(registry);
    if (!base)
        return failed<SearchPage>(base.error());
    if (query.filter.words.empty())
        return failed<SearchPage>({ ErrorKind::Usage, "a registry is searched by words (ARD §5.3.2)",
            "some words", "none", {}, false });
    auto search = std::make_shared<Search>();
    search->base = *base;
    search->query = std::move(query);
    search->constraints = constraintsOf(search->query);
    const auto known = m_refusals.find(search->base.toString().toStdString());
    if (known != m_refusals.end() && dropAcmp(search->constraints))
        search->refusal = known->second;
    search->promise.start();
    const auto future = search->promise.future();
    ask(search);
    return future;
}

void RegistryClient::ask(const std::shared_ptr<Search>& search)
{
    post(endpointOf(search->base, "search"), searchBody(search->query, search->constraints),
        [this, search](Answered answer) { answered(search, std::move(answer)); });
}

void RegistryClient::answered(const std::shared_ptr<Search>& search, Answered answer)
{
    if (!answer.answer) {
        // "A registry MAY reject a filter on an unsupported term path" (ARD §5.3.1): the buyer filters
        // itself.
        if (answer.status == 400 && !search->refusal && dropAcmp(search->constraints)) {
            search->refusal = answer.answer.error();
            return ask(search);
        }
        return search->finish(std::unexpected(answer.answer.error()));
    }
    auto page = readSearch(*answer.answer, search->base, search->query);
    if (!page)
        return search->finish(std::unexpected(page.error()));
    if (search->refusal)
        m_refusals.emplace(search->base.toString().toStdString(), *search->refusal);
    search->page = std::move(*page);
    search->page.refusal = search->refusal;
    complete(search);
}

bool RegistryClient::mayComplete(const Search& search, const Hit& hit) const
{
    return !hit.entry.identifier.empty()
        && (m_options.followsOtherOrigins
            || transport::isSameOrigin(search.base, QUrl(QString::fromStdString(hit.source))));
}

void RegistryClient::complete(const std::shared_ptr<Search>& search)
{
    const std::vector<Hit>& hits = search->page.hits;
    // Of more than anyone asked for the rest stays as it is.
    for (std::size_t i = std::min(hits.size(), kMaxRetrieved); i-- > 0;) {
        if (isSilent(hits[i].entry, search->query.filter, search->constraints)
            && mayComplete(*search, hits[i]))
            search->toRetrieve.push_back(i);
    }
    completeNext(search);
}

void RegistryClient::completeNext(const std::shared_ptr<Search>& search)
{
    search->isStarting = true;
    while (!search->toRetrieve.empty() && search->retrieving < kRetrievedAtOnce) {
        const std::size_t index = search->toRetrieve.back();
        search->toRetrieve.pop_back();
        ++search->retrieving;
        const Hit& hit = search->page.hits[index];
        retrieve(QUrl(QString::fromStdString(hit.source)), hit.entry.identifier)
            .then(this, [this, search, index](Outcome<Entry> entry) {
                --search->retrieving;
                Hit& completed = search->page.hits[index];
                completed.isWhole = entry.has_value();
                if (entry)
                    completed.entry = std::move(*entry);
                if (!search->isStarting)
                    completeNext(search);
            });
    }
    search->isStarting = false;
    if (search->retrieving > 0 || !search->toRetrieve.empty())
        return;
    applyFilter(search->page, search->query.filter, search->constraints);
    search->finish(std::move(search->page));
}

QFuture<RegistryClient::Outcome<Facets>> RegistryClient::explore(
    const QUrl& registry, const RegistryQuery& query, std::vector<FacetQuery> facets)
{
    const auto base = registryBase(registry);
    if (!base)
        return failed<Facets>(base.error());
    const auto promise = std::make_shared<QPromise<Outcome<Facets>>>();
    promise->start();
    QByteArray body = exploreBody(query.filter.words, constraintsOf(query), facets);
    post(endpointOf(*base, "explore"), std::move(body),
        [promise, facets = std::move(facets)](const Answered& answered) {
            using Counted = Outcome<Facets>;
            promise->addResult(answered.answer ? readFacets(*answered.answer, facets)
                                               : Counted(std::unexpected(answered.answer.error())));
            promise->finish();
        });
    return promise->future();
}

template <typename T, typename Read>
QFuture<RegistryClient::Outcome<T>> RegistryClient::get(const std::expected<QUrl, Error>& url, Read read)
{
    if (!url)
        return failed<T>(url.error());
    return m_fetcher.get({ *url, kJson, tokenOf(*url), registryError })
        .then(this, [read = std::move(read)](const Fetcher::Outcome& outcome) -> Outcome<T> {
            if (!outcome)
                return std::unexpected(outcome.error());
            return read(RegistryAnswer { outcome->body, outcome->mediaType, outcome->url });
        });
}

QFuture<RegistryClient::Outcome<Entry>> RegistryClient::retrieve(
    const QUrl& registry, const std::string& identifier)
{
    const auto base = registryBase(registry);
    return get<Entry>(base ? retrieveUrl(*base, identifier) : base,
        [identifier](const RegistryAnswer& answer) { return readRetrieved(answer, identifier); });
}

QFuture<RegistryClient::Outcome<ListPage>> RegistryClient::list(const QUrl& registry, const ListQuery& query)
{
    auto url = registryBase(registry);
    if (url)
        url = listUrl(*url, query);
    return get<ListPage>(url, [query](const RegistryAnswer& answer) { return readList(answer, query); });
}

} // namespace discovery
