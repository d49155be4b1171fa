// SPDX-License-Identifier: Apache-2.0
// One operation under way: what answers it, as A2A events, the same over JSON-RPC and HTTP+JSON. Deletes
// itself when it has ended.
#pragma once

#include "protocol/a2a/objects.h"
#include "protocol/acmp/rules.h"
#include "protocol/binding/a2a/httprequest.h"
#include "protocol/json/document.h"
#include "protocol/rpc/message.h"
#include "protocol/wire/clock.h"

#include <QPointer>

namespace a2a {

/// An event as it was received. Views die after the signal.
struct Received {
    Event event;
    json::View root; ///< the whole message
    wire::RecordNo record = wire::kNoRecord;
    wire::Instant at;
    json::Raw message; ///< the same as `root`, to keep
    std::optional<std::int64_t> httpDateMs = {}; ///< as acmp::Origin has it
};

struct Failure {
    wire::Error error;
    std::optional<std::int64_t> code; ///< of the agent's own refusal, in JSON-RPC's numbers
    int httpStatus = 0;
    bool isByAgent() const { return code.has_value(); }
};

class Transaction final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Transaction)

public:
    /// `id`: of the JSON-RPC request; nullopt over HTTP+JSON.
    Transaction(const wire::Clock& clock, Operation::Kind kind, std::optional<std::int64_t> id,
        http::ClientExchange* http, QObject* parent);
    /// Closes the stream and tells nothing.
    ~Transaction() override;

    Operation::Kind kind() const { return m_kind; }
    /// Closes the stream. ended() follows with ErrorKind::Cancelled.
    void abort();
    void pauseReading(bool pause);

Q_SIGNALS:
    void sent(wire::Instant at, wire::RecordNo record);
    void received(const a2a::Received& received);
    void alive(wire::Instant at);
    void found(const acmp::Finding& finding);
    /// Once, last. Without a failure the answer, or the stream, ended as HTTP means it to.
    void ended(const std::optional<a2a::Failure>& failure);

private:
    void headReceived(const http::ResponseHead& head);
    void eventReceived(const http::Event& event);
    void bodyReceived(const transport::Payload& body);
    void take(const transport::Payload& payload, bool isError);
    void takeRpc(const transport::Payload& payload);
    bool isOurs(const std::optional<rpc::Id>& id);
    void takeRest(const transport::Payload& payload, bool isError);
    void emitEvent(const json::View& value, const transport::Payload& payload);
    void refuse(std::optional<std::int64_t> code, std::string_view reason, std::string_view message);
    void report(std::string_view rule, std::string expected, std::string found, std::string pointer = {},
        std::size_t offset = 0);
    void httpEnded(const std::optional<wire::Error>& error);

    const wire::Clock& m_clock;
    const Operation::Kind m_kind;
    const std::optional<std::int64_t> m_id;
    QPointer<http::ClientExchange> m_http;
    std::optional<http::ResponseHead> m_head;
    json::Document m_document;
    wire::RecordNo m_record = wire::kNoRecord;
    bool m_wasAnswered = false;
    std::optional<Failure> m_failure;
};

} // namespace a2a
