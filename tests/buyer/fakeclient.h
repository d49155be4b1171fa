// SPDX-License-Identifier: Apache-2.0
// A binding that a test plays by hand.
#pragma once

#include "protocol/binding/client.h"

#include <QPromise>

class FakeExchange final : public binding::Exchange {
public:
    FakeExchange(acmp::Request asked, QObject* parent)
        : Exchange(parent)
        , request(std::move(asked))
    {
    }
    const acmp::Request request;
    void abort() override
    {
        ++aborts;
        end(wire::Error { wire::ErrorKind::Cancelled, "closed", {}, {}, {}, false });
    }
    void pauseReading(bool) override { }
    /// The answer, and the end.
    void answer(const acmp::Incoming& message, wire::Instant at)
    {
        acmp::Origin origin;
        origin.at = at;
        Q_EMIT incoming(message, origin);
        end({});
    }
    void end(const std::optional<wire::Error>& error)
    {
        if (!m_ended) {
            m_ended = true;
            Q_EMIT ended(error);
        }
    }
    int aborts = 0;

private:
    bool m_ended = false;
};

class FakeClient final : public binding::Client {
public:
    std::string transportName() const override { return "fake"; }
    std::string target() const override { return "fake:"; }
    QFuture<std::expected<binding::Discovered, wire::Error>> discover() override { return {}; }
    binding::Exchange* start(const acmp::Request& request) override
    {
        exchanges.push_back(new FakeExchange(request, this));
        return exchanges.back();
    }
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override
    {
        notifications.push_back(notification);
        auto promise = std::make_shared<QPromise<std::expected<void, wire::Error>>>();
        promise->start();
        held.push_back(promise);
        if (!holdNotifications)
            takeHeld();
        return promise->future();
    }
    /// What was held is taken by the peer.
    void takeHeld()
    {
        for (const auto& promise : std::exchange(held, {})) {
            promise->addResult(std::expected<void, wire::Error>());
            promise->finish();
        }
    }
    bool holdNotifications = false;
    std::vector<std::shared_ptr<QPromise<std::expected<void, wire::Error>>>> held;
    std::vector<FakeExchange*> exchanges;
    std::vector<acmp::BuyerNotification> notifications;
};
