// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/output.h"
#include "protocol/engine/pieces.h"

#include <QTest>

class TestOutput final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cutsIntoPieces_data();
    void cutsIntoPieces();
    void putsTogetherWhatWasCut();
    void generatesTheSameChunkEachTime();
    void generatesWhatItsChunksAre();
};

void TestOutput::cutsIntoPieces_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("count");
    QTest::addColumn<QByteArrayList>("pieces");
    const auto row
        = [](const char* name, const char* type, const char* value, int count, QByteArrayList pieces) {
              QTest::newRow(name) << QByteArray(type) << QByteArray(value) << count << std::move(pieces);
          };
    row("one piece", "json", R"({"a":1, "b":2})", 1, { R"({"a":1, "b":2})" });
    row("members", "json", R"({"a":1.10, "b":[2], "c":null})", 2,
        { R"({"a":1.10})", R"({"b":[2],"c":null})" });
    row("more pieces than members", "json", R"({"a":1,"b":2})", 9, { R"({"a":1})", R"({"b":2})" });
    row("elements", "json", "[1,2,3,4,5]", 3, { "[1]", "[2,3]", "[4,5]" });
    row("empty object", "json", "{}", 3, { "{}" });
    row("number", "json", "17", 3, { "17" });
    row("text", "text", R"("abcdef")", 3, { R"("ab")", R"("cd")", R"("ef")" });
    row("empty text", "text", R"("")", 3, { R"("")" });
    row("not within a character", "text", "\"\xc3\xa9\xc3\xa9\"", 4, { "\"\xc3\xa9\"", "\"\xc3\xa9\"" });
    row("escapes", "text", R"("a\"\n")", 3, { R"("a")", R"("\"")", R"("\n")" });
    row("base64 by groups", "image/png", R"("QUJDREVGRw==")", 2, { R"("QUJD")", R"("REVGRw==")" });
}

void TestOutput::cutsIntoPieces()
{
    QFETCH(const QByteArray, type);
    QFETCH(const QByteArray, value);
    QFETCH(const int, count);
    QFETCH(const QByteArrayList, pieces);
    QByteArrayList found;
    for (const json::Raw& piece : engine::cut(type.toStdString(), json::Raw(value), count)) {
        const std::string_view text = piece.text();
        found.emplace_back(text.data(), static_cast<qsizetype>(text.size()));
    }
    QCOMPARE(found, pieces);
}

void TestOutput::putsTogetherWhatWasCut()
{
    const std::string text
        = "Gr\u00fc\u00dfe \U0001F600 \u4e16\u754c, twelve \"quoted\" words\n\t\u0001 and no more";
    const json::Raw whole = json::Raw::string(text);
    for (std::int64_t count = 1; count < 80; ++count) {
        const auto pieces = engine::cut("text", whole, count);
        QVERIFY(pieces.size() <= static_cast<std::size_t>(count));
        QVERIFY(engine::join("text", pieces) == whole);
    }
}

static engine::CapabilityScript generating(std::int64_t chunks, std::int64_t bytes)
{
    engine::CapabilityScript script;
    script.chunks = chunks;
    script.output.chunkBytes = bytes;
    return script;
}

void TestOutput::generatesTheSameChunkEachTime()
{
    const auto first = engine::makeGeneratedOutput(generating(100, 50), 1, "task_1");
    const auto second = engine::makeGeneratedOutput(generating(100, 50), 1, "task_1");
    QVERIFY(first->chunk(77) == second->chunk(77));
    QVERIFY(first->chunk(77) == first->chunk(77));
    QVERIFY(!(first->chunk(77) == first->chunk(78)));
    // Known bytes: a seed gives them in each version and on each machine.
    const auto text = first->chunk(0).toText().value_or("");
    QCOMPARE(
        QString::fromStdString(text), QStringLiteral("supply network buyer escrow exchange deadline buy "));
}

void TestOutput::generatesWhatItsChunksAre()
{
    for (const std::int64_t bytes : { 1, 2, 7, 64, 1000 }) {
        const auto output = engine::makeGeneratedOutput(generating(20, bytes), 3, "task_1");
        std::vector<json::Raw> pieces;
        for (std::int64_t seq = 0; seq < output->chunks(); ++seq) {
            pieces.push_back(output->chunk(seq));
            QCOMPARE(pieces.back().text().size(), static_cast<std::size_t>(bytes) + 2);
        }
        QVERIFY(engine::join("text", pieces) == output->whole());
        QCOMPARE(output->bytes(), static_cast<std::size_t>(20 * bytes));
    }
}

QTEST_APPLESS_MAIN(TestOutput)
#include "tst_output.moc"
