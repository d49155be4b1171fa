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

Q_DECLARE_METATYPE(binding::Access)

namespace {

engine::Scenario scenario(const char* members)
{
    const std::string text
        = std::string(
              R"({"format":1,"name":"stall","features":{"output_streaming":true,"input_streaming":true},"capabilities":[{"name":"say",)")
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
    stack::StallState openStallState(const char* members, bool isTls = false)
    {
        const StallId id = m_stack->open(scenario(members), isTls);
        const auto state = [&]() -> stack::StallState {
            for (const auto& stall : m_stack->stalls())
                if (stall.id == id)
                    return stall;
            return {};
        };
        if (!QTest::qWaitFor([&] { return state().id == id; }))
            return {};
        return state();
    }
    std::string openStall(const char* members) { return openStallState(members).mcpUrl; }
    stack::Probe probe(const binding::Access& target)
    {
        const auto asked = m_stack->discover(target);
        return QTest::qWaitFor([&] { return asked.isFinished(); }) ? asked.result() : stack::Probe();
    }
    QString write(const char* name, const QByteArray& text)
    {
        QFile file(m_folder->filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }
    RunId invokeStreamed(const std::string& url)
    {
        stack::Invocation invocation = say(url);
        invocation.request.input.reset();
        invocation.request.inputStream = true;
        return m_stack->invoke(std::move(invocation));
    }
    static acmp::Content text(const char* data) { return { "text", json::Raw::string(data), {} }; }
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
        binding::Surroundings surroundings;
        surroundings.devCaFolder = m_folder->filePath(QStringLiteral("ca")).toStdString();
        auto made = stack::Stack::create(
            m_folder->filePath(QStringLiteral("a.acmpcap")).toStdString(), surroundings);
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

    void saysWhereAnOutputIsCut()
    {
        const RunId run = m_stack->invoke(
            say(openStall(R"("price_cu":0.001,"chunks":320,"output":{"type":"text","chunk_bytes":65536})")));
        QVERIFY(waitUntilClosed(run));
        const auto state = m_stack->run(run);
        QVERIFY(state->ended == session::End::Result);
        QCOMPARE(state->chunks, 320U);
        QVERIFY(state->isOutputCut && !state->output);
        QVERIFY(state->outputBytes >= 20U << 20);
        QVERIFY(state->log->text.size() > 0 && state->log->text.size() <= 16U << 20);
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

    void sendsNothingThatIsOverTheBudget_data()
    {
        QTest::addColumn<QByteArray>("ceiling"); ///< empty: none
        QTest::addColumn<QByteArray>("why"); ///< empty: it may run
        QTest::newRow("all of it") << QByteArray("0.3") << QByteArray();
        QTest::newRow("too much") << QByteArray("0.31")
                                  << QByteArray("the budget of this workspace is 0.3 CU");
        QTest::newRow("anything") << QByteArray() << QByteArray("could cost anything");
    }
    void sendsNothingThatIsOverTheBudget()
    {
        QFETCH(const QByteArray, ceiling);
        QFETCH(const QByteArray, why);
        workspace::SpendGuard& guard = m_stack->spending();
        QVERIFY(guard.open(m_folder->filePath(QStringLiteral("a.ledger.jsonl")),
            { json::Decimal::parse("0.3"), {}, {}, {} }));
        stack::Invocation invocation
            = say(openStall(R"("price_cu":0.001,"output":{"type":"text","data":"x"})"));
        invocation.request.maxPriceCu = json::Decimal::parse(ceiling.toStdString());
        const RunId run = m_stack->invoke(std::move(invocation));
        QVERIFY(waitUntilClosed(run));
        const auto state = m_stack->run(run);
        if (why.isEmpty()) {
            QVERIFY(state->ended == session::End::Result);
            QCOMPARE(guard.ledger()->spent().text(), std::string("0.001")); // not its ceiling
            m_stack->retry(run);
            QVERIFY(
                waitFor(run, [](const stack::RunState& now) { return now.attempt == 2 && now.isClosed; }));
            QCOMPARE(guard.ledger()->entries().size(), 1U); // the same task is not paid for twice
            return;
        }
        QVERIFY(state->ended == session::End::None && !state->sentAt);
        QVERIFY2(state->failure->toString().find(why.toStdString()) != std::string::npos,
            state->failure->toString().c_str());
        // A larger budget, and it runs.
        guard.setBudget({});
        m_stack->retry(run);
        QVERIFY(waitFor(run, [](const stack::RunState& now) { return now.ended == session::End::Result; }));
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

    void reachesAStallOverAWebSocket()
    {
        const auto stall = openStallState(R"("price_cu":0.001,"output":{"type":"text","data":"abc"})");
        const auto found = probe({ stall.wsUrl, {} });
        QVERIFY2(found.discovery, found.discovery ? "" : found.discovery.error().toString().c_str());
        QCOMPARE(found.transportName, std::string("WebSocket"));
        QVERIFY(found.route && !found.route->tls);
        const RunId run = m_stack->invoke(say(stall.wsUrl));
        QVERIFY(waitUntilClosed(run));
        QVERIFY(m_stack->run(run)->ended == session::End::Result);
        QCOMPARE(textOf(*m_stack->run(run)), std::string("abc"));
    }

    void trustsItsOwnStallsOverTls()
    {
        const auto stall = openStallState(R"("price_cu":0.001)", true);
        QVERIFY2(!stall.failure, stall.failure ? stall.failure->toString().c_str() : "");
        QVERIFY(stall.mcpUrl.starts_with("https://") && stall.wsUrl.starts_with("wss://"));
        for (const std::string& url : { stall.mcpUrl, stall.wsUrl }) {
            const auto found = probe({ url, {} });
            QVERIFY2(found.discovery, found.discovery ? "" : found.discovery.error().toString().c_str());
            QVERIFY(found.route && found.route->tls);
            QVERIFY(found.route->tls->problems.empty() && !found.route->tls->peerChain.empty());
        }
    }

    void showsTheCertificateThatItRefuses_data()
    {
        QTest::addColumn<bool>("isWebSocket");
        QTest::newRow("https") << false;
        QTest::newRow("wss") << true;
    }
    void showsTheCertificateThatItRefuses()
    {
        QFETCH(const bool, isWebSocket);
        // One of another development CA.
        const auto foreign = openStallState(R"("price_cu":0.001)", true);
        binding::Surroundings surroundings;
        surroundings.devCaFolder = m_folder->filePath(QStringLiteral("other")).toStdString();
        auto other = stack::Stack::create(
            m_folder->filePath(QStringLiteral("b.acmpcap")).toStdString(), surroundings);
        QVERIFY(other);
        std::swap(m_stack, *other);
        binding::Access target { isWebSocket ? foreign.wsUrl : foreign.mcpUrl, {} };
        const auto refused = probe(target);
        QVERIFY(!refused.discovery);
        QCOMPARE(refused.discovery.error().kind, wire::ErrorKind::Tls);
        QVERIFY(refused.route && refused.route->tls && !refused.route->tls->problems.empty());
        QVERIFY(!refused.route->hint.empty());
        QVERIFY(!refused.route->tls->peerChain.empty());

        target.tls.pin = refused.route->tls->peerChain.front().sha256;
        const auto pinned = probe(target);
        QVERIFY2(pinned.discovery, pinned.discovery ? "" : pinned.discovery.error().toString().c_str());
        QVERIFY(pinned.route->tls->isPinned);
        target.tls.pin = std::string(64, 'a');
        const auto wrong = probe(target);
        QCOMPARE(wrong.discovery.error().kind, wire::ErrorKind::Tls);
        m_stack.reset();
        std::swap(m_stack, *other);
    }

    void saysWhichSettingIsWrong_data()
    {
        QTest::addColumn<binding::Access>("target");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("CA file") << binding::Access { "https://127.0.0.1:1/", {}, { .caFile = "/no/ca.pem" } }
                                 << QByteArray("/no/ca.pem");
        QTest::newRow("certificate") << binding::Access { "wss://127.0.0.1:1/", {},
            { .certificateFile = "/no/me.pem" } }
                                     << QByteArray("/no/me.pem");
        QTest::newRow("pin") << binding::Access { "https://127.0.0.1:1/", {}, { .pin = "ab" } }
                             << QByteArray("64 hex digits");
        QTest::newRow("proxy") << binding::Access { "http://127.0.0.1:1/", {}, {}, {}, "gopher://x" }
                               << QByteArray("gopher");
        QTest::newRow("program") << binding::Access { "stdio:/no/such/program", {} }
                                 << QByteArray("/no/such/program");
        QTest::newRow("folder") << binding::Access { "stdio:/bin/cat", {}, {}, {}, {}, "/no/such/folder" }
                                << QByteArray("/no/such/folder");
    }
    void saysWhichSettingIsWrong()
    {
        QFETCH(const binding::Access, target);
        QFETCH(const QByteArray, words);
        const auto found = probe(target);
        QVERIFY(!found.discovery);
        const std::string told = found.discovery.error().toString();
        QVERIFY2(told.find(words.toStdString()) != std::string::npos, told.c_str());
    }

    void takesAFileThatWasMended()
    {
        const auto stall = openStallState(R"("price_cu":0.001)", true);
        const QByteArray path = write("ca.pem", "no certificate").toUtf8();
        const binding::Access target { stall.mcpUrl, {}, { .caFile = path.toStdString() } };
        QVERIFY(!probe(target).discovery);
        QVERIFY(QFile::remove(QString::fromUtf8(path)));
        QVERIFY(QFile::copy(m_folder->filePath(QStringLiteral("ca/ca.pem")), QString::fromUtf8(path)));
        QVERIFY(probe(target).discovery);
    }

    void keepsAProgramNoLongerThanItIsUsed()
    {
        const QString pidFile = m_folder->filePath(QStringLiteral("pid"));
        const QString script = write("agent", "echo $$ > \"$PID_FILE\"; pwd > \"$PID_FILE.dir\"; exec cat\n");
        binding::Access target { "stdio:/bin/sh '" + script.toStdString() + "'", {} };
        target.directory = "/";
        target.environment = { { "PID_FILE", pidFile.toStdString() } };
        const auto asked = m_stack->discover(target);
        const auto pid = [&] {
            QFile file(pidFile);
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
        };
        QTRY_VERIFY(!pid().isEmpty());
        const QString process = QStringLiteral("/proc/") + QString::fromLatin1(pid());
        // It gives back what it is sent, which is no answer.
        QTRY_VERIFY_WITH_TIMEOUT(asked.isFinished(), 20'000);
        QVERIFY(!asked.result().route);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(process), 20'000);
        QFile folder(pidFile + QStringLiteral(".dir"));
        QVERIFY(folder.open(QIODevice::ReadOnly));
        QCOMPARE(folder.readAll().trimmed(), QByteArray("/"));
    }

    void sendsItsInputInPieces()
    {
        const std::string url = openStall(R"("price_cu":0.001,"output":{"echo":true})");
        const RunId run = invokeStreamed(url);
        // Before anyone knows what the provider is, too.
        m_stack->sendInput(run, text("one "), false);
        QVERIFY(waitFor(run, [](const auto& state) { return state.inputTaken == 1; }));
        const QString file = write("input.txt", "two \nthree \nfour");
        m_stack->sendInput(run, stack::InputFromFile { file.toStdString(), "text", {} });
        QVERIFY(
            waitFor(run, [](const auto& state) { return state.inputTaken == 4 && state.inputFile.empty(); }));
        m_stack->sendInput(run, text("."), true);
        m_stack->sendInput(run, text("too late"), false);
        QVERIFY(waitUntilClosed(run));
        const auto state = m_stack->run(run);
        QVERIFY2(
            state->ended == session::End::Result, state->error ? state->error->message.c_str() : "no error");
        QCOMPARE(textOf(*state), std::string("one two \nthree \nfour."));
        QVERIFY(state->isInputEnded && !state->isInputBroken && !state->inputFailure);
        QCOMPARE(state->input->pieces.size(), 5U);
        QCOMPARE(state->input->pieces[1].begin, std::string(R"("two \n")"));
        QVERIFY(state->input->pieces[4].isFinal);
        // A retry sends them all again.
        m_stack->retry(run);
        QVERIFY(waitFor(run, [](const auto& again) { return again.attempt == 2 && again.isClosed; }));
        QVERIFY(m_stack->run(run)->ended == session::End::Result);
    }

    void saysWhyAnInputStops()
    {
        const std::string url = openStall(R"("price_cu":0.001,"output":{"echo":true})");
        const RunId run = invokeStreamed(url);
        m_stack->sendInput(run, stack::InputFromFile { "/no/such/input", "text", {} });
        QVERIFY(waitFor(run, [](const auto& state) { return state.inputFailure.has_value(); }));
        QVERIFY(m_stack->run(run)->inputFailure->toString().find("/no/such/input") != std::string::npos);
        // It was no piece: others may follow.
        QVERIFY(!m_stack->run(run)->isInputBroken);
        m_stack->sendInput(run, text("x"), true);
        QVERIFY(waitUntilClosed(run));
        QCOMPARE(textOf(*m_stack->run(run)), std::string("x"));
    }

    void refusesAStreamedInputThatWasNotAdvertised()
    {
        auto parsed = engine::Scenario::parse(
            R"({"format":1,"name":"s","features":{"input_streaming":false},"capabilities":[{"name":"say","price_cu":1}]})");
        QVERIFY(parsed);
        m_stack->open(std::move(*parsed));
        QTRY_COMPARE(m_stack->stalls().size(), 1U);
        const RunId run = invokeStreamed(m_stack->stalls().front().mcpUrl);
        QVERIFY(waitUntilClosed(run));
        QCOMPARE(m_stack->run(run)->failure->kind, wire::ErrorKind::NotAdvertised);
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
