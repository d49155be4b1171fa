// SPDX-License-Identifier: Apache-2.0
// The client side of MCP on a shared channel (stdio, WebSocket): one connection, all requests and their
// notifications on it. An answer belongs to the open request of its id; a notification to the newest open
// request of its task_id, else it is unclaimed. Connects when first used, and anew after the peer has gone.
#pragma once

#include "protocol/binding/client.h"
#include "protocol/binding/mcp/discover.h"
#include "protocol/transport/channel.h"

#include <QPointer>

#include <deque>
#include <functional>
#include <map>

namespace mcp {

struct ChannelClientOptions {
    /// Makes a channel, not opened yet.
    std::function<std::unique_ptr<transport::Channel>()> connect;
    std::string transportName; ///< "MCP over stdio"
    std::string target;
    bool mayBeRaw = false; ///< the peer may speak ACMP without MCP around it (decision D23)
    std::string clientName = "acmp-workbench";
    std::string traceparent; ///< W3C Trace Context; none is sent if empty
    acmp::Capability declaration = acmp::buyerCapability();
    wire::milliseconds discoverTimeout { 5'000 }; ///< a peer that doesn't know the method may keep silent
    /// Of no `mayBeRaw`: after so much silence it is also asked in the way of MCP before 2026-07-28.
    wire::milliseconds legacyPatience { 6'000 };
};

class ChannelClient final : public binding::Client {
    Q_OBJECT

public:
    /// Of so many closed requests later messages are known as late ones.
    static constexpr std::size_t kKeptClosed = 1024;

    /// `clock` must outlive the client.
    ChannelClient(wire::Clock& clock, ChannelClientOptions options, QObject* parent = nullptr);
    ~ChannelClient() override;

    std::string transportName() const override { return m_options.transportName; }
    std::string target() const override { return m_options.target; }
    std::shared_ptr<const transport::Route> route() const override { return m_route; }
    using Outcome = std::expected<binding::Discovered, wire::Error>;
    QFuture<Outcome> discover() override;
    QFuture<binding::Inventory> inventory(const binding::Discovered& found) override;
    binding::Exchange* start(const acmp::Request& request) override;
    QFuture<std::expected<void, wire::Error>> notify(const acmp::BuyerNotification& notification) override;
    QFuture<std::expected<json::Raw, wire::Error>> ask(
        const std::string& method, const acmp::Extra& params) override;

    /// Null while there is none.
    transport::Channel* channel() { return m_channel.get(); }

private:
    class ChannelCarrier;
    struct Closed {
        rpc::Id id;
        std::string taskId;
        bool isAnswered = false; ///< else given up by this side
    };
    struct Waiting {
        QByteArray text;
        std::function<void(wire::RecordNo record, const std::optional<wire::Error>& error)> whenSent;
    };

    QFuture<Outcome> shakeHands();
    void shakeHandsToo(DiscoverExchange& exchange);
    void carry(RpcExchange* exchange, std::string taskId, QByteArray text);
    void send(Waiting message);
    void ensureChannel();
    void opened();
    void take(const transport::Payload& payload);
    void takeAnswer(
        const std::optional<rpc::Id>& id, const transport::Payload& payload, const rpc::Message& message);
    void takeNotification(
        const rpc::Notification& note, const transport::Payload& payload, const rpc::Message& message);
    void refuseRequest(const rpc::Request& request);
    void giveUnclaimed(const acmp::Other& whole, const transport::Payload& payload, bool late);
    void report(std::string_view rule, std::string expected, std::string found, wire::RecordNo record,
        std::string pointer = {});
    void abort(RpcExchange& exchange);
    void close(const rpc::Id& id, bool isAnswered);
    void tellTaken(const std::optional<wire::Error>& error);
    /// What is done with one of them may end others.
    std::vector<QPointer<RpcExchange>> openExchanges() const;
    void channelEnded(const wire::Error& cause);
    void pauseReading(bool pause);

    wire::Clock& m_clock;
    ChannelClientOptions m_options;
    json::Raw m_meta;
    std::unique_ptr<transport::Channel> m_channel;
    std::shared_ptr<const transport::Route> m_route;
    struct Open {
        RpcExchange* exchange = nullptr;
        std::string taskId;
    };
    std::map<rpc::Id, Open> m_open; ///< ids grow, so the last of a task is its newest
    std::deque<Closed> m_closed;
    std::vector<Waiting> m_waiting; ///< until the channel is open
    std::vector<std::function<void(const std::optional<wire::Error>&)>> m_untaken; ///< until it is writable
    json::Document m_document;
    std::int64_t m_lastId = 0;
    int m_pauses = 0;
    std::unique_ptr<wire::Timer> m_silence; ///< until a peer is taken for a legacy one
    bool m_isInSession = false; ///< of MCP before 2026-07-28, which may send notifications unasked
    std::optional<binding::Discovered> m_legacy; ///< the answer to a handshake that was tried meanwhile
};

} // namespace mcp
