// SPDX-License-Identifier: Apache-2.0
#include "hashing.h"
#include "protocol/session/assembly.h"

#include <QFile>
#include <QTest>

using session::Assembly;
using Outcome = Assembly::Outcome;

namespace {

acmp::Content content(const char* type, const QByteArray& data)
{
    return { .type = type, .data = json::Raw(data), .extra = {} };
}

Assembly assemble(const char* type, const QByteArrayList& data)
{
    Assembly out;
    for (qsizetype i = 0; i < data.size(); ++i) {
        out.add(i, content(type, data[i]), i + 1 == data.size());
    }
    return out;
}

std::string find(const std::vector<Assembly::Reading>& readings, const std::string& name)
{
    for (const Assembly::Reading& reading : readings) {
        if (reading.name == name) {
            return reading.whyNot.empty() ? reading.hash : "not run: " + reading.whyNot;
        }
    }
    return "no such reading";
}

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
}

} // namespace

class TestAssembly final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hashesEachReading_data();
    void hashesEachReading();
    void joinsACharacterCutBetweenChunks_data();
    void joinsACharacterCutBetweenChunks();
    void tellsWhyAReadingHasNoHash_data();
    void tellsWhyAReadingHasNoHash();
    void listsTheReadingsBestFirst();
    void keepsWhatWasAssembled_data();
    void keepsWhatWasAssembled();
    void ordersBySeq_data();
    void ordersBySeq();
    void comparesNoSeqOfLongAgo();
    void boundsWhatWaits();
    void aGapFitsItsNumber();
    void aMillionChunksCostNoMemory();
    void jsonChunksAreHashedBeyondTheLimit();
    void restartForgetsAll();
};

void TestAssembly::hashesEachReading_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QByteArray>("reading");
    QTest::addColumn<QByteArray>("canonical");
    QTest::newRow("text") << QByteArray("text") << QByteArrayList { "\"Hel\"", "\"lo\"" }
                          << QByteArray("concatenation as text")
                          << QByteArray(R"({"data":"Hello","type":"text"})");
    QTest::newRow("the output type second")
        << QByteArray("text") << QByteArrayList { "\"Hel\"", "\"lo\"" } << QByteArray("concatenation as json")
        << QByteArray(R"({"data":"Hello","type":"json"})");
    QTest::newRow("text as an array")
        << QByteArray("text") << QByteArrayList { "\"a\"", "\"\\u0062\"" } << QByteArray("array as text")
        << QByteArray(R"({"data":["a","b"],"type":"text"})");
    QTest::newRow("escapes become canonical")
        << QByteArray("text") << QByteArrayList { R"("\u000a\/")", R"("\u00e9\"")" }
        << QByteArray("concatenation as text")
        << QByteArray("{\"data\":\"\\n/\xC3\xA9\\\"\",\"type\":\"text\"}");
    QTest::newRow("objects") << QByteArray("json") << QByteArrayList { R"({"b":1.0})", R"({ "a":2e0 })" }
                             << QByteArray("array as json")
                             << QByteArray(R"({"data":[{"b":1},{"a":2}],"type":"json"})");
    QTest::newRow("objects merged, the last of a name")
        << QByteArray("json") << QByteArrayList { R"({"b":1,"a":0})", R"({"a":2})" }
        << QByteArray("merge as json") << QByteArray(R"({"data":{"a":2,"b":1},"type":"json"})");
    QTest::newRow("one value as it is")
        << QByteArray("json") << QByteArrayList { "[1, 2]" } << QByteArray("the only chunk as json")
        << QByteArray(R"({"data":[1,2],"type":"json"})");
    QTest::newRow("strings, then something else")
        << QByteArray("json") << QByteArrayList { "\"a\"", "\"b\"", "{}" } << QByteArray("array as json")
        << QByteArray(R"({"data":["a","b",{}],"type":"json"})");
    // "ab" and "cd", which share a base64 group of three bytes.
    QTest::newRow("binary") << QByteArray("image/png") << QByteArrayList { "\"YWI=\"", "\"Y2Q=\"" }
                            << QByteArray("concatenation as image/png")
                            << QByteArray(R"({"data":"YWJjZA==","type":"image/png"})");
    QTest::newRow("binary in data: URLs")
        << QByteArray("image/png") << QByteArrayList { "\"data:image/png;base64,YWI=\"", "\"Y2Q=\"" }
        << QByteArray("concatenation as image/png")
        << QByteArray(R"({"data":"YWJjZA==","type":"image/png"})");
    QTest::newRow("binary that is none")
        << QByteArray("image/svg+xml") << QByteArrayList { "\"AAAA\"", "\"<svg>\"" }
        << QByteArray("concatenation as image/svg+xml")
        << QByteArray(R"({"data":"AAAA<svg>","type":"image/svg+xml"})");
}

void TestAssembly::hashesEachReading()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArrayList, data);
    QFETCH(QByteArray, reading);
    QFETCH(QByteArray, canonical);
    const Assembly output = assemble(type.constData(), data);
    QVERIFY(output.isComplete());
    QCOMPARE(find(output.hashes("json"), reading.toStdString()), oneShotSha256(canonical));
}

void TestAssembly::joinsACharacterCutBetweenChunks_data()
{
    QTest::addColumn<QByteArrayList>("data");
    QTest::newRow("two chunks") << QByteArrayList { R"("a\ud83d")", R"("\ude00b")" };
    QTest::newRow("nothing between") << QByteArrayList { R"("a\ud83d")", "\"\"", R"("\ude00b")" };
    QTest::newRow("halves alone") << QByteArrayList { "\"a\"", R"("\ud83d")", R"("\ude00")", "\"b\"" };
}

void TestAssembly::joinsACharacterCutBetweenChunks()
{
    QFETCH(QByteArrayList, data);
    const Assembly output = assemble("text", data);
    QCOMPARE(*output.text(),
        std::string("a\xF0\x9F\x98\x80"
                    "b"));
    const auto readings = output.hashes("text");
    QCOMPARE(find(readings, "concatenation as text"),
        oneShotSha256("{\"data\":\"a\xF0\x9F\x98\x80"
                      "b\",\"type\":\"text\"}"));
    QCOMPARE(find(readings, "array as text"), std::string("not run: a lone surrogate has no canonical form"));
}

void TestAssembly::tellsWhyAReadingHasNoHash_data()
{
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QByteArray>("reading");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("half a character at the end")
        << QByteArrayList { R"("a\ud83d")" } << QByteArray("concatenation")
        << QByteArray("not run: it ends in half a character");
    QTest::newRow("half a character within")
        << QByteArrayList { R"("a\ud83d")", "\"b\"" } << QByteArray("concatenation")
        << QByteArray("not run: a lone surrogate has no canonical form");
    QTest::newRow("a low half first") << QByteArrayList { R"("\ude00")" } << QByteArray("concatenation")
                                      << QByteArray("not run: a lone surrogate has no canonical form");
    QTest::newRow("a duplicate key") << QByteArrayList { R"({"a":1,"a":2})", "1" } << QByteArray("array")
                                     << QByteArray("not run: duplicate key in a chunk has no canonical form");
}

void TestAssembly::tellsWhyAReadingHasNoHash()
{
    QFETCH(QByteArrayList, data);
    QFETCH(QByteArray, reading);
    QFETCH(QByteArray, why);
    const Assembly output = assemble("text", data);
    QCOMPARE(find(output.hashes(""), reading.toStdString() + " as text"), why.toStdString());
}

void TestAssembly::listsTheReadingsBestFirst()
{
    const Assembly output = assemble("json", { "{}", "{}" });
    QStringList names;
    for (const Assembly::Reading& reading : output.hashes("text")) {
        names += QString::fromStdString(reading.name);
    }
    QCOMPARE(names.join(QStringLiteral(", ")),
        QStringLiteral("merge as json, merge as text, array as json, array as text"));
    QVERIFY(Assembly().hashes("json").empty());
}

void TestAssembly::keepsWhatWasAssembled_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QByteArray>("whole");
    QTest::newRow("text") << QByteArray("text") << QByteArrayList { "\"a\\n\"", "\"b\"" }
                          << QByteArray("\"a\\nb\"");
    QTest::newRow("values stay as written")
        << QByteArray("json") << QByteArrayList { "1.10", "{ }", "\"x\"" } << QByteArray("[1.10,{ },\"x\"]");
    QTest::newRow("binary") << QByteArray("audio/wav") << QByteArrayList { "\"YQ==\"", "\"YmM=\"" }
                            << QByteArray("\"YWJj\"");
}

void TestAssembly::keepsWhatWasAssembled()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArrayList, data);
    QFETCH(QByteArray, whole);
    const auto content = assemble(type.constData(), data).content("json");
    QVERIFY(content);
    QCOMPARE(QByteArray::fromStdString(content->type), type);
    QCOMPARE(QByteArray::fromStdString(std::string(content->data.text())), whole);
    QVERIFY(!Assembly().content("json"));
}

void TestAssembly::ordersBySeq_data()
{
    QTest::addColumn<QByteArray>("chunks"); // seq, a letter of data, ! for final
    QTest::addColumn<QByteArray>("outcomes");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("complete");
    QTest::addColumn<qint64>("gapCount"); // -1: none
    const auto row = [](const char* name, const char* chunks, const char* outcomes, const char* text,
                         bool complete, qint64 gap) {
        QTest::newRow(name) << QByteArray(chunks) << QByteArray(outcomes) << QByteArray(text) << complete
                            << gap;
    };
    row("in order", "0a 1b 2c!", "iii", "abc", true, -1);
    row("one late", "0a 2c! 1b", "iei", "abc", true, -1);
    row("backwards", "2c! 1b 0a", "eei", "abc", true, -1);
    row("a gap", "0a 3d! 4e", "iea", "a", false, 2);
    row("two holes", "1b 3d 5f", "eee", "", false, 3);
    row("twice", "0a 0a 1b", "idi", "ab", false, -1);
    row("twice, other data", "0a 0x 1b!", "ici", "ab", true, -1);
    row("twice while early", "1b 1b 1x 0a", "edci", "ab", false, -1);
    row("after final", "0a! 1b", "ia", "a", true, -1);
    row("final twice", "0a! 0a!", "id", "a", true, -1);
    row("final below what came", "0a 3d 1b!", "iei", "ab", true, -1);
    row("negative", "-1a 0a", "ni", "a", false, -1);
    row("not from 0", "1a 2b", "ee", "", false, 1);
}

void TestAssembly::ordersBySeq()
{
    QFETCH(QByteArray, chunks);
    QFETCH(QByteArray, outcomes);
    QFETCH(QByteArray, text);
    QFETCH(bool, complete);
    QFETCH(qint64, gapCount);
    constexpr char kNames[] = "iedDcanT"; // in the order of Outcome
    Assembly output;
    QByteArray found;
    for (QByteArray chunk : chunks.split(' ')) {
        const bool final = chunk.endsWith('!');
        chunk.truncate(final ? chunk.size() - 1 : chunk.size());
        const QByteArray data = '"' + chunk.right(1) + '"';
        const Outcome outcome = output.add(chunk.chopped(1).toLongLong(), content("text", data), final);
        found += kNames[static_cast<std::size_t>(outcome)];
    }
    QCOMPARE(found, outcomes);
    QCOMPARE(QByteArray::fromStdString(output.text() ? *output.text() : std::string()), text);
    QCOMPARE(output.isComplete(), complete);
    QCOMPARE(output.gap() ? output.gap()->count : -1, gapCount);
}

void TestAssembly::comparesNoSeqOfLongAgo()
{
    Assembly output;
    for (int i = 0; i < 65'536 + 10; ++i) {
        QCOMPARE(output.add(i, content("text", "\"x\""), false), Outcome::InOrder);
    }
    QCOMPARE(output.add(9, content("text", "\"y\""), false), Outcome::DuplicateNotCompared);
    QCOMPARE(output.add(10, content("text", "\"y\""), false), Outcome::Conflict);
    QCOMPARE(output.add(10, content("text", "\"x\""), false), Outcome::Duplicate);
}

void TestAssembly::boundsWhatWaits()
{
    Assembly output;
    const QByteArray megabyte = '"' + QByteArray(1 << 20, 'x') + '"';
    int early = 0;
    while (output.add(early + 1, content("text", megabyte), false) == Outcome::Early) {
        QVERIFY(++early < 100);
    }
    QCOMPARE(early, 15);
    QCOMPARE(output.gap()->count, 2); // seq 0, and the one dropped
    QCOMPARE(output.add(0, content("text", "\"a\""), false), Outcome::InOrder);
    QCOMPARE(output.nextSeq(), 16);
    QCOMPARE(output.gap()->count, 1);
}

void TestAssembly::aGapFitsItsNumber()
{
    Assembly output;
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(output.add(kLargest, content("text", "\"x\""), true), Outcome::Early);
    QCOMPARE(output.gap()->first, 0);
    QVERIFY(output.gap()->count > 0);
    QVERIFY(!output.isComplete());
}

void TestAssembly::aMillionChunksCostNoMemory()
{
    constexpr int kChunks = 1'000'000;
    const QByteArray letters = QByteArray("sixty bytes of text in every chunk, sent a million times. ");
    const acmp::Content chunk = content("text", '"' + letters + '"');
    Assembly output;
    for (int i = 0; i < kChunks / 2; ++i) {
        output.add(i, chunk, false);
    }
    QVERIFY(output.overLimit());
    const qint64 before = residentBytes();
    for (int i = kChunks / 2; i < kChunks; ++i) {
        output.add(i, chunk, i + 1 == kChunks);
    }
    QVERIFY(residentBytes() - before < 1 << 20);
    QVERIFY(output.isComplete());
    QVERIFY(!output.text());
    QVERIFY(!output.content("text"));
    QCOMPARE(output.dataBytes(), static_cast<std::uint64_t>(letters.size() + 2) * kChunks);
    const auto readings = output.hashes("text");
    QCOMPARE(find(readings, "concatenation as text"),
        oneShotSha256("{\"data\":\"" + letters.repeated(kChunks) + "\",\"type\":\"text\"}"));
    QCOMPARE(find(readings, "array as text"), std::string("not run: over 16 MiB"));
}

void TestAssembly::jsonChunksAreHashedBeyondTheLimit()
{
    const QByteArray item = "{\"x\":\"" + QByteArray(1 << 20, 'x') + "\"}";
    Assembly output;
    QByteArrayList items;
    for (int i = 0; i < 20; ++i) {
        output.add(i, content("json", item), i == 19);
        items += item;
    }
    QVERIFY(output.overLimit());
    const auto readings = output.hashes("json");
    QCOMPARE(find(readings, "array as json"),
        oneShotSha256("{\"data\":[" + items.join(',') + "],\"type\":\"json\"}"));
    QCOMPARE(find(readings, "merge as json"), std::string("not run: over 16 MiB"));
}

void TestAssembly::restartForgetsAll()
{
    Assembly output = assemble("text", { "\"a\"", "\"b\"" });
    output.restart();
    QCOMPARE(output.nextSeq(), 0);
    QCOMPARE(output.highestSeq(), -1);
    QVERIFY(!output.sawFinal());
    QCOMPARE(output.add(0, content("text", "\"c\""), false), Outcome::InOrder);
    QCOMPARE(*output.text(), std::string("c"));
}

QTEST_GUILESS_MAIN(TestAssembly)
#include "tst_assembly.moc"
