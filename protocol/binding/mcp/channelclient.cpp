// SPDX-License-Identifier: Apache-2.0
// Requests out, and the channel's life. What comes in: channelincoming.cpp.
#include "protocol/binding/mcp/channelclient.h"

#include "protocol/binding/asktimeout.h"
#include "protocol/binding/mcp/discover.h"
#include "protocol/binding/mcp/envelope.h"
#include "protocol/binding/mcp/legacy.h"
#include "protocol/binding/mcp/stocktaking.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

namespace {

QFuture<ChannelClient::Outcome> ready(ChannelClient::Outcome outcome)
{
    return QtFuture::makeReadyFuture(std::move(outcome));
}

} // namespace

class ChannelClient::ChannelCarrier final : public Carrier {
public:
    ChannelCarrier(ChannelClient& client, RpcExchange& exchange)
        : m_client(&client)
        , m_exchange(exchange)
    {
    }
    ~ChannelCarrier() override { pauseReading(false); }

    void abort() override
    {
        if (m_client)
            m_client->abort(m_exchange);
    }
    void pauseReading(bool pause) override
    {
        if (m_client && std::exchange(m_isPaused, pause) != pause)
            m_client->pauseReading(pause);
    }

private:
    QPointer<ChannelClient> m_client;
    RpcExchange& m_exchange;
    bool m_isPaused = false;
};

ChannelClient::ChannelClient(wire::Clock& clock, ChannelClientOptions options, QObject* parent)
    : binding::Client(parent)
    , m_clock(clock)
    , m_options(std::move(options))
    , m_meta(clientMeta(m_options.clientName, ACMP_VERSION, m_options.declaration, m_options.traceparent))
{
}

ChannelClient::~ChannelClient()
{
    qDeleteAll(findChildren<Stocktaking*>(Qt::FindDirectChildrenOnly)); // they would ask on
    if (m_channel)
        m_channel->disconnect(this);
    // Each open exchange still ends; whoever hears that may delete others.
    std::vector<QPointer<RpcExchange>> open;
    for (const auto& [id, entry] : std::exchange(m_open, {}))
        open.emplace_back(entry.exchange);
    for (const QPointer<RpcExchange>& exchange : open) {
        if (exchange)
            exchange->carrierEnded(Error { ErrorKind::Cancelled, "closed on this side", {}, {}, {}, false });
        delete exchange;
    }
}

QFuture<ChannelClient::Outcome> ChannelClient::discover()
{
    const std::int64_t id = ++m_lastId;
    auto* exchange = new DiscoverExchange(m_clock, id, m_options.mayBeRaw, this);
    carry(exchange, {}, discoverText(id, m_meta));
    m_legacy.reset();
    // Connecting has a time limit of its own.
    connect(exchange, &binding::Exchange::sent, exchange, [this, exchange] {
        exchange->expectWithin(m_clock, m_options.discoverTimeout);
        if (!m_options.mayBeRaw)
            m_silence = m_clock.startTimer(
                m_options.legacyPatience, [this, exchange] { shakeHandsToo(*exchange); });
    });
    connect(exchange, &binding::Exchange::ended, this, [this] { m_silence.reset(); });
    return exchange->future()
        .then(this,
            [this](DiscoverOutcome outcome) {
                if (outcome.found || !outcome.mayBeLegacy)
                    return ready(std::move(outcome.found));
                if (m_legacy)
                    return ready(*std::exchange(m_legacy, std::nullopt));
                return shakeHands().then(this, [refused = std::move(outcome.found)](Outcome found) {
                    if (!found)
                        return refused;
                    return found;
                });
            })
        .unwrap();
}

QFuture<ChannelClient::Outcome> ChannelClient::shakeHands()
{
    const std::int64_t id = ++m_lastId;
    auto* exchange = new PlainExchange(m_clock, id, this);
    carry(exchange, {}, initializeText(id, m_options.clientName, ACMP_VERSION));
    exchange->expectWithin(m_clock, kHandshakePatience);
    return exchange->future().then(
        this, [this, started = m_clock.now()](const PlainExchange::Outcome& answer) {
            if (!answer)
                return Outcome(std::unexpected(answer.error()));
            Outcome found = readInitialize(answer->message);
            if (found) {
                found->roundTrip = m_clock.now() - started;
                m_isInSession = true;
                send({ initializedText(), [](wire::RecordNo, const auto&) { } });
            }
            return found;
        });
}

// stdio §Backward Compatibility: a server before 2026-07-28 may keep silent, but so does one that is slow to
// start.
void ChannelClient::shakeHandsToo(DiscoverExchange& exchange)
{
    shakeHands().then(this, [this, asked = QPointer(&exchange)](const Outcome& found) {
        DiscoverExchange* const open = asked.data();
        if (!found || !open || open->isAnswered())
            return;
        m_legacy = *found;
        open->giveUp();
    });
}

QFuture<binding::Inventory> ChannelClient::inventory(const binding::Discovered& found)
{
    const auto askForPage
        = [this, isLegacy = found.isLegacy](std::string_view method, const std::string& cursor) {
              const std::int64_t id = ++m_lastId;
              auto* const exchange = new PlainExchange(m_clock, id, this);
              carry(exchange, {}, pageText(id, method, cursor, isLegacy ? json::Raw() : m_meta));
              return exchange;
          };
    return (new Stocktaking(m_clock, found, askForPage, this))->start();
}

binding::Exchange* ChannelClient::start(const acmp::Request& request)
{
    const std::int64_t id = ++m_lastId;
    auto* exchange = new AcmpExchange(m_clock, id, request, this);
    carry(exchange, exchange->taskId(), requestText(id, request, m_meta));
    return exchange;
}

QFuture<std::expected<json::Raw, Error>> ChannelClient::ask(
    const std::string& method, const acmp::Extra& params)
{
    const std::int64_t id = ++m_lastId;
    auto* const exchange = new PlainExchange(m_clock, id, this);
    carry(exchange, {}, callText(id, method, params, m_meta));
    exchange->expectWithin(m_clock, binding::kAskTimeout);
    return exchange->future().then(this, &resultOf);
}

QFuture<std::expected<void, Error>> ChannelClient::notify(const acmp::BuyerNotification& notification)
{
    auto promise = std::make_shared<QPromise<std::expected<void, Error>>>();
    promise->start();
    send({ notificationText(notification, m_meta),
        [this, promise](wire::RecordNo, const std::optional<Error>& error) {
            const auto tell = [promise](const std::optional<Error>& why) {
                promise->addResult(
                    why ? std::expected<void, Error>(std::unexpected(*why)) : std::expected<void, Error>());
                promise->finish();
            };
            // Who sends one after the other waits for a peer that does not read.
            if (!error && m_channel && !m_channel->isWritable())
                m_untaken.push_back(tell);
            else
                tell(error);
        } });
    return promise->future();
}

void ChannelClient::tellTaken(const std::optional<Error>& error)
{
    for (const auto& tell : std::exchange(m_untaken, {}))
        tell(error);
}

void ChannelClient::carry(RpcExchange* exchange, std::string taskId, QByteArray text)
{
    exchange->setCarrier(std::make_unique<ChannelCarrier>(*this, *exchange));
    const rpc::Id id = exchange->id();
    m_open.insert_or_assign(id, Open { exchange, std::move(taskId) });
    connect(exchange, &QObject::destroyed, this, [this, id] { m_open.erase(id); });
    send({ std::move(text), [this, handle = QPointer(exchange)](wire::RecordNo record, const auto& error) {
              // An error ends the exchange with the channel.
              if (handle && !error)
                  Q_EMIT handle->sent(m_clock.now(), record);
          } });
}

// Signals come later, never from within the caller's call.
void ChannelClient::send(Waiting message)
{
    m_waiting.push_back(std::move(message));
    if (m_waiting.size() == 1)
        QMetaObject::invokeMethod(this, [this] { ensureChannel(); }, Qt::QueuedConnection);
}

void ChannelClient::ensureChannel()
{
    if (m_channel) {
        if (m_channel->isOpen())
            opened();
        return;
    }
    m_channel = m_options.connect();
    transport::Channel* const channel = m_channel.get();
    connect(channel, &transport::Channel::opened, this, &ChannelClient::opened);
    connect(channel, &transport::Channel::received, this, &ChannelClient::take);
    connect(channel, &transport::Channel::writable, this, [this] { tellTaken(std::nullopt); });
    connect(channel, &transport::Channel::ended, this, &ChannelClient::channelEnded);
    connect(channel, &transport::Channel::odd, this, [this](const transport::Oddity& oddity) {
        report(oddity.rule, oddity.expected, oddity.found, oddity.record);
    });
    connect(channel, &transport::Channel::alive, this, [this] {
        const auto now = m_clock.now();
        for (const QPointer<RpcExchange>& exchange : openExchanges()) {
            if (exchange)
                Q_EMIT exchange->alive(now);
        }
    });
    channel->pauseReading(m_pauses > 0);
    channel->open();
    if (m_channel && m_channel->isOpen())
        opened(); // it was so from the start
}

void ChannelClient::opened()
{
    if (m_channel)
        m_route = m_channel->route();
    for (const Waiting& message : std::exchange(m_waiting, {})) {
        const wire::RecordNo record = m_channel
            ? m_channel->send({ message.text.constData(), static_cast<std::size_t>(message.text.size()) })
            : wire::kNoRecord;
        message.whenSent(record, std::nullopt);
    }
}

void ChannelClient::channelEnded(const Error& cause)
{
    m_route = m_channel->route();
    m_channel.release()->deleteLater();
    m_isInSession = false;
    tellTaken(cause);
    for (const Waiting& message : std::exchange(m_waiting, {}))
        message.whenSent(wire::kNoRecord, cause);
    const auto exchanges = openExchanges();
    m_open.clear();
    for (const QPointer<RpcExchange>& exchange : exchanges) {
        if (exchange)
            exchange->carrierEnded(cause);
    }
}

std::vector<QPointer<RpcExchange>> ChannelClient::openExchanges() const
{
    std::vector<QPointer<RpcExchange>> exchanges;
    exchanges.reserve(m_open.size());
    for (const auto& [id, open] : m_open)
        exchanges.emplace_back(open.exchange);
    return exchanges;
}

void ChannelClient::pauseReading(bool pause)
{
    m_pauses += pause ? 1 : -1;
    if (m_channel)
        m_channel->pauseReading(m_pauses > 0);
}

// MCP basic §Cancellation: the peer should not answer; if it does, that is late.
void ChannelClient::abort(RpcExchange& exchange)
{
    const auto* const number = std::get_if<std::int64_t>(&exchange.id());
    const bool wasSent = m_channel && m_channel->isOpen() && number;
    if (wasSent) {
        send({ envelope({}, kCancelled,
                   [number](json::Writer& writer) {
                       writer.beginObject();
                       writer.key("requestId").integer(*number);
                       writer.endObject();
                   }),
            [](wire::RecordNo, const auto&) {} });
    }
    close(exchange.id(), false);
    QMetaObject::invokeMethod(
        &exchange,
        [target = &exchange] {
            target->carrierEnded(
                Error { ErrorKind::Cancelled, "the request was cancelled by this side", {}, {}, {}, false });
        },
        Qt::QueuedConnection);
}

void ChannelClient::close(const rpc::Id& id, bool isAnswered)
{
    const auto open = m_open.find(id);
    if (open == m_open.end())
        return;
    m_closed.push_back({ id, open->second.taskId, isAnswered });
    if (m_closed.size() > kKeptClosed)
        m_closed.pop_front();
    m_open.erase(open);
}

} // namespace mcp
