// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/client.h"

#include "protocol/acmp/codec.h"
#include "protocol/binding/mcp/meta.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/codes.h"

#include <QPromise>

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

/// {"jsonrpc":"2.0","id":…,"method":…,"params":…}; without an id a notification.
QByteArray envelope(std::optional<std::int64_t> id, std::string_view method, const auto& writeParams)
{
    json::Writer writer;
    writer.beginObject();
    writer.key("jsonrpc").string("2.0");
    if (id)
        writer.key("id").integer(*id);
    writer.key("method").string(method);
    writer.key("params");
    writeParams(writer);
    writer.endObject();
    return writer.toBytes();
}

/// The message with _meta added, unless whoever wrote it has put one there.
template <class Variant>
Variant withMeta(Variant message, const json::Raw& meta)
{
    std::visit(
        [&meta](auto& value) {
            const bool has = std::any_of(value.extra.begin(), value.extra.end(),
                [](const auto& member) { return member.first == "_meta"; });
            if (!has)
                value.extra.emplace_back("_meta", meta);
        },
        message);
    return message;
}

/// server/discover.
class DiscoverExchange final : public RpcExchange {
public:
    DiscoverExchange(const wire::Clock& clock, rpc::Id id, QObject* parent)
        : RpcExchange(clock, std::move(id), parent)
        , m_time(clock)
        , m_started(clock.now())
    {
        m_promise.start();
        connect(this, &Exchange::found, this,
            [this](const acmp::Finding& finding) { m_discovered.findings.push_back(finding); });
        connect(this, &Exchange::ended, this, [this](const std::optional<Error>& error) {
            if (m_refusal || error)
                m_promise.addResult(std::unexpected(m_refusal ? *m_refusal : *error));
            else
                m_promise.addResult(std::move(m_discovered));
            m_promise.finish();
        });
    }
    auto future() { return m_promise.future(); }

private:
    void notification(const rpc::Notification&, const json::View&, const acmp::Origin&) override { }

    std::optional<Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin&) override
    {
        m_discovered.roundTrip = m_time.now() - m_started;
        m_discovered.raw = root.raw();
        const json::View info = message.result["_meta"][meta::kServerInfoKey];
        m_discovered.serverName = info["name"].text().value_or("");
        m_discovered.serverVersion = info["version"].text().value_or("");
        for (const json::View version : message.result["supportedVersions"].elements())
            m_discovered.versions.push_back(version.text().value_or(std::string(version.lexeme())));
        const json::View extension = message.result["capabilities"]["extensions"][acmp::kExtensionId];
        if (!extension)
            return std::nullopt;
        if (auto capability = acmp::decode<acmp::Capability>(extension)) {
            for (acmp::Finding& finding : acmp::check(*capability))
                report(std::move(finding));
            m_discovered.capability = std::move(*capability);
        } else {
            for (acmp::Finding& finding : acmp::toFindings(capability.error()))
                report(std::move(finding));
        }
        return std::nullopt;
    }

    void error(const rpc::Error& message, const json::View&, const acmp::Origin&) override
    {
        const rpc::CodeName name = rpc::describeCode(rpc::Binding::Mcp, message.code);
        Error error { ErrorKind::Refused, "server/discover was refused", "a DiscoverResult (MCP 2026-07-28)",
            {}, {}, false };
        error.found = std::to_string(message.code) + ' ' + std::string(name.name) + ": "
            + wire::excerpt(message.message);
        // A server of an older revision knows no server/discover.
        if (message.code == rpc::code::kMethodNotFound || message.code == rpc::code::kInvalidRequest
            || message.code == -32000)
            error.message += ": this looks like an MCP server of a revision before 2026-07-28, which can't "
                             "carry ACMP as specified";
        m_refusal = std::move(error);
    }

    const wire::Clock& m_time;
    wire::Instant m_started;
    binding::Discovered m_discovered;
    std::optional<Error> m_refusal;
    QPromise<std::expected<binding::Discovered, Error>> m_promise;
};

} // namespace

std::expected<QUrl, Error> parseTarget(std::string_view text)
{
    const QUrl url(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
    const bool http = url.scheme() == QStringLiteral("http") || url.scheme() == QStringLiteral("https");
    if (!url.isValid() || !http || url.host().isEmpty())
        return std::unexpected(Error { ErrorKind::Usage, "this is no target",
            "http://HOST[:PORT]/PATH or https://…", wire::excerpt(text), {}, false });
    return url;
}

Client::Client(wire::Clock& clock, http::Client& http, ClientOptions options, QObject* parent)
    : binding::Client(parent)
    , m_clock(clock)
    , m_http(http)
    , m_options(std::move(options))
    , m_meta(clientMeta(m_options.clientName, ACMP_VERSION, m_options.declaration, m_options.traceparent))
{
}

std::string Client::transportName() const
{
    return m_options.url.scheme() == QStringLiteral("https") ? "MCP over HTTPS" : "MCP over HTTP";
}

http::Request Client::post(std::string_view method, QByteArray body) const
{
    http::Request request;
    request.url = m_options.url;
    request.fields.add("Content-Type", "application/json");
    request.fields.add("Accept", "application/json, text/event-stream");
    request.fields.add(std::string(header::kProtocolVersion), std::string(kProtocolVersion));
    request.fields.add(std::string(header::kMethod), std::string(method));
    if (!m_options.token.empty())
        request.fields.add("Authorization", "Bearer " + m_options.token);
    request.body = std::move(body);
    return request;
}

QFuture<std::expected<binding::Discovered, Error>> Client::discover()
{
    const std::int64_t id = nextId();
    auto* exchange = new DiscoverExchange(m_clock, id, this);
    const QByteArray body = envelope(id, "server/discover", [this](json::Writer& writer) {
        writer.beginObject();
        writer.key("_meta").raw(m_meta);
        writer.endObject();
    });
    exchange->attach(m_http.send(post("server/discover", body)));
    return exchange->future();
}

binding::Exchange* Client::start(const acmp::Request& request)
{
    const std::int64_t id = nextId();
    auto* exchange = new AcmpExchange(m_clock, id, request, this);
    const acmp::Request full = withMeta(request, m_meta);
    const QByteArray body = envelope(
        id, acmp::methodOf(request), [&full](json::Writer& writer) { acmp::encode(writer, full); });
    exchange->attach(m_http.send(post(acmp::methodOf(request), body)));
    return exchange;
}

QFuture<std::expected<void, Error>> Client::notify(const acmp::BuyerNotification& notification)
{
    const acmp::BuyerNotification full = withMeta(notification, m_meta);
    const QByteArray body = envelope(
        {}, acmp::methodOf(notification), [&full](json::Writer& writer) { acmp::encode(writer, full); });
    http::ClientExchange* exchange = m_http.send(post(acmp::methodOf(notification), body));

    auto promise = std::make_shared<QPromise<std::expected<void, Error>>>();
    promise->start();
    auto status = std::make_shared<int>(0);
    connect(exchange, &http::ClientExchange::headReceived, exchange,
        [status](const http::ResponseHead& head) { *status = head.status; });
    connect(exchange, &http::ClientExchange::ended, exchange,
        [promise, status](const std::optional<Error>& error) {
            std::expected<void, Error> outcome;
            if (error)
                outcome = std::unexpected(*error);
            else if (*status != 202 && *status != 204 && *status != 200)
                outcome = std::unexpected(Error { ErrorKind::Http, "the notification was not taken",
                    "HTTP 202", "HTTP " + std::to_string(*status), {}, false });
            promise->addResult(std::move(outcome));
            promise->finish();
        });
    return promise->future();
}

} // namespace mcp
