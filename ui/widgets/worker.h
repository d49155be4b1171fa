// SPDX-License-Identifier: GPL-3.0-or-later
// Pure work on values, off the window's thread.
#pragma once

#include <QCoreApplication>
#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>

namespace widgets {

/// What is the newest of its kind: work that is not any more may stop, its result is dropped.
class Generation final {
public:
    class Ticket {
    public:
        bool isStale() const { return m_newest->load(std::memory_order_relaxed) != m_number; }

    private:
        friend class Generation;
        Ticket(std::shared_ptr<const std::atomic<unsigned>> newest, unsigned number)
            : m_newest(std::move(newest))
            , m_number(number)
        {
        }
        std::shared_ptr<const std::atomic<unsigned>> m_newest;
        unsigned m_number;
    };

    Generation() = default;
    Generation(const Generation&) = delete;
    Generation& operator=(const Generation&) = delete;
    ~Generation() { next(); }

    /// Makes all tickets given so far stale.
    Ticket next() { return { m_newest, m_newest->fetch_add(1, std::memory_order_relaxed) + 1 }; }

private:
    std::shared_ptr<std::atomic<unsigned>> m_newest = std::make_shared<std::atomic<unsigned>>(0);
};

/// The future is finished on the window's thread: what waits for it may be gone by then, and only there is it
/// certain whether it is.
template <class Work>
auto runOnWorker(Work work) -> QFuture<std::invoke_result_t<Work&>>
{
    using Result = std::invoke_result_t<Work&>;
    auto promise = std::make_shared<QPromise<Result>>();
    promise->start();
    QThreadPool::globalInstance()->start([promise, work = std::move(work)]() mutable {
        auto result = std::make_shared<Result>(work());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [promise, result] {
                promise->addResult(std::move(*result));
                promise->finish();
            },
            Qt::QueuedConnection);
    });
    return promise->future();
}

} // namespace widgets
