// SPDX-License-Identifier: Apache-2.0
#include "protocol/discovery/didfetcher.h"

#include "protocol/transport/connect/proxy.h"

#include <QHostInfo>
#include <QPromise>

#include <algorithm>

namespace discovery {

using Outcome = identity::Resolver::Fetched;

struct DidFetcher::Get {
    QUrl url;
    http::ClientOptions options;
    std::unique_ptr<http::Client> http;
    int status = 0;
    QByteArray body;
    QPromise<Outcome> promise;
    std::unique_ptr<wire::Timer> timer;
    bool isOver = false;
};

bool isPublicAddress(const QHostAddress& address)
{
    bool isMapped = false;
    if (const quint32 v4 = address.toIPv4Address(&isMapped);
        isMapped && address.protocol() == QAbstractSocket::IPv6Protocol) {
        return isPublicAddress(QHostAddress(v4));
    }
    // RFC 6890: this network, private use, shared, link-local, benchmarks, documentation; multicast and
    // beyond.
    static const auto kReserved = [] {
        QList<std::pair<QHostAddress, int>> nets;
        for (const char* const net :
            { "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
                "192.0.0.0/24", "192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
                "203.0.113.0/24", "224.0.0.0/3", "::/127", "64:ff9b:1::/48", "100::/64", "2002::/16",
                "2001:db8::/32", "fc00::/7", "fe80::/9", "ff00::/8" }) {
            nets += QHostAddress::parseSubnet(QString::fromLatin1(net));
        }
        return nets;
    }();
    return !address.isNull()
        && std::ranges::none_of(kReserved, [&](const auto& net) { return address.isInSubnet(net); });
}

DidFetcher::DidFetcher(wire::Clock& clock, wire::Sink& sink, http::ClientOptions options, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
    , m_sink(sink)
    , m_options(std::move(options))
{
    m_options.limits.bodyBytes = kLongestDocument;
}

DidFetcher::~DidFetcher()
{
    for (const auto& get : m_open) {
        get->isOver = true;
        get->timer.reset();
        get->http.reset();
    }
}

QFuture<Outcome> DidFetcher::get(const std::string& url)
{
    const auto get = std::make_shared<Get>();
    get->url = QUrl(QString::fromStdString(url), QUrl::StrictMode);
    get->options = m_options;
    get->promise.start();
    m_open.insert(get);
    get->timer = m_clock.startTimer(m_options.connectTimeout * 2, [this, get] {
        refuse(get, wire::ErrorKind::Deadline, "the DID document did not come in time",
            "a document within " + std::to_string((m_options.connectTimeout * 2).count()) + " ms", {});
    });
    QFuture<Outcome> future = get->promise.future();
    const std::string host = get->url.host().toStdString();
    const std::string authority = host + ':' + std::to_string(get->url.port());
    if (transport::isLoopback(host) || m_options.hostMap.contains(host)
        || m_options.hostMap.contains(authority)) {
        send(get);
        return future;
    }
    QHostInfo::lookupHost(get->url.host(), this, [this, get, host](const QHostInfo& info) {
        if (get->isOver) {
            return;
        }
        const auto addresses = info.addresses();
        const auto open = std::ranges::find_if(addresses, isPublicAddress);
        if (addresses.isEmpty()) {
            refuse(get, wire::ErrorKind::Unreachable, "the host of the DID has no address", host,
                info.errorString().toStdString());
        } else if (open == addresses.end()) {
            refuse(get, wire::ErrorKind::Refused, "the host of the DID is in a private network",
                "an address that is public", addresses.first().toString().toStdString());
        } else {
            // What was looked at is what is called: a second look-up could say something else.
            get->options.hostMap[host] = { open->toString().toStdString(), 0 };
            send(get);
        }
    });
    return future;
}

void DidFetcher::send(const std::shared_ptr<Get>& get)
{
    http::Request request;
    request.method = "GET";
    request.url = get->url;
    request.fields.add("Accept", "application/did+json, application/did+ld+json, application/json");
    get->http = std::make_unique<http::Client>(m_clock, m_sink, get->options);
    http::ClientExchange* const exchange = get->http->send(std::move(request));
    connect(
        exchange, &http::ClientExchange::headReceived, this, [get, exchange](const http::ResponseHead& head) {
            get->status = head.status;
            if (http::mediaType(head.fields.find("Content-Type").value_or("")) == "text/event-stream") {
                exchange->abort(); // no document, and it need not end
            }
        });
    connect(exchange, &http::ClientExchange::bodyReceived, this,
        [get](const transport::Payload& body) { get->body = body.bytes.mid(body.offset, body.length); });
    connect(
        exchange, &http::ClientExchange::ended, this, [this, get](const std::optional<wire::Error>& error) {
            if (error) {
                finish(get, std::unexpected(*error));
            } else if (get->status != 200) {
                refuse(get, wire::ErrorKind::Http, "there is no DID document", "HTTP 200",
                    "HTTP " + std::to_string(get->status));
            } else {
                finish(get, std::move(get->body));
            }
        });
}

void DidFetcher::refuse(const std::shared_ptr<Get>& get, wire::ErrorKind kind, std::string message,
    std::string expected, std::string found)
{
    finish(get,
        std::unexpected(wire::Error { kind, std::move(message), std::move(expected), std::move(found),
            get->url.toString().toStdString(), kind == wire::ErrorKind::Deadline }));
}

void DidFetcher::finish(const std::shared_ptr<Get>& get, Outcome fetched)
{
    if (std::exchange(get->isOver, true)) {
        return;
    }
    // Not from within its own signals.
    if (get->http) {
        get->http.release()->deleteLater();
    }
    m_open.erase(get);
    get->timer.reset();
    get->promise.addResult(std::move(fetched));
    get->promise.finish();
}

} // namespace discovery
