// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/client.h"

#include "protocol/a2a/envelope.h"
#include "protocol/a2a/errors.h"
#include "protocol/binding/a2a/asking.h"
#include "protocol/rpc/codes.h"
#include "protocol/transport/connect/origin.h"

#include <algorithm>
#include <ranges>

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

constexpr std::string_view kAcmpMethods = "acmp/";

} // namespace

Client::Client(
    wire::Clock& clock, wire::IdSource& ids, http::Client& http, ClientOptions options, QObject* parent)
    : binding::Client(parent)
    , m_clock(clock)
    , m_http(http)
    , m_options(std::move(options))
    , m_caller(clock, ids, http)
{
    m_caller.facts.traceparent = m_options.traceparent;
    m_caller.namesTask = m_options.namesTask;
    connect(&m_http, &http::Client::started, this, &Client::keepRoute);
}

Client::~Client() = default;

std::string Client::transportName() const
{
    if (!m_isKnown)
        return "A2A";
    return m_caller.isRest() ? "A2A over HTTP+JSON" : "A2A over JSON-RPC";
}

std::string Client::target() const
{
    const QUrl& url = m_isKnown ? m_caller.facts.interface.url : m_options.url;
    return url.toString().toStdString();
}

// Before anyone else hears of its end.
void Client::keepRoute(http::ClientExchange* exchange)
{
    connect(exchange, &http::ClientExchange::headReceived, this,
        [this, exchange] { m_route = exchange->route(); });
    connect(exchange, &http::ClientExchange::ended, this, [this, exchange] {
        if (auto route = exchange->route())
            m_route = std::move(route);
    });
}

QFuture<Client::Outcome> Client::discover()
{
    return fetch(0, std::nullopt).then(this, [this](const Outcome& outcome) {
        if (!outcome && !m_isKnown)
            assumeInterface(outcome.error());
        return outcome;
    });
}

// An address that only negotiates may be named without a card (decision D17).
void Client::assumeInterface(const Error& whyNoCard)
{
    if (m_options.preference != Preference::JsonRpc || whyNoCard.kind != ErrorKind::Http)
        return;
    m_caller.facts.interface = { m_options.url, std::string(bindingname::kJsonRpc), std::string(kVersion),
        {} };
    m_caller.facts.token = m_options.token;
    m_isKnown = true;
}

// Where one place holds no card the next is tried; of several errors the first is told.
QFuture<Client::Outcome> Client::fetch(std::size_t index, std::optional<Error> before)
{
    const std::vector<QUrl> urls = m_discovered ? std::vector<QUrl> { m_cardUrl } : cardUrls(m_options.url);
    const bool isLast = index + 1 == urls.size();
    return fetchCard(m_clock, m_http, { urls[index], m_options.token, m_etag }, this)
        .then(this,
            [this, index, isLast, before = std::move(before)](const FetchedCard& fetched) {
                Outcome outcome = take(fetched);
                if (outcome)
                    return QtFuture::makeReadyFuture(std::move(outcome));
                const ErrorKind kind = outcome.error().kind;
                const Error first = before.value_or(outcome.error());
                if (isLast || (kind != ErrorKind::Http && kind != ErrorKind::Protocol))
                    return QtFuture::makeReadyFuture(Outcome(std::unexpected(first)));
                return fetch(index + 1, first);
            })
        .unwrap();
}

Client::Outcome Client::take(const FetchedCard& fetched)
{
    if (fetched.error)
        return std::unexpected(*fetched.error);
    if (fetched.isUnchanged && m_discovered) {
        m_discovered->roundTrip = fetched.roundTrip;
        return *m_discovered;
    }
    const auto document = json::Document::parse(fetched.body);
    if (!document) {
        return std::unexpected(
            Error { ErrorKind::Protocol, "this is no agent card: it is no JSON", document.error().expected,
                document.error().found, "byte " + std::to_string(document.error().offset), false });
    }
    const auto card = readCard(document->root());
    if (!card)
        return std::unexpected(card.error());
    return adopt(*card, fetched);
}

Client::Outcome Client::adopt(const AgentCard& card, const FetchedCard& fetched)
{
    const auto interface = chooseInterface(card, m_options.preference);
    if (!interface)
        return std::unexpected(interface.error());
    binding::Discovered discovered;
    discovered.isAgentCard = true;
    discovered.serverName = card.name;
    discovered.serverVersion = card.version;
    for (const Interface& entry : card.interfaces) {
        if (std::ranges::find(discovered.versions, entry.protocolVersion) == discovered.versions.end())
            discovered.versions.push_back(entry.protocolVersion);
    }
    discovered.capability = card.capability;
    discovered.raw = json::Raw(fetched.body);
    discovered.findings = card.findings;
    discovered.roundTrip = fetched.roundTrip;
    const auto add = [&](std::string_view rule, std::string expected, std::string found) {
        discovered.findings.push_back({ &acmp::rule(rule), std::move(expected), std::move(found), {} });
    };
    if (fetched.mediaType != type::kJson && fetched.mediaType != type::kCard)
        add("A2A-card-type", std::string(type::kJson),
            fetched.mediaType.empty() ? "no Content-Type" : wire::excerpt(fetched.mediaType));

    // A token belongs to an origin (decision D17).
    const auto ours = transport::Origin::of(m_options.url);
    const auto theirs = transport::Origin::of(interface->url);
    const bool isSameOrigin = transport::isSameOrigin(m_options.url, interface->url);
    if (!isSameOrigin && !m_options.token.empty())
        add("A2A-interface-origin", ours ? ours->authority() : std::string(),
            theirs ? theirs->authority() : std::string());
    m_caller.facts.interface = *interface;
    m_caller.facts.token = isSameOrigin ? m_options.token : std::string();
    m_caller.streams = card.streams;
    m_caller.beats = card.capability && card.capability->heartbeatInterval();
    for (acmp::Finding& finding : discovered.findings)
        finding.where.record = fetched.record;
    m_cardUrl = fetched.url;
    m_etag = fetched.etag;
    m_isKnown = true;
    m_discovered = std::move(discovered);
    return *m_discovered;
}

void Client::whenKnown(Then then)
{
    if (m_isKnown)
        return then(std::nullopt);
    m_waiting.push_back(std::move(then));
    if (m_waiting.size() > 1)
        return;
    discover().then(this, [this](const Outcome& outcome) {
        for (const Then& waiting : std::exchange(m_waiting, {}))
            waiting(m_isKnown ? std::nullopt : std::optional(outcome.error()));
    });
}

binding::Exchange* Client::start(const acmp::Request& request)
{
    auto* const exchange = new Exchange(m_caller, request, this);
    std::erase_if(m_open, [](const QPointer<Exchange>& open) { return open.isNull(); });
    m_open.emplace_back(exchange);
    whenKnown(
        [this, open = QPointer<Exchange>(exchange), isInvoke = std::holds_alternative<acmp::Invoke>(request)](
            const std::optional<Error>& error) {
            if (Exchange* const started = open.data())
                error ? started->fail(*error) : started->begin();
            // A cancel must not wait for a connection.
            if (!error && isInvoke)
                m_http.prepare(m_caller.facts.interface.url);
        });
    return exchange;
}

QFuture<std::expected<json::Raw, Error>> Client::ask(const std::string& method, const acmp::Extra& params)
{
    if (!method.starts_with(kAcmpMethods))
        return binding::Client::ask(method, params);
    auto* const asking = new Asking(m_caller, { method, params }, this);
    connect(asking, &Asking::found, this, &Client::found);
    whenKnown([asking = QPointer<Asking>(asking)](const std::optional<Error>& error) {
        if (Asking* const open = asking.data())
            error ? open->fail(*error) : open->begin();
    });
    return asking->future();
}

RemoteTask Client::remoteOf(std::string_view taskId) const
{
    for (const QPointer<Exchange>& open : std::views::reverse(m_open)) {
        if (const Exchange* const exchange = open.data(); exchange && exchange->acmpTaskId() == taskId)
            return exchange->remote();
    }
    return {};
}

QFuture<Client::Told> Client::notify(const acmp::BuyerNotification& notification)
{
    const auto* const cancel = std::get_if<acmp::Cancel>(&notification);
    if (!cancel) {
        return QtFuture::makeReadyFuture(Told(std::unexpected(Error { ErrorKind::NotAdvertised,
            "A2A carries no acmp/inputChunk: the input goes with acmp/invoke", {}, {},
            "Layer 1 A2A binding §3.3", false })));
    }
    auto promise = std::make_shared<QPromise<Told>>();
    promise->start();
    whenKnown([this, promise, cancel = *cancel](const std::optional<Error>& error) {
        if (!error)
            return tellCancel(cancel, promise, true);
        promise->addResult(std::unexpected(*error));
        promise->finish();
    });
    return promise->future();
}

// To the A2A task where it is known; an agent that doesn't take messages for a running task finds it by its
// ACMP task_id.
void Client::tellCancel(const acmp::Cancel& cancel, std::shared_ptr<QPromise<Told>> promise, bool namesTask)
{
    const RemoteTask remote = namesTask ? remoteOf(cancel.taskId) : RemoteTask();
    const MessageHead head { m_caller.newMessageId(), Role::User, remote.contextId, remote.taskId };
    Transaction* const telling = m_caller.perform(
        { .kind = Operation::Kind::SendMessage,
            .message
            = [head, cancel](
                  json::Writer& writer) { writeMessage(writer, head, acmp::BuyerNotification { cancel }); },
            .returnsImmediately = true },
        this);
    connect(telling, &Transaction::found, this, &Client::found);
    connect(telling, &Transaction::ended, this,
        [this, cancel, promise = std::move(promise), tried = !remote.taskId.empty()](
            const std::optional<Failure>& failure) {
            const bool mayHelp = failure
                && (failure->code == code::kTaskNotFound || failure->code == code::kUnsupportedOperation
                    || failure->code == rpc::code::kInvalidParams);
            if (mayHelp && tried)
                return tellCancel(cancel, promise, false);
            promise->addResult(failure ? Told(std::unexpected(failure->error)) : Told());
            promise->finish();
        });
}

} // namespace a2a
