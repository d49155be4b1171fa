// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stack/stack.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using stack::RunId;
using stack::Stage;
using stack::StallId;

namespace {

engine::Scenario scenario(const char* members)
{
    const std::string text
        = std::string(
              R"({"format":1,"name":"stall","features":{"output_streaming":true},"capabilities":[{"name":"say",)")
        + members + "}]}";
    auto parsed = engine::Scenario::parse(text);
    if (!parsed)
        qFatal("%s", parsed.error().front().toString().c_str());
    return std::move(*parsed);
}

stack::Invocation say(const std::string& url)
{
    stack::Invocation invocation;
    invocation.target.url = url;
    invocation.request.capability = "say";
    invocation.request.input = acmp::Content { "text", json::Raw::string("hello"), {} };
    invocation.request.outputType = "text";
    invocation.request.stream = true;
    return invocation;
}

std::string textOf(const stack::RunState& state)
{
    std::string text;
    for (auto piece = state.log->text.from(0); !piece.empty(); piece = state.log->text.from(text.size()))
        text.append(piece.data(), piece.size());
    return text;
}

} // namespace

class TestStack final : public QObject {
    Q_OBJECT

private:
    std::string openStall(const char* members)
    {
        const StallId id = m_stack->open(scenario(members));
        const auto url = [&]() -> std::string {
            for (const auto& stall : m_stack->stalls())
                if (stall.id == id)
                    return stall.mcpUrl;
            return {};
        };
        if (!QTest::qWaitFor([&] { return !url().empty(); }))
            return {};
        return url();
    }
    bool waitFor(RunId run, const std::function<bool(const stack::RunState&)>& holds)
    {
        return QTest::qWaitFor([&] { return holds(*m_stack->run(run)); });
    }
    bool waitUntilClosed(RunId run)
    {
        return waitFor(run, [](const stack::RunState& state) { return state.isClosed; });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<stack::Stack> m_stack;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto made = stack::Stack::create(m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString());
        QVERIFY(made);
        m_stack = std::move(*made);
    }
    void cleanup() { m_stack.reset(); }

    void refusesARecordItCannotWrite()
    {
        const auto made = stack::Stack::create("/nowhere/at/all.acmpcap");
        QVERIFY(!made);
        QVERIFY(made.error().toString().find("/nowhere/at/all.acmpcap") != std::string::npos);
    }

    void tellsTheWholeStoryOfARun()
    {
        const std::string url = openStall(
            R"("price_cu":0.001,"chunks":3,"chunk_interval_ms":1,"output":{"type":"text","data":"abcdef"},"proofs":["result-hash"])");
        QSignalSpy changes(m_stack.get(), &stack::Stack::runChanged);
        const RunId run = m_stack->invoke(say(url));
        QCOMPARE(m_stack->run(run)->stage, Stage::Discovering);
        QVERIFY(waitUntilClosed(run));
        const auto state = m_stack->run(run);
        QVERIFY2(
            state->ended == session::End::Result, state->error ? state->error->message.c_str() : "no error");
        QCOMPARE(state->provider, std::string("stall"));
        QCOMPARE(state->chunks, 3U);
        QCOMPARE(state->log->chunks.size(), 3U);
        QCOMPARE(textOf(*state), std::string("abcdef"));
        QVERIFY(state->sentAt && state->firstByteAt && state->endedAt && state->deadlineAt);
        QCOMPARE(std::accumulate(state->ticks.counts.begin(), state->ticks.counts.end(), 0U), 3U);
        QVERIFY(!state->verdicts.empty());
        QVERIFY(changes.count() > 0);
        // Where its chunks say they are on record, there is the text.
        const auto payload = m_stack->record().payload(state->log->chunks[0]);
        QVERIFY(payload && payload->find("streamChunk") != std::string::npos);
    }

    void cancelsAndRetriesTheSameTask()
    {
        const std::string url = openStall(
            R"("price_cu":0.001,"chunks":1000,"chunk_interval_ms":5,"output":{"type":"text","chunk_bytes":4})");
        const RunId run = m_stack->invoke(say(url));
        QVERIFY(waitFor(run, [](const stack::RunState& state) { return state.chunks > 0; }));
        m_stack->cancel(run, "enough");
        QVERIFY(waitUntilClosed(run));
        const auto cancelled = m_stack->run(run);
        QVERIFY(cancelled->ended == session::End::Cancelled);
        m_stack->retry(run);
        QVERIFY(waitFor(run, [](const stack::RunState& state) { return state.attempt == 2; }));
        QVERIFY(waitUntilClosed(run));
        const auto again = m_stack->run(run);
        QCOMPARE(again->request.taskId, cancelled->request.taskId);
        QVERIFY(again->log != cancelled->log);
    }

    void saysWhyARunCouldNotBegin_data()
    {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no URL") << QByteArray("hello") << QByteArray("HOST");
        QTest::newRow("nobody there") << QByteArray("http://127.0.0.1:1/mcp") << QByteArray("refused");
    }
    void saysWhyARunCouldNotBegin()
    {
        QFETCH(const QByteArray, url);
        QFETCH(const QByteArray, words);
        const RunId run = m_stack->invoke(say(url.toStdString()));
        QVERIFY(waitUntilClosed(run));
        const auto state = m_stack->run(run);
        QVERIFY(state->failure);
        QVERIFY2(state->failure->toString().find(words.toStdString()) != std::string::npos,
            state->failure->toString().c_str());
    }

    void canBeCancelledWhileItAsksWhatThePeerIs()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const RunId run
            = m_stack->invoke(say("http://127.0.0.1:" + std::to_string(silent.serverPort()) + "/mcp"));
        QVERIFY(silent.waitForNewConnection(5'000));
        m_stack->cancel(run, {});
        QVERIFY(waitUntilClosed(run));
        QCOMPARE(m_stack->run(run)->failure->kind, wire::ErrorKind::Cancelled);
    }

    void forgetsARun()
    {
        const RunId run = m_stack->invoke(say("http://127.0.0.1:1/mcp"));
        m_stack->forget(run);
        QTRY_VERIFY(!m_stack->run(run));
    }

    void stopsAStall()
    {
        const std::string url = openStall(R"("price_cu":0.001)");
        m_stack->close(m_stack->stalls().front().id);
        QTRY_VERIFY(m_stack->stalls().empty());
        const RunId run = m_stack->invoke(say(url));
        QVERIFY(waitUntilClosed(run));
        QCOMPARE(m_stack->run(run)->failure->kind, wire::ErrorKind::Unreachable);
    }

    void goesWhileEverythingRuns()
    {
        const std::string url = openStall(
            R"("price_cu":0.001,"chunks":100000,"chunk_interval_ms":0,"output":{"type":"text","chunk_bytes":100})");
        const RunId run = m_stack->invoke(say(url));
        QVERIFY(waitFor(run, [](const stack::RunState& state) { return state.chunks > 0; }));
        const auto asked = m_stack->discover({ url, {} });
        m_stack.reset();
    }

    void countsWhatIsOpen()
    {
        const std::string url = openStall(
            R"("price_cu":0.001,"chunks":1000,"chunk_interval_ms":20,"output":{"type":"text","chunk_bytes":4})");
        const RunId run = m_stack->invoke(say(url));
        QTRY_COMPARE(m_stack->status().runningTasks, 1U);
        QTRY_VERIFY(m_stack->status().connections >= 2U);
        QTRY_VERIFY(m_stack->status().rows > 0 && m_stack->status().bytes > 0);
        m_stack->cancel(run, {});
        QTRY_COMPARE(m_stack->status().runningTasks, 0U);
    }
};

QTEST_GUILESS_MAIN(TestStack)
#include "tst_stack.moc"
