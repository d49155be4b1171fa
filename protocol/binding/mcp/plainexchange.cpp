// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/mcp/plainexchange.h"

#include "protocol/json/document.h"

namespace mcp {

using wire::Error;
using wire::ErrorKind;

PlainExchange::PlainExchange(const wire::Clock& clock, rpc::Id id, QObject* parent)
    : RpcExchange(clock, std::move(id), parent)
{
    m_promise.start();
    connect(this, &Exchange::ended, this, &PlainExchange::end);
}

void PlainExchange::expectWithin(wire::Clock& clock, wire::milliseconds timeout)
{
    m_timer = clock.startTimer(timeout, [this, timeout] { giveUp(timeout); });
}

void PlainExchange::giveUp(wire::milliseconds timeout)
{
    if (isAnswered())
        return;
    m_gaveUp = Error { ErrorKind::Deadline, "no answer within " + std::to_string(timeout.count()) + " ms",
        "a result", "nothing", {}, true };
    abort();
}

std::optional<Error> PlainExchange::result(const rpc::Result&, const json::View&, const acmp::Origin& origin)
{
    m_answer.message = origin.message;
    return std::nullopt;
}

void PlainExchange::error(const rpc::Error&, const json::View&, const acmp::Origin& origin)
{
    m_answer.message = origin.message;
    m_answer.isError = true;
}

void PlainExchange::end(const std::optional<Error>& error)
{
    m_timer.reset();
    if (m_gaveUp || error)
        m_promise.addResult(std::unexpected(m_gaveUp ? *m_gaveUp : *error));
    else
        m_promise.addResult(std::move(m_answer));
    m_promise.finish();
}

std::expected<json::Raw, Error> resultOf(const PlainExchange::Outcome& outcome)
{
    if (!outcome)
        return std::unexpected(outcome.error());
    const std::string_view text = outcome->message.text();
    json::Document document;
    document.reset(
        QByteArray(text.data(), static_cast<qsizetype>(text.size())), 0, static_cast<qsizetype>(text.size()));
    if (!outcome->isError)
        return document.root()["result"].raw();
    const json::View error = document.root()["error"];
    return std::unexpected(Error {
        ErrorKind::Refused, "the peer refused", "a result", wire::excerpt(error.lexeme()), {}, false });
}

} // namespace mcp
