// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/asking.h"

#include "protocol/a2a/carried.h"
#include "protocol/a2a/envelope.h"
#include "protocol/a2a/formcheck.h"
#include "protocol/binding/asktimeout.h"

namespace a2a {

using wire::Error;
using wire::ErrorKind;

namespace {

/// nullopt: it is no answer.
std::optional<Asking::Outcome> answerIn(const Payload& payload)
{
    switch (payload.kind) {
    case Payload::Kind::Call:
        return std::nullopt;
    case Payload::Kind::Result:
        return payload.value.raw();
    case Payload::Kind::Error:
        return std::unexpected(Error { ErrorKind::Refused, "the peer refused", "a result",
            wire::excerpt(payload.value.lexeme()), payload.value.pointer(), false });
    }
    Q_UNREACHABLE();
}

} // namespace

Asking::Asking(Caller& caller, PlainCall call, QObject* parent)
    : QObject(parent)
    , m_caller(caller)
    , m_call(std::move(call))
{
    m_promise.start();
}

void Asking::begin()
{
    const MessageHead head { m_caller.newMessageId(), Role::User, {}, {} };
    Transaction* const transaction = m_caller.perform(
        { .kind = Operation::Kind::SendMessage,
            .message = [this, head](json::Writer& writer) { writeMessage(writer, head, m_call); } },
        this);
    m_transaction = transaction;
    connect(transaction, &Transaction::received, this, &Asking::take);
    connect(transaction, &Transaction::found, this, &Asking::found);
    connect(transaction, &Transaction::ended, this, &Asking::ended);
    m_timer = m_caller.clock().startTimer(binding::kAskTimeout, [this] { giveUp(); });
}

void Asking::take(const Received& received)
{
    acmp::Findings findings = checkForm(received.root, received.event);
    for (const Carried& carried : carriedBy(received.event)) {
        std::ranges::move(checkPart(carried), std::back_inserter(findings));
        if (!m_answer)
            m_answer = answerIn(carried.payload);
    }
    for (acmp::Finding& finding : findings) {
        finding.where.record = received.record;
        Q_EMIT found(finding);
    }
}

void Asking::giveUp()
{
    m_gaveUp = Error { ErrorKind::Deadline,
        "no answer within " + std::to_string(wire::milliseconds(binding::kAskTimeout).count()) + " ms",
        "a result", "nothing", {}, true };
    if (Transaction* const transaction = m_transaction.data())
        transaction->abort();
}

void Asking::ended(const std::optional<Failure>& failure)
{
    m_timer.reset();
    if (m_answer)
        return finish(std::move(*m_answer));
    if (m_gaveUp)
        return fail(*m_gaveUp);
    if (failure)
        return fail(failure->error);
    fail({ ErrorKind::Protocol, "the agent's answer holds no ACMP message",
        "an ACMP result or error in a data Part (Layer 1 A2A binding §1)", {}, {}, false });
}

void Asking::finish(Outcome outcome)
{
    m_promise.addResult(std::move(outcome));
    m_promise.finish();
    deleteLater();
}

} // namespace a2a
