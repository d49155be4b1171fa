// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/http/clientexchange.h"

#include "protocol/transport/http/clientconnection.h"
#include "protocol/transport/http/clientpool.h"
#include "protocol/transport/http/httpwriter.h"

namespace http {

ExchangeImpl::ExchangeImpl(ClientPool& pool, Request request, QObject* parent)
    : ClientExchange(parent)
    , m_pool(pool)
    , m_request(std::move(request))
{
    m_phases.started = pool.clock().now();
}

ExchangeImpl::~ExchangeImpl()
{
    if (m_gone) {
        *m_gone = true;
    }
    if (const auto connection = std::exchange(m_connection, nullptr)) {
        connection->abandon();
    }
}

// True if this still exists and wants to hear more.
template <typename Tell>
bool ExchangeImpl::tell(Tell emitSignal)
{
    bool gone = false;
    bool* const outer = std::exchange(m_gone, &gone);
    emitSignal();
    if (gone) {
        if (outer) {
            *outer = true;
        }
        return false;
    }
    m_gone = outer;
    return !m_ended;
}

void ExchangeImpl::start()
{
    if (m_ended) {
        return;
    }
    auto origin = Origin::of(m_request.url);
    if (!origin) {
        end(std::move(origin.error()));
        return;
    }
    if (!isSafe(m_request.fields)) {
        end(wire::Error { .kind = wire::ErrorKind::Usage,
            .message = "a header field can't be sent",
            .expected = "a name, and a value without line ends",
            .found = {},
            .where = {} });
        return;
    }
    // What was written can't be written again, so a streamed body gets a connection that can't be stale.
    run(m_pool.take(*origin, !m_request.streamed));
}

void ExchangeImpl::run(const std::shared_ptr<ClientConnection>& connection)
{
    m_connection = connection;
    m_phases.reusedConnection = connection->isConnected();
    connection->setPaused(m_paused);
    connection->run(*this);
}

void ExchangeImpl::abort()
{
    if (m_ended) {
        return;
    }
    if (const auto connection = std::exchange(m_connection, nullptr)) {
        connection->abandon();
    }
    end(wire::Error { .kind = wire::ErrorKind::Cancelled,
        .message = "aborted on this side",
        .expected = {},
        .found = {},
        .where = {} });
}

void ExchangeImpl::write(const QByteArray& piece)
{
    if (m_ended || !m_request.streamed || m_bodyFinished || piece.isEmpty()) {
        return;
    }
    if (m_sentTold && m_connection) {
        m_connection->writeChunk(piece);
    } else {
        m_early.push_back(piece);
    }
}

void ExchangeImpl::finishBody()
{
    if (m_ended || !m_request.streamed || m_bodyFinished) {
        return;
    }
    m_bodyFinished = true;
    if (m_sentTold && m_connection) {
        m_connection->finishChunks();
    }
}

void ExchangeImpl::pauseReading(bool pause)
{
    m_paused = pause;
    if (m_connection) {
        m_connection->setPaused(pause);
    }
}

bool ExchangeImpl::requestSent(wire::RecordNo record)
{
    if (std::exchange(m_sentTold, true)) {
        return true;
    }
    for (const QByteArray& piece : std::exchange(m_early, {})) {
        m_connection->writeChunk(piece);
    }
    if (m_request.streamed && m_bodyFinished) {
        m_connection->finishChunks();
    }
    m_phases.sent = m_pool.clock().now();
    return tell([&] { Q_EMIT sent(record); });
}

void ExchangeImpl::complete()
{
    m_connection.reset();
    end(std::nullopt);
}

void ExchangeImpl::fail(const wire::Error& error, bool unanswered)
{
    m_connection.reset();
    if (unanswered && m_phases.reusedConnection && !m_retried && !m_ended) {
        m_retried = true;
        m_connectionId = wire::ConnectionId::None;
        if (const auto origin = Origin::of(m_request.url)) {
            run(m_pool.take(*origin, false));
            return;
        }
    }
    end(error);
}

void ExchangeImpl::end(const std::optional<wire::Error>& error)
{
    if (std::exchange(m_ended, true)) {
        return;
    }
    m_phases.ended = m_pool.clock().now();
    deleteLater();
    tell([&] { Q_EMIT ended(error); });
}

bool ExchangeImpl::answerHead(const ResponseHead& head)
{
    return tell([&] { Q_EMIT headReceived(head); });
}

bool ExchangeImpl::answerEvent(const Event& event)
{
    return tell([&] { Q_EMIT eventReceived(event); });
}

bool ExchangeImpl::answerComment()
{
    return tell([&] { Q_EMIT commentReceived(); });
}

bool ExchangeImpl::answerBody(const transport::Payload& body)
{
    return tell([&] { Q_EMIT bodyReceived(body); });
}

} // namespace http
