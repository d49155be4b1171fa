// SPDX-License-Identifier: Apache-2.0
// A verb is plain sequential code on a thread of its own. It asks the I/O thread for things and waits with a
// deadline; Ctrl+C ends a wait.
#pragma once

#include "protocol/wire/clock.h"
#include "protocol/wire/error.h"

#include <QFuture>
#include <QObject>

#include <condition_variable>
#include <expected>
#include <functional>
#include <mutex>
#include <optional>

namespace acmpctl {

/// What a QFuture promises.
template <class Future>
struct Promised;
template <class T>
struct Promised<QFuture<T>> {
    using Type = T;
};
template <class F>
using PromisedBy = typename Promised<std::invoke_result_t<F>>::Type;

class Flow final {
public:
    enum class Wake { Done, Interrupted, TimedOut };

    /// `io`: an object of the I/O thread, which outlives the flow.
    explicit Flow(QObject& io)
        : m_io(io)
    {
    }

    /// Runs `what` on the I/O thread and returns what it returns.
    template <class F>
    auto onIo(F what)
    {
        using Result = std::invoke_result_t<F>;
        if constexpr (std::is_void_v<Result>) {
            QMetaObject::invokeMethod(&m_io, std::move(what), Qt::BlockingQueuedConnection);
        } else {
            std::optional<Result> result;
            QMetaObject::invokeMethod(&m_io, [&] { result.emplace(what()); }, Qt::BlockingQueuedConnection);
            return std::move(*result);
        }
    }

    /// Waits for what `start`, run on the I/O thread, promises.
    template <class F>
    std::expected<PromisedBy<F>, wire::Error> await(F start, wire::milliseconds deadline)
    {
        using Value = PromisedBy<F>;
        auto state = std::make_shared<Awaited<Value>>();
        onIo([&] {
            start()
                .then(&m_io,
                    [this, state](Value value) {
                        finish([&] {
                            state->value.emplace(std::move(value));
                            state->done = true;
                        });
                    })
                .onCanceled(&m_io, [this, state] { finish([&] { state->done = true; }); });
        });
        switch (wait([state] { return state->done; }, deadline)) {
        case Wake::Interrupted:
            return std::unexpected(
                wire::Error { wire::ErrorKind::Cancelled, "interrupted", {}, {}, {}, false });
        case Wake::TimedOut:
            return std::unexpected(wire::Error { wire::ErrorKind::Deadline, "no answer in time",
                "an answer within " + std::to_string(deadline.count()) + " ms", "none", {}, true });
        case Wake::Done:
            break;
        }
        if (!state->value)
            return std::unexpected(
                wire::Error { wire::ErrorKind::Cancelled, "given up before an answer", {}, {}, {}, false });
        return std::move(*state->value);
    }

    /// Waits until `done`, which is asked with the flow's lock held; changes that matter to it go through
    /// finish().
    Wake wait(const std::function<bool()>& done, std::optional<wire::milliseconds> deadline = {});
    /// From any thread: makes a change that a wait may be waiting for.
    void finish(const std::function<void()>& change);
    /// From any thread: ends the current wait, or the next.
    void interrupt();
    bool wasInterrupted() const { return m_interruptions > 0; }

private:
    template <class T>
    struct Awaited {
        bool done = false;
        std::optional<T> value;
    };

    QObject& m_io;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_interrupted = false;
    int m_interruptions = 0;
};

/// QFuture of expected values, flattened: await(…) of a QFuture<std::expected<T, Error>>.
template <class T>
std::expected<T, wire::Error> flatten(std::expected<std::expected<T, wire::Error>, wire::Error> nested)
{
    if (!nested)
        return std::unexpected(std::move(nested.error()));
    return std::move(*nested);
}

} // namespace acmpctl
