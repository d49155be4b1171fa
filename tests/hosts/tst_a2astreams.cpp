// SPDX-License-Identifier: Apache-2.0
// A2A streams of ours: what carries the chunks, what a snapshot holds, and what a peer that doesn't read
// costs.
#include "tests/hosts/a2apeer.h"

#include <QTest>

using namespace a2atest;

namespace {

constexpr std::string_view kOfStatus = "/statusUpdate/status/message/parts/0/data/params/seq";
constexpr std::string_view kOfArtifact = "/artifactUpdate/artifact/parts/0/data/params/seq";
constexpr std::string_view kOfMessage = "/message/parts/0/data/params/seq";

std::vector<std::string> all(const Answer& answer, std::string_view pointer)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < answer.events(); ++i) {
        if (std::string value = answer.at(i, pointer); !value.empty())
            found.push_back(std::move(value));
    }
    return found;
}

const std::string kArtifact = R"("a2a":{"chunk_carrier":"artifact"})";

} // namespace

class TestA2aStreams final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesChunksAsAsked_data();
    void carriesChunksAsAsked();
    void aSnapshotHoldsTheChunksOfTheArtifact();
    void aSubscriberGoesOnWhereTheSnapshotEnds();
    void keepsNoMoreChunksThanItSays();
    void writesNoFasterThanItIsRead();
    void cancelsWhatNobodyReads();
};

void TestA2aStreams::carriesChunksAsAsked_data()
{
    QTest::addColumn<QByteArray>("carrier");
    QTest::addColumn<QByteArray>("pointer");
    const auto row = [](const char* carrier, std::string_view pointer) {
        QTest::newRow(carrier) << QByteArray(carrier)
                               << QByteArray(pointer.data(), static_cast<qsizetype>(pointer.size()));
    };
    row("status", kOfStatus);
    row("artifact", kOfArtifact);
    row("message", kOfMessage);
}

void TestA2aStreams::carriesChunksAsAsked()
{
    QFETCH(const QByteArray, carrier);
    QFETCH(const QByteArray, pointer);
    Peer peer(scenarioText(R"("a2a":{"chunk_carrier":")" + carrier.toStdString() + "\"}"));
    for (const Binding binding : { Binding::JsonRpc, Binding::Rest }) {
        const Answer answer = peer.stream(binding, sendOf(invoke("t1", "pieces", R"(,"stream":true)")));
        for (const std::string_view other : { kOfStatus, kOfArtifact, kOfMessage }) {
            const std::size_t expected = other == std::string_view(pointer.constData()) ? 2 : 0;
            QCOMPARE(all(answer, other).size(), expected);
        }
        QCOMPARE(answer.text(answer.events() - 1, "/statusUpdate/status/state"), "TASK_STATE_COMPLETED");
    }
}

void TestA2aStreams::aSnapshotHoldsTheChunksOfTheArtifact()
{
    Peer peer(scenarioText(kArtifact));
    const Answer answer = peer.stream(Binding::JsonRpc, sendOf(invoke("t1", "pieces", R"(,"stream":true)")));
    const auto first = answer.find(kOfArtifact);
    QVERIFY(first);
    QCOMPARE(answer.at(*first, "/artifactUpdate/append"), "");
    QCOMPARE(answer.at(*first + 1, "/artifactUpdate/append"), "true");
    QCOMPARE(answer.at(*first + 1, "/artifactUpdate/lastChunk"), "true");
    const Answer task = peer.get(Binding::JsonRpc, answer.text(0, "/task/id"));
    QCOMPARE(task.text("/artifacts/0/artifactId"), "acmp-stream");
    QCOMPARE(task.at("/artifacts/0/parts/1/data/params/seq"), "1");
    QCOMPARE(task.at("/artifacts/0/parts/2"), "");
    QCOMPARE(task.text("/artifacts/1/artifactId"), "acmp-result");
}

void TestA2aStreams::aSubscriberGoesOnWhereTheSnapshotEnds()
{
    Peer peer(scenarioText(kArtifact));
    const Answer first = peer.beginStream(Binding::Rest, sendOf(invoke("t1", "slow", R"(,"stream":true)")));
    QTRY_VERIFY(all(first, kOfArtifact).size() > 5);
    const Answer second = peer.beginSubscribe(Binding::Rest, first.text(0, "/task/id"));
    QTRY_VERIFY(second.http->ended && first.http->ended);
    std::size_t held = 0;
    while (!second.at(0, "/task/artifacts/0/parts/" + std::to_string(held)).empty())
        ++held;
    QVERIFY(held > 5);
    const std::vector<std::string> rest = all(second, kOfArtifact);
    QCOMPARE(rest.size(), 40 - held);
    QCOMPARE(rest.front(), std::to_string(held));
    QCOMPARE(all(first, kOfArtifact).size(), std::size_t { 40 });
}

void TestA2aStreams::keepsNoMoreChunksThanItSays()
{
    Peer peer(R"({"format":1,"name":"large","a2a":{"chunk_carrier":"artifact"},"capabilities":[
        {"name":"c","price_cu":0,"chunks":40,"output":{"chunk_bytes":65536}}]})");
    const Answer answer = peer.stream(Binding::Rest, sendOf(invoke("t1", "c", R"(,"stream":true)")));
    QCOMPARE(all(answer, kOfArtifact).size(), std::size_t { 40 });
    const Answer task = peer.get(Binding::Rest, answer.text(0, "/task/id"));
    QVERIFY(task.http->body.size() < (std::size_t { 3 } << 19));
    QVERIFY(!task.at("/artifacts/0/parts/10").empty());
    QVERIFY(task.text("/artifacts/0/description").find("not kept") != std::string::npos);
}

namespace {

/// Begins a stream and stops reading it at its first event, whose task is left in `id`.
http::ClientExchange* beginUnread(Peer& peer, const http::Request& request, std::string& id)
{
    http::ClientExchange* const exchange = peer.http().send(request);
    QObject::connect(
        exchange, &http::ClientExchange::eventReceived, exchange, [exchange, &id](const http::Event& event) {
            const json::Document document = parsed(std::string(event.data.view()));
            if (id.empty())
                id = document.at("/result/task/id").text().value_or(std::string());
            exchange->pauseReading(true);
        });
    return exchange;
}

} // namespace

void TestA2aStreams::writesNoFasterThanItIsRead()
{
    constexpr std::size_t kReaders = 8;
    // What the kernel takes for a connection over loopback, and what the server holds for it.
    constexpr std::uint64_t kMost = std::uint64_t { 12 } << 20;
    Peer peer(scenarioText());
    std::array<std::string, kReaders> ids;
    const http::Request first
        = peer.sendRequest(Binding::JsonRpc, sendOf(invoke("t1", "flood", R"(,"stream":true)")), true);
    std::vector<http::ClientExchange*> readers { beginUnread(peer, first, ids[0]) };
    QTRY_VERIFY(!ids[0].empty());
    while (readers.size() < kReaders) {
        const std::size_t n = readers.size();
        readers.push_back(beginUnread(peer, peer.subscribeRequest(Binding::JsonRpc, ids[0]), ids[n]));
        QTRY_VERIFY(!ids[n].empty());
    }
    // Others are served as ever, for as long as this takes.
    const Answer slow = peer.stream(Binding::Rest, sendOf(invoke("t2", "slow", R"(,"stream":true)")));
    QCOMPARE(slow.text(slow.events() - 1, "/statusUpdate/status/state"), "TASK_STATE_COMPLETED");
    const std::uint64_t written = peer.sentBytes();
    QVERIFY2(written < kReaders * kMost, std::to_string(written).c_str());
    QCOMPARE(peer.provider().facts().runningTasks, std::size_t { 1 });
    for (http::ClientExchange* const reader : readers)
        reader->abort();
}

void TestA2aStreams::cancelsWhatNobodyReads()
{
    Peer peer(scenarioText());
    std::string id;
    http::ClientExchange* const reader = beginUnread(peer,
        peer.sendRequest(Binding::JsonRpc, sendOf(invoke("t1", "flood", R"(,"stream":true)")), true), id);
    std::string last;
    bool ended = false;
    connect(reader, &http::ClientExchange::eventReceived, this,
        [&last](const http::Event& event) { last = event.data.view(); });
    connect(reader, &http::ClientExchange::ended, this, [&ended] { ended = true; });
    QTRY_VERIFY(!id.empty());
    QCOMPARE(peer.cancel(Binding::JsonRpc, id).text("/status/state"), "TASK_STATE_CANCELED");
    QCOMPARE(peer.provider().facts().runningTasks, std::size_t { 0 });
    // What was written before still comes, and then the end.
    disconnect(reader, &http::ClientExchange::eventReceived, reader, nullptr);
    reader->pauseReading(false);
    QTRY_VERIFY(ended);
    const json::Document end = parsed(last);
    QVERIFY(end.at("/result/statusUpdate/status/state").equals("TASK_STATE_CANCELED"));
    QCOMPARE(end.at("/result/statusUpdate/status/message/parts/0/data/acmp_error/code").toInt64().value_or(0),
        std::int64_t { -33004 });
}

QTEST_GUILESS_MAIN(TestA2aStreams)
#include "tst_a2astreams.moc"
