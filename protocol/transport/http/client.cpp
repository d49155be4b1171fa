// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/client.h"

#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientexchange.h"
#include "protocol/transport/http/clientpool.h"

namespace http {

class Client::Private final {
public:
    OwnFields own;
    ClientPool pool;
};

Client::Client(wire::Clock& clock, wire::Sink& sink, ClientOptions options, QObject* parent)
    : QObject(parent)
    , d(new Private { options.own, { clock, sink, std::move(options) } })
{
}

Client::~Client()
{
    // Each open exchange still ends; whoever hears that may delete others.
    std::vector<QPointer<ExchangeImpl>> open;
    for (QObject* const child : children()) {
        open.emplace_back(static_cast<ExchangeImpl*>(child));
    }
    for (const auto& exchange : open) {
        if (exchange) {
            exchange->abort();
        }
        delete exchange;
    }
}

ClientExchange* Client::send(Request request)
{
    for (const Field& field : d->own.to(request.url)) {
        request.fields.add(field.name, field.value);
    }
    auto* const exchange = new ExchangeImpl(d->pool, std::move(request), this);
    QMetaObject::invokeMethod(exchange, [exchange] { exchange->start(); }, Qt::QueuedConnection);
    Q_EMIT started(exchange);
    return exchange;
}

void Client::prepare(const QUrl& url)
{
    const auto origin = Origin::of(url);
    if (origin) {
        QMetaObject::invokeMethod(
            this, [this, origin = *origin] { d->pool.prepare(origin); }, Qt::QueuedConnection);
    }
}

void Client::setTls(const std::string& authority, tls::Options tls)
{
    d->pool.setTls(authority, std::move(tls));
}

void Client::closeIdle()
{
    d->pool.closeIdle();
}

} // namespace http
