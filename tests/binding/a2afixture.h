// SPDX-License-Identifier: Apache-2.0
// The A2A client, and the agent at the other end whose answers each test writes.
#pragma once

#include "protocol/binding/a2a/client.h"
#include "protocol/wire/systemclock.h"
#include "tests/binding/agentanswers.h"
#include "tests/binding/seen.h"

#include <QTest>

class A2aFixture : public QObject {
protected:
    static void bindings()
    {
        QTest::addColumn<bool>("isRest");
        QTest::newRow("JSON-RPC") << false;
        QTest::newRow("HTTP+JSON") << true;
    }

    void open(const std::function<void(ScriptedAgent&)>& prepare = {}, const std::string& token = {})
    {
        QFETCH(bool, isRest);
        openOver(isRest, prepare, token);
    }
    void openOver(
        bool isRest, const std::function<void(ScriptedAgent&)>& prepare = {}, const std::string& token = {})
    {
        m_client.reset();
        m_peer = std::make_unique<ScriptedAgent>(isRest);
        if (prepare)
            prepare(*m_peer);
        m_http = std::make_unique<http::Client>(m_clock, m_sink);
        a2a::ClientOptions options;
        options.url = m_peer->url();
        options.token = token;
        m_client = std::make_unique<a2a::Client>(m_clock, m_ids, *m_http, options);
    }
    binding::Exchange* start(Seen& seen, const acmp::Request& request)
    {
        binding::Exchange* exchange = m_client->start(request);
        listen(*exchange, seen);
        return exchange;
    }
    binding::Exchange* invoke(Seen& seen, bool isStreamed = true)
    {
        acmp::Invoke request;
        request.taskId = "task_1";
        request.capability = "x";
        request.stream = isStreamed;
        return start(seen, request);
    }
    std::expected<binding::Discovered, wire::Error> discovered()
    {
        auto future = m_client->discover();
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }))
            qFatal("no answer");
        return future.result();
    }
    std::expected<void, wire::Error> cancelled()
    {
        acmp::Cancel cancel;
        cancel.taskId = "task_1";
        auto future = m_client->notify(cancel);
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }))
            qFatal("no answer");
        return future.result();
    }

    wire::SystemClock m_clock;
    wire::SystemIdSource m_ids;
    wire::NullSink m_sink;
    std::unique_ptr<ScriptedAgent> m_peer;
    std::unique_ptr<http::Client> m_http;
    std::unique_ptr<a2a::Client> m_client;
};
