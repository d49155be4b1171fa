// SPDX-License-Identifier: Apache-2.0
// A client's WebSocket, and a peer at its other end that does what a test tells it.
#pragma once

#include "heardchannel.h"
#include "recordingsink.h"
#include "wspeer.h"

#include "protocol/transport/websocket/clientchannel.h"
#include "protocol/wire/manualclock.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

class WsClientFixture : public QObject {
protected:
    void reset()
    {
        m_heard.reset();
        m_channel.reset();
        m_sink = std::make_unique<RecordingSink>();
        m_peer = std::make_unique<WsPeer>();
    }
    void connectTo(const QUrl& url, ws::ClientOptions options = {}, wire::Clock* clock = nullptr)
    {
        m_channel = std::make_unique<ws::ClientChannel>(
            clock ? *clock : m_clock, *m_sink, m_ids, url, std::move(options));
        m_heard = std::make_unique<HeardChannel>(m_channel.get());
        m_channel->open();
    }
    /// Waits until it is open.
    void connectToPeer(ws::ClientOptions options = {}, wire::Clock* clock = nullptr)
    {
        m_peer->accept();
        connectTo(m_peer->url(), std::move(options), clock);
        QTRY_VERIFY(m_channel->isOpen());
    }
    QByteArray received() const { return m_sink->stream(wire::Direction::Received); }

    wire::SystemClock m_clock;
    wire::ManualClock m_stopped;
    wire::SystemIdSource m_ids;
    std::unique_ptr<RecordingSink> m_sink;
    std::unique_ptr<WsPeer> m_peer;
    std::unique_ptr<ws::ClientChannel> m_channel;
    std::unique_ptr<HeardChannel> m_heard;
};
