// SPDX-License-Identifier: Apache-2.0
// What a server repeats is told from what it says anew.
#include "protocol/a2a/copies.h"
#include "protocol/json/document.h"

#include <QTest>

class TestCopies final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsCopies_data();
    void tellsCopies();
    void joinsChunksThatComeInAnyOrder();
};

namespace {

QByteArray message(const QByteArray& data, const char* id = "m")
{
    return QByteArray(R"({"role":"ROLE_AGENT","messageId":")") + id + R"(","parts":[{"data":)" + data + "}]}";
}

QByteArray chunk(int seq)
{
    return R"({"acmp_method":"acmp/streamChunk","params":{"task_id":"t","seq":)" + QByteArray::number(seq)
        + "}}";
}

QByteArray status(const QByteArray& data, const char* id = "m")
{
    return R"({"statusUpdate":{"status":{"state":"TASK_STATE_WORKING","message":)" + message(data, id)
        + "}}}";
}

QByteArray artifact(const QByteArray& data, const char* append = "true")
{
    return QByteArray(R"({"artifactUpdate":{"append":)") + append + R"(,"artifact":{"parts":[{"data":)" + data
        + "}]}}}";
}

QByteArray snapshot(const QByteArray& data, const char* id = "m")
{
    return R"({"task":{"id":"1","status":{"state":"TASK_STATE_WORKING","message":)" + message(data, id)
        + "}}}";
}

const QByteArray kResult = R"({"acmp_result":{"task_id":"t","cost_cu":1}})";
const QByteArray kSameResult = R"({"acmp_result":{"cost_cu":1.0, "task_id":"t"}})";
const QByteArray kOtherResult = R"({"acmp_result":{"task_id":"t","cost_cu":2}})";
const QByteArray kBeat = R"({"acmp_method":"acmp/heartbeat","params":{"task_id":"t"}})";

} // namespace

void TestCopies::tellsCopies_data()
{
    QTest::addColumn<QList<QByteArray>>("events");
    QTest::addColumn<QByteArray>("copies"); // one character a message: c for a copy
    const auto row = [](const char* label, const QList<QByteArray>& events, const char* copies) {
        QTest::newRow(label) << events << QByteArray(copies);
    };
    row("chunks in order", { status(chunk(0)), status(chunk(1)), status(chunk(2)) }, "---");
    row("a chunk sent twice is the provider's mistake", { status(chunk(0)), status(chunk(0)) }, "--");
    row("mirrored in another carrier", { status(chunk(0)), artifact(chunk(0)) }, "-c");
    row("within a later snapshot", { status(chunk(0)), snapshot(chunk(0)), status(chunk(1)) }, "-c-");
    row("a first snapshot is news", { snapshot(chunk(0)) }, "-");
    row("an artifact sent as a whole again", { artifact(chunk(0), "false"), artifact(chunk(0), "false") },
        "-c");
    row("an appended chunk of the same seq", { artifact(chunk(0)), artifact(chunk(0)) }, "--");
    row("a result mirrored as artifact", { status(kResult), artifact(kResult) }, "-c");
    row("written otherwise", { status(kResult), artifact(kSameResult) }, "-c");
    row("another result", { status(kResult), artifact(kOtherResult) }, "--");
    row("heartbeats", { status(kBeat, "m1"), status(kBeat, "m2"), snapshot(kBeat, "m1") }, "--c");
    row("a chunk without seq",
        { status(R"({"acmp_method":"acmp/streamChunk","params":{}})"),
            status(R"({"acmp_method":"acmp/streamChunk","params":{}})") },
        "--");
    row("a gap is filled later",
        { status(chunk(0)), status(chunk(2)), snapshot(chunk(1)), snapshot(chunk(2)), snapshot(chunk(0)) },
        "---cc");
}

void TestCopies::tellsCopies()
{
    QFETCH(const QList<QByteArray>, events);
    QFETCH(const QByteArray, copies);
    a2a::Copies known;
    QByteArray found;
    for (const QByteArray& text : events) {
        const auto document = json::Document::parse(text);
        QVERIFY(document);
        const a2a::Event event = a2a::readEvent(document->root());
        for (const a2a::Carried& carried : a2a::carriedBy(event))
            found += known.isCopy(carried, event) ? 'c' : '-';
    }
    QCOMPARE(found, copies);
}

void TestCopies::joinsChunksThatComeInAnyOrder()
{
    a2a::Copies known;
    for (const int seq : { 5, 3, 4, 1, 0, 2 }) {
        const auto document = json::Document::parse(status(chunk(seq)));
        const a2a::Event event = a2a::readEvent(document->root());
        QVERIFY(!known.isCopy(a2a::carriedBy(event).front(), event));
    }
    for (int seq = 0; seq < 6; ++seq) {
        const auto document = json::Document::parse(snapshot(chunk(seq)));
        const a2a::Event event = a2a::readEvent(document->root());
        QVERIFY(known.isCopy(a2a::carriedBy(event).front(), event));
    }
}

QTEST_GUILESS_MAIN(TestCopies)
#include "tst_copies.moc"
