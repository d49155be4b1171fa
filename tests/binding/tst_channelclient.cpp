// SPDX-License-Identifier: Apache-2.0
// Many requests on one channel: whose is what comes, and what happens when the channel goes.
#include "protocol/binding/mcp/channelclient.h"
#include "protocol/json/document.h"
#include "protocol/wire/manualclock.h"
#include "tests/support/pairchannel.h"

#include <QTest>

namespace {

/// What one exchange told.
struct Heard {
    explicit Heard(binding::Exchange* from)
        : exchange(from)
    {
        QObject::connect(from, &binding::Exchange::incoming, &context,
            [this](const acmp::Incoming& message, const acmp::Origin&) { messages.push_back(message); });
        QObject::connect(from, &binding::Exchange::sent, &context,
            [this](wire::Instant, wire::RecordNo) { wasSent = true; });
        QObject::connect(
            from, &binding::Exchange::ended, &context, [this](const std::optional<wire::Error>& why) {
                hasEnded = true;
                error = why;
            });
    }
    QPointer<binding::Exchange> exchange;
    std::vector<acmp::Incoming> messages;
    std::optional<wire::Error> error;
    bool wasSent = false;
    bool hasEnded = false;
    QObject context; ///< connections end with this
};

acmp::Invoke invoke(const char* taskId)
{
    acmp::Invoke request;
    request.taskId = taskId;
    request.capability = "c";
    return request;
}

std::string chunk(const char* taskId, int seq)
{
    return R"({"jsonrpc":"2.0","method":"acmp/streamChunk","params":{"task_id":")" + std::string(taskId)
        + R"(","seq":)" + std::to_string(seq) + R"(,"chunk":{"type":"text","data":"x"}}})";
}

std::string result(const std::string& id, const char* taskId)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"task_id":")" + taskId
        + R"(","output":{"type":"text","data":"done"},"tokens_used":1,"cost_cu":0.1}})";
}

/// An older server's answer to initialize.
std::string handshake(const std::string& id)
{
    return R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"result":{"protocolVersion":"2025-06-18","serverInfo":{"name":"old","version":"1"},"capabilities":{"tools":{}}}})";
}

} // namespace

class TestChannelClient final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersGoToTheirRequestsInAnyOrder();
    void idsAreTyped();
    void notificationsGoToTheNewestRequestOfTheirTask();
    void whatIsOfNoRequestIsUnclaimed();
    void aLateMessageIsToldAsLate();
    void noiseIsReportedAndTheSessionGoesOn();
    void aServersRequestIsRefused();
    void cancelSendsMcpsNotification();
    void aBrokenChannelEndsAllRequestsAndTheNextUseConnectsAnew();
    void aChannelThatCannotOpenFailsWhatWaits();
    void aNotificationIsTakenWhenThePeerReads();
    void pausesWhileAnyRequestWantsIt();
    void aRawPeerIsUnknownNotWithoutAcmp();
    void aSilentPeerIsNamedAfterTheTimeout();
    void anOlderPeerIsNamedByItsHandshake();
    void aPeerThatOnlyKnowsTheHandshakeIsNamed();

private:
    std::string sent(std::size_t i) const
    {
        return i < m_near->sentTexts.size() ? m_near->sentTexts[i] : std::string();
    }
    std::string idOf(std::size_t i) const
    {
        const auto document = json::Document::parse(QByteArray::fromStdString(sent(i)));
        return document ? std::string(document->root()["id"].lexeme()) : std::string();
    }
    std::string rules() const
    {
        std::string all;
        for (const acmp::Finding& finding : m_findings)
            all += std::string(finding.rule->id) + ' ';
        return all;
    }

    wire::ManualClock m_clock;
    std::unique_ptr<mcp::ChannelClient> m_client;
    std::unique_ptr<PairChannel> m_far;
    QPointer<PairChannel> m_near;
    std::vector<acmp::Finding> m_findings;
    std::vector<std::pair<acmp::Incoming, acmp::Origin>> m_unclaimed;
    int m_connects = 0;
    bool m_mayOpen = true;
    bool m_mayBeRaw = false;
    wire::milliseconds m_discoverTimeout { 5'000 };
};

void TestChannelClient::init()
{
    m_client.reset();
    m_far.reset();
    m_findings.clear();
    m_unclaimed.clear();
    m_connects = 0;
    m_mayOpen = true;
    mcp::ChannelClientOptions options;
    options.transportName = "in memory";
    options.target = "pair";
    options.mayBeRaw = m_mayBeRaw;
    options.discoverTimeout = m_discoverTimeout;
    options.connect = [this]() -> std::unique_ptr<transport::Channel> {
        ++m_connects;
        auto [near, far] = PairChannel::make();
        m_near = near.get();
        m_far = std::move(far);
        if (m_mayOpen)
            m_far->open();
        else
            m_near->breakOff("no such program");
        return std::move(near);
    };
    m_client = std::make_unique<mcp::ChannelClient>(m_clock, std::move(options));
    connect(m_client.get(), &binding::Client::found, this,
        [this](const acmp::Finding& finding) { m_findings.push_back(finding); });
    connect(m_client.get(), &binding::Client::unclaimed, this,
        [this](const acmp::Incoming& message, const acmp::Origin& origin) {
            m_unclaimed.emplace_back(message, origin);
        });
}

void TestChannelClient::answersGoToTheirRequestsInAnyOrder()
{
    Heard first(m_client->start(invoke("task_a")));
    Heard second(m_client->start(invoke("task_b")));
    QVERIFY(!first.wasSent);
    QTRY_VERIFY(second.wasSent);
    QCOMPARE(m_connects, 1);
    QVERIFY(idOf(0) != idOf(1));
    m_far->send(chunk("task_a", 0));
    m_far->send(chunk("task_b", 0));
    m_far->send(chunk("task_a", 1));
    m_far->send(result(idOf(1), "task_b"));
    QTRY_VERIFY(second.hasEnded);
    QVERIFY(!second.error);
    QVERIFY(!first.hasEnded);
    QCOMPARE(first.messages.size(), 2U);
    QCOMPARE(second.messages.size(), 2U);
    QVERIFY(std::holds_alternative<acmp::TaskResult>(second.messages.back()));
    m_far->send(result(idOf(0), "task_a"));
    QTRY_VERIFY(first.hasEnded);
    QVERIFY(m_findings.empty());
    QVERIFY(m_unclaimed.empty());
    QTRY_VERIFY(!first.exchange);
}

void TestChannelClient::idsAreTyped()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    m_far->send(result('"' + idOf(0) + '"', "task_a"));
    QTRY_COMPARE(rules(), std::string("MCP-id-mismatch "));
    QVERIFY(!heard.hasEnded);
    QCOMPARE(m_unclaimed.size(), 1U);
}

void TestChannelClient::notificationsGoToTheNewestRequestOfTheirTask()
{
    Heard first(m_client->start(invoke("task_a")));
    Heard again(m_client->start(invoke("task_a")));
    QTRY_VERIFY(again.wasSent);
    m_far->send(chunk("task_a", 0));
    QTRY_COMPARE(again.messages.size(), 1U);
    QVERIFY(first.messages.empty());
}

void TestChannelClient::whatIsOfNoRequestIsUnclaimed()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    m_far->send(chunk("task_other", 0));
    m_far->send(R"({"jsonrpc":"2.0","method":"notifications/message","params":{}})");
    QTRY_COMPARE(m_unclaimed.size(), 2U);
    QCOMPARE(rules(), std::string("MCP-notification-unmatched MCP-notification-unmatched "));
    QVERIFY(std::holds_alternative<acmp::StreamChunk>(m_unclaimed[0].first));
    QVERIFY(!m_unclaimed[0].second.late);
    QVERIFY(heard.messages.empty());
}

void TestChannelClient::aLateMessageIsToldAsLate()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    const std::string id = idOf(0);
    m_far->send(result(id, "task_a"));
    QTRY_VERIFY(heard.hasEnded);
    m_far->send(chunk("task_a", 7));
    m_far->send(result(id, "task_a"));
    QTRY_COMPARE(m_unclaimed.size(), 2U);
    QVERIFY(m_unclaimed[0].second.late);
    QVERIFY(m_unclaimed[1].second.late);
    QCOMPARE(rules(), std::string("RPC-second-answer "));
}

void TestChannelClient::noiseIsReportedAndTheSessionGoesOn()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    m_far->send("Server listening on stdio \x1b[32mok\x1b[0m");
    m_far->send("[]");
    m_far->send(result(idOf(0), "task_a"));
    QTRY_VERIFY(heard.hasEnded);
    QVERIFY(!heard.error);
    QCOMPARE(rules(), std::string("JSON-invalid MCP-batch "));
}

void TestChannelClient::aServersRequestIsRefused()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    std::vector<QByteArray> answers;
    connect(m_far.get(), &transport::Channel::received, this,
        [&](const transport::Payload& payload) { answers.push_back(payload.bytes); });
    m_far->send(R"({"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{}})");
    QTRY_VERIFY(!answers.empty() && answers.back().contains("-32601"));
    QVERIFY(answers.back().contains("\"id\":\"s1\""));
    QCOMPARE(rules(), std::string("MCP-server-request "));
}

void TestChannelClient::cancelSendsMcpsNotification()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    heard.exchange->abort();
    QVERIFY(!heard.hasEnded);
    QTRY_VERIFY(heard.hasEnded);
    QCOMPARE(heard.error->kind, wire::ErrorKind::Cancelled);
    QTRY_COMPARE(m_near->sentTexts.size(), 2U);
    const auto document = json::Document::parse(QByteArray::fromStdString(sent(1)));
    QVERIFY(document);
    QVERIFY(document->root()["method"].equals("notifications/cancelled"));
    QCOMPARE(std::string(document->at("/params/requestId").lexeme()), idOf(0));
    m_far->send(result(idOf(0), "task_a"));
    QTRY_COMPARE(m_unclaimed.size(), 1U);
    QVERIFY(m_unclaimed[0].second.late);
    QVERIFY(m_findings.empty());
}

void TestChannelClient::aBrokenChannelEndsAllRequestsAndTheNextUseConnectsAnew()
{
    Heard first(m_client->start(invoke("task_a")));
    Heard second(m_client->start(invoke("task_b")));
    QTRY_VERIFY(second.wasSent);
    m_far->breakOff("exit status 3");
    QTRY_VERIFY(first.hasEnded && second.hasEnded);
    QCOMPARE(first.error->kind, wire::ErrorKind::Unreachable);
    QVERIFY(!m_client->channel());
    Heard third(m_client->start(invoke("task_c")));
    QTRY_VERIFY(third.wasSent);
    QCOMPARE(m_connects, 2);
    m_far->send(result(idOf(0), "task_c"));
    QTRY_VERIFY(third.hasEnded);
    QVERIFY(!third.error);
}

void TestChannelClient::aChannelThatCannotOpenFailsWhatWaits()
{
    m_mayOpen = false;
    Heard heard(m_client->start(invoke("task_a")));
    acmp::Cancel cancel;
    cancel.taskId = "task_a";
    const auto told = m_client->notify(cancel);
    QTRY_VERIFY(heard.hasEnded);
    QVERIFY(!heard.wasSent);
    QCOMPARE(heard.error->message, std::string("no such program"));
    QVERIFY(told.isFinished());
    QVERIFY(!told.result());
}

void TestChannelClient::aNotificationIsTakenWhenThePeerReads()
{
    Heard heard(m_client->start(invoke("task_a")));
    QTRY_VERIFY(heard.wasSent);
    m_near->highWater = 1;
    m_far->pauseReading(true);
    acmp::InputChunk chunk;
    chunk.taskId = "task_a";
    auto told = m_client->notify(chunk);
    QTRY_VERIFY(m_near->sentTexts.size() == 2);
    QVERIFY(!told.isFinished());
    m_far->pauseReading(false);
    QTRY_VERIFY(told.isFinished());
    QVERIFY(told.result());
}

void TestChannelClient::pausesWhileAnyRequestWantsIt()
{
    Heard first(m_client->start(invoke("task_a")));
    Heard second(m_client->start(invoke("task_b")));
    QTRY_VERIFY(second.wasSent);
    first.exchange->pauseReading(true);
    first.exchange->pauseReading(true);
    second.exchange->pauseReading(true);
    QVERIFY(m_near->isPaused());
    first.exchange->pauseReading(false);
    QVERIFY(m_near->isPaused());
    delete second.exchange.data();
    QVERIFY(!m_near->isPaused());
}

void TestChannelClient::aRawPeerIsUnknownNotWithoutAcmp()
{
    m_mayBeRaw = true;
    init();
    m_mayBeRaw = false;
    auto found = m_client->discover();
    QTRY_VERIFY(m_near && !m_near->sentTexts.empty());
    m_far->send(
        R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"error":{"code":-32601,"message":"Method not found"}})");
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result());
    QVERIFY(found.result()->isUnknown);
    QVERIFY(!found.result()->capability);
}

void TestChannelClient::aSilentPeerIsNamedAfterTheTimeout()
{
    auto found = m_client->discover();
    QTRY_VERIFY(m_near && !m_near->sentTexts.empty());
    QVERIFY(!found.isFinished());
    m_clock.advance(wire::milliseconds(5'000));
    // It may be an older server, which keeps silent until it is asked in its own way.
    QTRY_VERIFY(sent(m_near->sentTexts.size() - 1).find("\"initialize\"") != std::string::npos);
    m_clock.advance(wire::milliseconds(5'000));
    QTRY_VERIFY(found.isFinished());
    QCOMPARE(found.result().error().kind, wire::ErrorKind::Deadline);
    QVERIFY(found.result().error().message.find("server/discover") != std::string::npos);
}

void TestChannelClient::anOlderPeerIsNamedByItsHandshake()
{
    auto found = m_client->discover();
    QTRY_VERIFY(m_near && m_near->sentTexts.size() == 1);
    m_far->send(
        R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"error":{"code":-32601,"message":"Method not found"}})");
    QTRY_COMPARE(m_near->sentTexts.size(), std::size_t(2));
    QVERIFY(sent(1).find("\"initialize\"") != std::string::npos);
    m_far->send(handshake(idOf(1)));
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result() && found.result()->isLegacy);
    QCOMPARE(found.result()->serverName, "old");
    QTRY_COMPARE(m_near->sentTexts.size(), std::size_t(3));
    QVERIFY(sent(2).find("notifications/initialized") != std::string::npos);

    // What it may do in a session is no finding.
    m_far->send(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
    m_far->send(R"({"jsonrpc":"2.0","id":7,"method":"roots/list"})");
    QTRY_COMPARE(m_near->sentTexts.size(), std::size_t(4));
    QVERIFY(sent(3).find("-32601") != std::string::npos);
    QVERIFY2(m_findings.empty(), rules().c_str());

    auto lists = m_client->inventory(*found.result());
    QTRY_COMPARE(m_near->sentTexts.size(), std::size_t(5));
    QVERIFY2(sent(4).find("tools/list") != std::string::npos && sent(4).find("_meta") == std::string::npos,
        sent(4).c_str());
    m_far->send(R"({"jsonrpc":"2.0","id":)" + idOf(4) + R"(,"result":{"tools":[{"name":"echo"}]}})");
    QTRY_VERIFY(lists.isFinished());
    QCOMPARE(lists.result().front().items.front().name, "echo");
}

void TestChannelClient::aPeerThatOnlyKnowsTheHandshakeIsNamed()
{
    m_discoverTimeout = wire::milliseconds(30'000);
    init();
    m_discoverTimeout = wire::milliseconds(5'000);
    auto found = m_client->discover();
    QTRY_VERIFY(m_near && m_near->sentTexts.size() == 1);
    m_clock.advance(wire::milliseconds(6'000));
    QTRY_COMPARE(m_near->sentTexts.size(), std::size_t(2));
    m_far->send(handshake(idOf(1)));
    QTRY_VERIFY(found.isFinished());
    QVERIFY(found.result() && found.result()->isLegacy);
}

QTEST_GUILESS_MAIN(TestChannelClient)
#include "tst_channelclient.moc"
