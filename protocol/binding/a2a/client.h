// SPDX-License-Identifier: Apache-2.0
// The client side of A2A 1.0 for one agent: its card, then ACMP's messages over the interface that the card
// names (Layer 1 A2A binding).
#pragma once

#include "protocol/binding/a2a/cardfetch.h"
#include "protocol/binding/a2a/exchange.h"
#include "protocol/binding/client.h"

#include <QPromise>

namespace a2a {

struct ClientOptions {
    QUrl url; ///< of the agent, or of its card
    std::string token; ///< bearer; none is sent if empty. It belongs to the origin of `url`
    std::string traceparent; ///< W3C Trace Context; none is sent if empty
    Preference preference = Preference::CardsOrder;
    bool namesTask = false; ///< see Caller
};

class Client final : public binding::Client {
    Q_OBJECT

public:
    /// All must outlive the client.
    Client(wire::Clock& clock, wire::IdSource& ids, http::Client& http, ClientOptions options,
        QObject* parent = nullptr);
    ~Client() override;

    /// "A2A over JSON-RPC" or "A2A over HTTP+JSON"; "A2A" before the card is known.
    std::string transportName() const override;
    std::string target() const override;
    std::shared_ptr<const transport::Route> route() const override { return m_route; }
    using Outcome = std::expected<binding::Discovered, wire::Error>;
    /// Fetches the card, or asks whether it has changed. Where JSON-RPC is preferred and no card is, `url` is
    /// from then on taken for the interface itself.
    QFuture<Outcome> discover() override;
    /// Fetches the card first, if there is none.
    binding::Exchange* start(const acmp::Request& request) override;
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override;
    /// ACMP's methods alone: nothing else has a place in the envelope.
    QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params) override;

private:
    using Told = std::expected<void, wire::Error>;
    using Then = std::function<void(const std::optional<wire::Error>& error)>;

    QFuture<Outcome> fetch(std::size_t index, std::optional<wire::Error> before);
    Outcome take(const FetchedCard& fetched);
    Outcome adopt(const AgentCard& card, const FetchedCard& fetched);
    void assumeInterface(const wire::Error& whyNoCard);
    /// `then` is called with an error if no interface can be had.
    void whenKnown(Then then);
    void tellCancel(const acmp::Cancel& cancel, std::shared_ptr<QPromise<Told>> promise, bool namesTask);
    RemoteTask remoteOf(std::string_view taskId) const;
    void keepRoute(http::ClientExchange* exchange);

    wire::Clock& m_clock;
    http::Client& m_http;
    ClientOptions m_options;
    Caller m_caller;
    std::shared_ptr<const transport::Route> m_route;
    std::optional<binding::Discovered> m_discovered; ///< from the newest card
    std::string m_etag; ///< of it; empty if it has none
    QUrl m_cardUrl; ///< where it was
    bool m_isKnown = false; ///< an interface was chosen
    std::vector<Then> m_waiting; ///< for the card
    std::vector<QPointer<Exchange>> m_open; ///< those that have an ACMP task
};

} // namespace a2a
