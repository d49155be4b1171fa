// SPDX-License-Identifier: Apache-2.0
// The client's side of ClientExchange: tells what happens on its connection, in order, and survives being
// aborted or deleted by whoever hears it.
#pragma once

#include "protocol/transport/http/answerreader.h"

namespace http {

class ClientConnection;
class ClientPool;

class ExchangeImpl final : public ClientExchange, public AnswerListener {
public:
    ExchangeImpl(ClientPool& pool, Request request, QObject* parent);
    ~ExchangeImpl() override;

    /// Takes a connection and sends.
    void start();
    const Request& request() const { return m_request; }
    Phases& phases() { return m_phases; }

    void abort() override;
    void write(const QByteArray& piece) override;
    void finishBody() override;
    void pauseReading(bool pause) override;
    const Phases& phases() const override { return m_phases; }
    wire::ConnectionId connection() const override { return m_connectionId; }
    std::shared_ptr<const transport::Route> route() const override { return m_route; }

    /// From its connection, which has let go of it by then.
    void complete();
    /// `unanswered`: nothing of an answer came on the connection.
    void fail(const wire::Error& error, bool unanswered);
    bool requestSent(wire::RecordNo record);
    void connectionOpened(wire::ConnectionId id) { m_connectionId = id; }
    void takesRoute(std::shared_ptr<const transport::Route> route) { m_route = std::move(route); }

    bool answerHead(const ResponseHead& head) override;
    bool answerEvent(const Event& event) override;
    bool answerComment() override;
    bool answerBody(const transport::Payload& body) override;

private:
    template <typename Tell>
    bool tell(Tell emitSignal);
    void end(const std::optional<wire::Error>& error);
    void run(const std::shared_ptr<ClientConnection>& connection);

    ClientPool& m_pool;
    Request m_request;
    Phases m_phases;
    std::shared_ptr<ClientConnection> m_connection;
    wire::ConnectionId m_connectionId = wire::ConnectionId::None;
    std::shared_ptr<const transport::Route> m_route;
    std::vector<QByteArray> m_early; ///< pieces written before there was a connection
    bool* m_gone = nullptr; ///< set when this is deleted while it emits
    bool m_bodyFinished = false;
    bool m_paused = false;
    bool m_sentTold = false;
    bool m_retried = false;
    bool m_ended = false;
};

} // namespace http
