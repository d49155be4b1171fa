// SPDX-License-Identifier: Apache-2.0
#include "protocol/hosts/registry/registry.h"

#include "protocol/binding/guard.h"
#include "protocol/hosts/document.h"
#include "protocol/hosts/registry/registryfederation.h"

#include <QPointer>

#include <algorithm>

namespace hosts {

namespace {

const http::Fields kJson { { "Content-Type", "application/json" } };

void refuse(http::ServerExchange* exchange, const RegistryRefusal& refusal, const http::Fields& more = {})
{
    http::Fields fields = kJson;
    // Whether it is there may change (ARD §5.3.4).
    fields.add("Cache-Control", "no-cache");
    for (const http::Field& field : more)
        fields.add(field.name, field.value);
    exchange->respond(refusal.status, fields, errorBody(refusal));
}

/// Decoded once; nullopt if it is not encoded as RFC 3986 has it.
std::optional<std::string> decoded(std::string_view segment)
{
    const auto isHex = [&](std::size_t at) {
        return at < segment.size()
            && std::string_view("0123456789abcdefABCDEF").find(segment[at]) != std::string_view::npos;
    };
    for (auto at = segment.find('%'); at != segment.npos; at = segment.find('%', at + 1)) {
        if (!isHex(at + 1) || !isHex(at + 2))
            return std::nullopt;
    }
    return QByteArray::fromPercentEncoding({ segment.data(), static_cast<qsizetype>(segment.size()) })
        .toStdString();
}

QByteArray bodyOf(const http::ServerExchange* exchange)
{
    const transport::Payload& body = exchange->body();
    return body.bytes.mid(body.offset, body.length);
}

} // namespace

Registry::Registry(wire::Clock& clock, wire::Sink& sink, RegistryOptions options, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_clock(clock)
    , m_limit(m_options.perSecond)
{
    if (!m_options.upstreams.empty())
        m_federation
            = std::make_unique<Federation>(clock, sink, m_options.upstreams, m_options.upstreamTimeout);
}

Registry::~Registry() = default;

void Registry::setEntries(std::string url, const std::vector<std::string>& entries)
{
    m_url = std::move(url);
    m_index.set(entries);
}

bool Registry::refuses(http::ServerExchange* exchange)
{
    if (const auto refusal = binding::refuse(exchange->head(), { m_options.names, m_options.token })) {
        const char* const code = refusal->status == 401 ? "UNAUTHENTICATED" : "PERMISSION_DENIED";
        refuse(exchange, { refusal->status, code, refusal->text }, refusal->fields);
        return true;
    }
    const engine::Caller caller { exchange->peerAddress().toString().toStdString() };
    const auto wait = m_limit.take(caller, m_clock.now());
    if (wait) {
        const auto seconds = std::chrono::ceil<std::chrono::seconds>(*wait).count();
        refuse(exchange, { 429, "RESOURCE_EXHAUSTED", "too many questions" },
            { { "Retry-After", std::to_string(seconds) } });
    }
    return wait.has_value();
}

void Registry::handle(http::ServerExchange* exchange, std::string_view path)
{
    if (refuses(exchange))
        return;
    constexpr std::string_view kAgent = "/agents/";
    const bool isQuestion = path == "/search" || path == "/explore";
    if (!isQuestion && path != "/agents" && !path.starts_with(kAgent))
        return refuse(exchange,
            { 404, "NOT_FOUND",
                "this is a registry (ARD §5.3): POST /search, POST /explore, GET /agents, "
                "GET /agents/{identifier}" });
    const std::string& method = exchange->head().method;
    if (isQuestion ? method != "POST" : method != "GET" && method != "HEAD")
        return refuse(exchange,
            { 405, "METHOD_NOT_ALLOWED", "expected " + std::string(isQuestion ? "POST" : "GET") },
            { { "Allow", isQuestion ? "POST" : "GET, HEAD" } });
    const std::string type = http::mediaType(exchange->head().fields.find("Content-Type").value_or(""));
    if (isQuestion && type != "application/json")
        return refuse(exchange,
            { .message = "Content-Type: expected application/json, found " + wire::excerpt(type, 80) });
    if (path == "/search")
        return search(exchange);
    if (path == "/explore")
        return explore(exchange);
    if (path == "/agents")
        return list(exchange);
    retrieve(exchange, path.substr(kAgent.size()));
}

std::vector<RankedEntry> Registry::own(const SearchQuestion& question) const
{
    std::vector<RankedEntry> ranked;
    for (const RegistryIndex::Match& match : m_index.search(question.text, question.constraints))
        ranked.push_back({ std::string(match.item->root().lexeme()), match.score, m_url });
    return ranked;
}

void Registry::search(http::ServerExchange* exchange)
{
    const auto question = readSearch(bodyOf(exchange), m_options.rules);
    if (!question)
        return refuse(exchange, question.error());
    if (!m_federation || question->federation != discovery::Federation::Auto)
        return answer(exchange, *question, own(*question));
    m_federation->ask(*question, this,
        [this, waiting = QPointer(exchange), question = *question](std::vector<RankedEntry> others) {
            if (waiting)
                answer(waiting, question, merged(own(question), std::move(others)));
        });
}

void Registry::answer(
    http::ServerExchange* exchange, const SearchQuestion& question, std::vector<RankedEntry> ranked) const
{
    const std::size_t begin = std::min(question.offset, ranked.size());
    const std::size_t end = begin + std::min(question.pageSize, ranked.size() - begin);
    const std::string next = end < ranked.size() ? pageToken(end, question.fingerprint) : std::string();
    const bool isReferring = question.federation == discovery::Federation::Referrals;
    exchange->respond(200, kJson,
        searchBody(std::span(ranked).subspan(begin, end - begin),
            isReferring ? m_options.upstreams : std::vector<Upstream>(), next, m_options.isTerse));
}

void Registry::explore(http::ServerExchange* exchange)
{
    if (!m_options.explores)
        return refuse(exchange, { 501, "NOT_IMPLEMENTED", "this registry does not explore" });
    const auto question = readExplore(bodyOf(exchange), m_options.rules);
    if (!question)
        return refuse(exchange, question.error());
    exchange->respond(200, kJson, exploreBody(m_index, *question));
}

void Registry::retrieve(http::ServerExchange* exchange, std::string_view segment)
{
    const auto identifier = decoded(segment);
    if (!identifier || segment.find('/') != segment.npos || !discovery::AirUrn::parse(*identifier))
        return refuse(exchange,
            { .message = "identifier: expected urn:air:PUBLISHER:NAME as one segment of the path, found "
                    + wire::excerpt(segment, 120) });
    const RegistryItem* const item = m_index.find(*identifier);
    if (!item)
        return refuse(
            exchange, { 404, "NOT_FOUND", "this registry has no entry " + wire::excerpt(*identifier, 120) });
    serveDocument(
        exchange, m_options.names, std::string(item->root().lexeme()), "application/json", openToAll());
}

void Registry::list(http::ServerExchange* exchange)
{
    const std::string_view target = exchange->head().target;
    const auto mark = target.find('?');
    const auto question
        = readList(mark == target.npos ? std::string_view() : target.substr(mark + 1), m_options.rules);
    if (!question)
        return refuse(exchange, question.error());
    serveDocument(exchange, m_options.names, listBody(m_index, *question), "application/json", openToAll());
}

} // namespace hosts
