// SPDX-License-Identifier: Apache-2.0
// A request over MCP's Streamable HTTP and what its response holds: one JSON message, or an event stream of
// notifications and then the answer.
#pragma once

#include "protocol/acmp/messages.h"
#include "protocol/binding/exchange.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/transport/http/client.h"

namespace mcp {

/// A JSON-RPC exchange of any method: finds the answer, says what breaks the substrate, leaves typing to its
/// subclass.
class RpcExchange : public binding::Exchange {
    Q_OBJECT

public:
    RpcExchange(const wire::Clock& clock, rpc::Id id, QObject* parent);

    void attach(http::ClientExchange* http);
    void abort() override;
    void pauseReading(bool pause) override;

protected:
    /// A notification on the request's own stream. Views die after the call.
    virtual void notification(
        const rpc::Notification& message, const json::View& root, const acmp::Origin& origin)
        = 0;
    /// The answer. An error says that it can't be understood.
    virtual std::optional<wire::Error> result(
        const rpc::Result& message, const json::View& root, const acmp::Origin& origin)
        = 0;
    virtual void error(const rpc::Error& message, const json::View& root, const acmp::Origin& origin) = 0;

    void report(std::string_view ruleId, std::string expected, std::string found, std::string pointer = {},
        std::size_t offset = 0);
    void report(acmp::Finding finding);
    std::int64_t httpStatus() const { return m_head ? m_head->status : 0; }

private:
    void headReceived(const http::ResponseHead& head);
    void bodyReceived(const transport::Payload& body);
    void message(const transport::Payload& payload);
    void answered(const std::optional<rpc::Id>& id, const acmp::Other& whole, const acmp::Origin& origin,
        const std::function<std::optional<wire::Error>()>& take);
    void httpEnded(const std::optional<wire::Error>& error);
    wire::Error notAnAnswer(std::string_view body) const;
    void finish(std::optional<wire::Error> error);

    const wire::Clock& m_clock;
    rpc::Id m_id;
    QPointer<http::ClientExchange> m_http;
    std::optional<http::ResponseHead> m_head;
    json::Document m_document;
    wire::RecordNo m_record = wire::kNoRecord;
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
