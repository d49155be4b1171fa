// SPDX-License-Identifier: GPL-3.0-or-later
// Where what other threads bring is handed over on the thread of one object. Qt's own continuations ask
// whether their object is still there and post to it then; in between it may go. Internal to stack/.
#pragma once

#include <QMutex>
#include <QObject>
#include <QPromise>

#include <memory>

namespace stack {

class Door {
    Q_DISABLE_COPY_MOVE(Door)

public:
    /// Is to be closed before `inside` goes, on its thread.
    explicit Door(QObject& inside)
        : m_inside(&inside)
    {
    }

    /// From any thread; dropped once it is closed.
    template <class F>
    void post(F what)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_inside)
            QMetaObject::invokeMethod(m_inside, std::move(what), Qt::QueuedConnection);
    }
    void close()
    {
        const QMutexLocker lock(&m_mutex);
        m_inside = nullptr;
    }

private:
    QMutex m_mutex;
    QObject* m_inside;
};

/// One answer, promised by a thread and finished on that of the door.
template <class T>
class Delivery {
public:
    explicit Delivery(std::shared_ptr<Door> door)
        : m_door(std::move(door))
    {
        m_promise->start();
    }
    QFuture<T> future() const { return m_promise->future(); }
    void deliver(T answer) const
    {
        m_door->post([promise = m_promise, answer = std::move(answer)]() mutable {
            promise->addResult(std::move(answer));
            promise->finish();
        });
    }
    /// Ends without an answer.
    void drop() const
    {
        m_door->post([promise = m_promise] { promise->finish(); });
    }

private:
    std::shared_ptr<Door> m_door;
    std::shared_ptr<QPromise<T>> m_promise = std::make_shared<QPromise<T>>();
};

} // namespace stack
