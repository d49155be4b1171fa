// SPDX-License-Identifier: Apache-2.0
// A request over MCP and what answers it: notifications, then one answer. The same on every transport; what
// carries it is its Carrier.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/binding/exchange.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/transport/payload.h"
#include "protocol/wire/clock.h"

#include <memory>

namespace mcp {

/// An HTTP request of its own, or a place on a shared channel.
class Carrier {
public:
    Carrier() = default;
    virtual ~Carrier() = default;
    Carrier(const Carrier&) = delete;
    Carrier& operator=(const Carrier&) = delete;

    /// The substrate's own cancel (decision D7). RpcExchange::carrierEnded() follows.
    virtual void abort() = 0;
    virtual void pauseReading(bool pause) = 0;
};

/// A JSON-RPC exchange of any method: finds the answer, says what breaks the substrate, leaves typing to its
/// subclass.
class RpcExchange : public binding::Exchange {
    Q_OBJECT

public:
    RpcExchange(const wire::Clock& clock, rpc::Id id, QObject* parent);

    const rpc::Id& id() const { return m_id; }
    bool isAnswered() const { return m_answered; }
    void abort() override;
    void pauseReading(bool pause) override;

    // For the carrier.
    void setCarrier(std::unique_ptr<Carrier> carrier) { m_carrier = std::move(carrier); }
    /// A message that came for this exchange.
    void take(const transport::Payload& payload);
    /// The same, read already.
    void take(const transport::Payload& payload, const json::Document& document, const rpc::Message& message);
    /// What came instead of a message.
    void takeUnread(const transport::Payload& payload);
    void report(std::string_view ruleId, std::string expected, std::string found, std::string pointer = {},
        std::size_t offset = 0);
    void setHttpDate(std::optional<std::int64_t> unixMs) { m_httpDateMs = unixMs; }
    /// The exchange will end with this unless an answer comes.
    void failLater(wire::Error error) { m_answerError = std::move(error); }
    /// Nothing more will come. Without an error the stream ended as it should.
    void carrierEnded(const std::optional<wire::Error>& error);

protected:
    /// A notification of this request. Views die after the call.
    virtual void notification(
        const rpc::Notification& message, const json::View& root, const acmp::Origin& origin)
        = 0;
    /// The answer. An error says that it can't be understood.
    virtual std::optional<wire::Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin)
        = 0;
    virtual void error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin) = 0;

    /// Of the message that is being taken: its record, and the byte that a pointer leads to, are filled in.
    void report(acmp::Finding finding);

private:
    void answered(const std::optional<rpc::Id>& id, const acmp::Other& whole, const acmp::Origin& origin,
        const std::function<std::optional<wire::Error>()>& take);
    void finish(std::optional<wire::Error> error);

    const wire::Clock& m_clock;
    rpc::Id m_id;
    std::unique_ptr<Carrier> m_carrier;
    json::Document m_document;
    wire::RecordNo m_record = wire::kNoRecord;
    std::optional<std::int64_t> m_httpDateMs;
    const json::Document* m_read
        = nullptr; ///< the message taken last: ours, or that of the client that owns this
    bool m_answered = false;
    bool m_aborted = false;
    bool m_ended = false;
    std::optional<wire::Error> m_answerError;
};

/// An ACMP request.
class AcmpExchange final : public RpcExchange {
    Q_OBJECT

public:
    enum class Asked : std::uint8_t { Invoke, OfferRequest, Accept };
    AcmpExchange(const wire::Clock& clock, rpc::Id id, const acmp::Request& request, QObject* parent);

    /// Empty unless it is an invoke.
    const std::string& taskId() const { return m_taskId; }

private:
    void notification(
        const rpc::Notification& message, const json::View& root, const acmp::Origin& origin) override;
    std::optional<wire::Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin) override;
    void error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin) override;

    template <class T>
    bool take(
        const json::View& value, const json::View& root, const acmp::Origin& origin, std::string_view method);
    template <class T>
    std::optional<wire::Error> takeAnswer(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin);

    Asked m_asked;
    std::string m_taskId;
};

} // namespace mcp
