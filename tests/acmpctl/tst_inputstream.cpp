// SPDX-License-Identifier: Apache-2.0
// invoke --input-stream: how stdin and files are cut into pieces, and what ends a task whose input can't be
// had.
#include "tests/acmpctl/ctl.h"

#include <QFile>
#include <QTemporaryDir>

#include <csignal>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using nlohmann::json;

namespace {

std::string messageOf(const json& row)
{
    if (row.contains("payload_text"))
        return row["payload_text"].get<std::string>();
    return row["text"].get<std::string>().substr(
        row["payload_offset"].get<std::size_t>(), row["payload_length"].get<std::size_t>());
}

} // namespace

class TestInputStream final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cutsItsInput_data();
    void cutsItsInput();
    void takesWhatComesWhenItComes();
    void refusesWhatIsNoInput_data();
    void refusesWhatIsNoInput();
    void endsWithTheTaskThoughTheInputGoesOn();
    void ctrlCEndsIt();
    void aLargeFileArrivesWhole();

private:
    QStringList invoke(const QString& capability, const QStringList& more) const
    {
        return QStringList { u"invoke"_s, u"--json"_s, m_shop->url(m_kind), u"-c"_s, capability } + more;
    }
    QString file(const QByteArray& contents) const
    {
        QFile one(m_directory.filePath(u"input"_s));
        if (!one.open(QIODevice::WriteOnly) || one.write(contents) != contents.size())
            qFatal("no file");
        return one.fileName();
    }
    /// The data of the input chunks that were sent, with the final one's marked.
    std::vector<json> sentPieces(const QString& record)
    {
        Ctl cat({ u"capture"_s, u"cat"_s, u"--json"_s, record });
        cat.exitCode();
        std::vector<json> pieces;
        for (const json& row : cat.named("row")) {
            if (row["summary"].value("method", "") != "acmp/inputChunk")
                continue;
            pieces.push_back(json::parse(messageOf(row))["params"]);
        }
        return pieces;
    }

    QTemporaryDir m_directory;
    std::unique_ptr<Ctl> m_shop;
    const char* m_kind = "mcp";
};

void TestInputStream::initTestCase()
{
    QVERIFY(m_directory.isValid());
    m_shop = std::make_unique<Ctl>(QStringList {
        u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, QString::fromUtf8(TEST_DATA) % u"/shop.json" });
    QVERIFY2(m_shop->waitFor("listening"), m_shop->report());
}

void TestInputStream::cutsItsInput_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("pieces"); // a JSON array
    const auto row
        = [](const char* name, const QByteArray& input, const QStringList& options, const char* pieces) {
              QTest::newRow(name) << input << options << QByteArray(pieces);
          };
    const auto bytes = [](int n) { return QStringList { u"--chunk-bytes"_s, QString::number(n) }; };
    const auto type
        = [](const char* name) { return QStringList { u"--input-type"_s, QString::fromUtf8(name) }; };
    row("lines", "one\ntwo\n", {}, R"(["one\n", "two\n", ""])");
    row("the last line open", "one\r\n\ntwo", {}, R"(["one\r\n", "\n", "two"])");
    row("empty", "", {}, R"([""])");
    row("bytes", "abcdefgh", bytes(3), R"(["abc", "def", "gh"])");
    row("whole characters", "aé🙂z", bytes(2), R"(["a", "é", "🙂", "z"])");
    row("a character a piece", "é🙂z", bytes(1), R"(["é", "🙂", "z", ""])");
    row("binary", QByteArray("\0\1\2\xff", 4), bytes(2) + type("image/png"), R"(["AAE=", "Av8=", ""])");
    row("JSON lines", "{\"a\": 1.10}\n\n[2,3]\n  \n", type("json"), R"([{"a": 1.10}, [2,3]])");
    row("one JSON value", "7", type("application/json"), "[7]");
    row("no JSON value", "\n", type("json"), "[null]");
}

void TestInputStream::cutsItsInput()
{
    QFETCH(QByteArray, input);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, pieces);
    const json expected = json::parse(pieces.toStdString());
    int n = 0;
    for (const char* const kind : { "mcp", "ws" }) {
        m_kind = kind;
        for (const bool fromFile : { false, true }) {
            const QString record = m_directory.filePath(
                u"%1-%2.acmpcap"_s.arg(QString::fromUtf8(QTest::currentDataTag()), QString::number(n++)));
            Ctl run(invoke(u"echo"_s,
                        QStringList {
                            u"--input-stream"_s, fromFile ? file(input) : u"-"_s, u"--record"_s, record }
                            + options),
                { .hasInput = true });
            run.write(input);
            run.closeInput();
            VERIFY_EXIT(run, 0);
            const auto sent = sentPieces(record);
            json data = json::array();
            for (std::size_t i = 0; i < sent.size(); ++i) {
                data.push_back(sent[i]["chunk"]["data"]);
                QCOMPARE(sent[i]["seq"], i);
                QCOMPARE(sent[i]["final"], i + 1 == sent.size());
            }
            QVERIFY2(data == expected, data.dump().c_str());
        }
    }
    m_kind = "mcp";
}

void TestInputStream::takesWhatComesWhenItComes()
{
    const QString record = m_directory.filePath(u"live.acmpcap"_s);
    Ctl run(invoke(u"echo"_s, { u"--input-stream"_s, u"-"_s, u"--record"_s, record }), { .hasInput = true });
    QVERIFY2(run.waitFor("sent"), run.report());
    run.write("one\n");
    // The record is written out a few times a second.
    QTRY_VERIFY_WITH_TIMEOUT(!sentPieces(record).empty(), 30'000);
    QVERIFY(run.isRunning());
    run.write("two");
    run.closeInput();
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("result")["output"]["data"], "one\ntwo");
}

void TestInputStream::refusesWhatIsNoInput_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("no UTF-8") << QByteArray("gr\xfc\xdf\n") << QStringList()
                              << QByteArray("the input is no text: expected UTF-8");
    QTest::newRow("no JSON") << QByteArray("{\"a\":1}\n{\"b\":\n")
                             << QStringList { u"--input-type"_s, u"json"_s }
                             << QByteArray("the input is no JSON");
}

void TestInputStream::refusesWhatIsNoInput()
{
    QFETCH(QByteArray, input);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, told);
    Ctl run(invoke(u"echo"_s, QStringList { u"--input-stream"_s, u"-"_s } + options), { .hasInput = true });
    run.write(input);
    VERIFY_EXIT(run, 2);
    QVERIFY2(run.errors().contains(told), run.report());
    QCOMPARE(run.first("cancelled")["by"], "input");
}

void TestInputStream::endsWithTheTaskThoughTheInputGoesOn()
{
    // It waits for the rest of its input until its deadline.
    Ctl run(invoke(u"echo"_s, { u"--input-stream"_s, u"-"_s, u"--timeout-ms"_s, u"300"_s }),
        { .hasInput = true });
    run.write("one\n");
    VERIFY_EXIT(run, 5);
}

void TestInputStream::ctrlCEndsIt()
{
    Ctl run(invoke(u"echo"_s, { u"--input-stream"_s, u"-"_s }), { .hasInput = true });
    QVERIFY2(run.waitFor("sent"), run.report());
    run.write("one\n");
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
    QCOMPARE(run.first("cancelled")["confirmed"], true);
}

void TestInputStream::aLargeFileArrivesWhole()
{
    QByteArray input;
    for (int i = 0; i < 20'000; ++i)
        input += "line " + QByteArray::number(i) + " of many, with some words to fill it up\n";
    for (const char* const kind : { "mcp", "ws" }) {
        m_kind = kind;
        Ctl run(invoke(u"echo"_s, { u"--input-stream"_s, file(input), u"--chunk-bytes"_s, u"10000"_s }));
        VERIFY_EXIT(run, 0);
        QVERIFY(run.first("result")["output"]["data"] == input.toStdString());
    }
    m_kind = "mcp";
}

QTEST_GUILESS_MAIN(TestInputStream)
#include "tst_inputstream.moc"
