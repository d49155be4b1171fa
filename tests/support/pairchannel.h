// SPDX-License-Identifier: Apache-2.0
// Two ends of a shared channel in memory: what one sends the other receives, from the event loop.
#pragma once

#include "protocol/transport/channel.h"

#include <QPointer>

#include <deque>
#include <memory>

class PairChannel final : public transport::Channel {
public:
    static std::pair<std::unique_ptr<PairChannel>, std::unique_ptr<PairChannel>> make()
    {
        auto a = std::unique_ptr<PairChannel>(new PairChannel);
        auto b = std::unique_ptr<PairChannel>(new PairChannel);
        a->m_peer = b.get();
        b->m_peer = a.get();
        return { std::move(a), std::move(b) };
    }
    ~PairChannel() override
    {
        if (m_peer)
            m_peer->breakOff("the other end is gone");
    }

    std::vector<std::string> sentTexts; ///< all that this end sent
    std::size_t highWater = 1 << 20; ///< messages

    void open() override
    {
        m_open = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT opened();
                deliver();
            },
            Qt::QueuedConnection);
    }
    bool isOpen() const override { return m_open && !m_ended; }
    wire::ConnectionId connection() const override { return wire::ConnectionId { 1 }; }
    wire::RecordNo send(std::string_view message) override
    {
        if (!isOpen())
            return wire::kNoRecord;
        sentTexts.emplace_back(message);
        if (m_peer)
            m_peer->push(QByteArray(message.data(), static_cast<qsizetype>(message.size())));
        return sentTexts.size() - 1;
    }
    bool isWritable() const override { return isOpen() && m_peer && m_peer->m_queue.size() < highWater; }
    void pauseReading(bool pause) override
    {
        m_paused = pause;
        if (!pause)
            schedule();
    }
    bool isPaused() const { return m_paused; }
    void close() override { breakOff("closed on this side"); }
    void breakOff(const std::string& cause)
    {
        if (std::exchange(m_ended, true))
            return;
        QMetaObject::invokeMethod(
            this,
            [this, cause] {
                Q_EMIT ended(wire::Error { wire::ErrorKind::Unreachable, cause, {}, {}, {}, true });
            },
            Qt::QueuedConnection);
        if (m_peer)
            m_peer->breakOff("closed by the peer");
    }

private:
    void push(QByteArray message)
    {
        m_queue.push_back(std::move(message));
        schedule();
    }
    void schedule()
    {
        QMetaObject::invokeMethod(this, [this] { deliver(); }, Qt::QueuedConnection);
    }
    void deliver()
    {
        if (!isOpen() || m_paused || m_queue.empty())
            return;
        const QByteArray message = m_queue.front();
        m_queue.pop_front();
        const bool wasFull = m_peer && m_queue.size() + 1 == m_peer->highWater;
        Q_EMIT received({ message, 0, message.size(), m_records++ });
        if (wasFull && m_peer)
            Q_EMIT m_peer->writable();
        if (!m_queue.empty())
            schedule();
    }

    QPointer<PairChannel> m_peer;
    std::deque<QByteArray> m_queue;
    wire::RecordNo m_records = 0;
    bool m_open = false;
    bool m_ended = false;
    bool m_paused = false;
};
