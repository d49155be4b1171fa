// SPDX-License-Identifier: Apache-2.0
// One ACMP request of no task and no type, whose result is taken as it is: a message that is answered with a
// message. Deletes itself when it has ended.
#pragma once

#include "protocol/a2a/plaincall.h"
#include "protocol/binding/a2a/caller.h"

#include <QFuture>
#include <QPromise>

#include <expected>

namespace a2a {

class Asking final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Asking)

public:
    using Outcome = std::expected<json::Raw, wire::Error>;

    /// `caller` must outlive it.
    Asking(Caller& caller, PlainCall call, QObject* parent);
    QFuture<Outcome> future() { return m_promise.future(); }

    /// Once, when the caller knows the interface.
    void begin();
    /// Instead of begin(): there is no interface.
    void fail(wire::Error error) { finish(std::unexpected(std::move(error))); }

Q_SIGNALS:
    void found(const acmp::Finding& finding);

private:
    void take(const Received& received);
    void ended(const std::optional<Failure>& failure);
    void giveUp();
    void finish(Outcome outcome);

    Caller& m_caller;
    const PlainCall m_call;
    QPointer<Transaction> m_transaction;
    std::unique_ptr<wire::Timer> m_timer;
    std::optional<Outcome> m_answer; ///< the first in ACMP's words
    std::optional<wire::Error> m_gaveUp;
    QPromise<Outcome> m_promise;
};

} // namespace a2a
