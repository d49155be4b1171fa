// SPDX-License-Identifier: Apache-2.0
#include "protocol/capture/printer.h"
#include "recording.h"

#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

constexpr std::string_view kHead
    = "POST /mcp?access_token=s3cret HTTP/1.1\r\nAuthorization: Bearer s3cret\r\n\r\n";
constexpr std::string_view kBody = R"({"id":3,"method":"acmp/invoke","params":{"task_id":"t"}})";
constexpr std::string_view kBinary { "\x00\xFF\x01", 3 };

/// A connection, a head, a body, an event with a detached payload, and bytes that are no UTF-8.
void fill(Recording& recording)
{
    capture::Recorder& recorder = *recording.recorder;
    const wire::ConnectionId id
        = recorder.opened({ wire::Role::Client, "http", "127.0.0.1:80", "http://u:s3cret@a/?token=s3cret" },
            recording.clock.now());
    recording.clock.advance(std::chrono::microseconds(1500));
    wire::Slice slice = recording.slice(kHead, 1, wire::Direction::Sent);
    slice.kind = wire::SliceKind::HttpHead;
    recorder.add(slice);
    slice = recording.slice(kBody, 1, wire::Direction::Sent);
    slice.payload = kBody;
    recorder.add(slice);
    slice = recording.slice("data: {}\ndata: \n\n");
    slice.kind = wire::SliceKind::SseEvent;
    slice.payload = "{}\n";
    slice.flags = wire::kDetached;
    recorder.add(slice);
    slice = recording.slice(kBinary);
    slice.kind = wire::SliceKind::Unparsed;
    recorder.add(slice);
    recorder.closed(id, recording.clock.now(), "reset by peer");
}

std::vector<std::string> linesOf(const capture::Record& record, capture::Printer::Options options)
{
    capture::Printer printer(record, options);
    std::vector<std::string> lines;
    while (std::optional<std::string> line = printer.next())
        lines.push_back(std::move(*line));
    return lines;
}

} // namespace

class TestPrinter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsALineForEachRowAndEvent();
    void printsAJsonObjectForEachRowAndEvent();
    void hidesSecretsUnlessTold();
    void keepsThePayloadsPlaceWhenSomethingIsHidden();
    void goesOnWhenTheRecordHasGrown();
    void printsDamagedRowsToo();
    void printsSharedChannels();
    void printsPiecesOfALongMessage();
    void hidesSecretsOfMaskedFrames();
    void neverRecordsTheTokenOfACommandLine();
};

void TestPrinter::printsALineForEachRowAndEvent()
{
    Recording recording;
    fill(recording);
    const std::vector<std::string> lines = linesOf(*recording.recorder, {});
    QCOMPARE(lines.size(), std::size_t { 7 });
    QVERIFY(lines[0].ends_with("-- recording began"));
    QVERIFY(lines[1].ends_with("#1 opened to 127.0.0.1:80 (http) http://u:[hidden]@a/?token=[hidden]"));
    QCOMPARE(lines[2],
        "      0        +1.500 ms  #1 → http-head  POST /mcp?access_token=[hidden]  "
            + std::to_string(kHead.size()) + " B");
    QVERIFY(lines[3].ends_with("#1 → http-body  acmp/invoke id=3 task=t  56 B"));
    QVERIFY(lines[4].ends_with("#1 ← sse-event  other JSON  17 B"));
    QVERIFY(lines[5].ends_with("#1 ← unparsed  3 B"));
    QVERIFY(lines[6].ends_with("#1 closed: reset by peer"));
}

void TestPrinter::printsAJsonObjectForEachRowAndEvent()
{
    Recording recording;
    fill(recording);
    std::vector<Json> rows;
    for (const std::string& line : linesOf(*recording.recorder, { .json = true, .withSecrets = false }))
        rows.push_back(Json::parse(line));
    QCOMPARE(rows.size(), std::size_t { 7 });
    QVERIFY(rows[0].at("event") == "mark");
    QVERIFY(rows[0].at("unix_ms") == recording.clock.unixMs() - 1);
    QVERIFY(rows[1].at("event") == "opened");
    QVERIFY(rows[1].at("role") == "client");
    QVERIFY(rows[2].at("event") == "row");
    QVERIFY(rows[2].at("t_ms") == 1.5);
    QVERIFY(rows[2].at("no") == 0);
    QVERIFY(rows[2].at("direction") == "sent");
    QVERIFY(rows[2].at("summary").at("http").at("method") == "POST");
    QVERIFY(rows[3].at("text") == kBody);
    QVERIFY(rows[3].at("payload_offset") == 0);
    QVERIFY(rows[3].at("payload_length") == kBody.size());
    QVERIFY(rows[3].at("summary").at("message") == "request");
    QVERIFY(rows[3].at("summary").at("id") == "3");
    QVERIFY(rows[4].at("payload_text") == "{}\n");
    QVERIFY(!rows[4].contains("payload_offset"));
    QVERIFY(rows[5].at("bytes_base64") == "AP8B");
    QVERIFY(!rows[5].contains("text"));
    QVERIFY(rows[6].at("event") == "closed");
    QVERIFY(rows[6].at("cause") == "reset by peer");
}

void TestPrinter::hidesSecretsUnlessTold()
{
    Recording recording;
    fill(recording);
    for (const bool json : { false, true }) {
        for (const bool withSecrets : { false, true }) {
            std::string all;
            for (const std::string& line : linesOf(*recording.recorder, { json, withSecrets }))
                all += line + '\n';
            QCOMPARE(all.find("s3cret") != std::string::npos, withSecrets);
        }
    }
}

void TestPrinter::keepsThePayloadsPlaceWhenSomethingIsHidden()
{
    const Recording recording;
    const std::string bytes = R"(data: {"before":"?token=s3cret"} {"a":"?token=s3cret"} after)";
    wire::Slice slice = recording.slice(bytes);
    slice.payload
        = slice.bytes.substr(bytes.find("{\"a\""), std::string_view(R"({"a":"?token=s3cret"})").size());
    recording.recorder->add(slice);
    const Json row = Json::parse(linesOf(*recording.recorder, { .json = true, .withSecrets = false }).at(1));
    const std::string text = row.at("text");
    QCOMPARE(text.substr(row.at("payload_offset"), row.at("payload_length")),
        std::string(R"({"a":"?token=[hidden]"})"));
}

void TestPrinter::goesOnWhenTheRecordHasGrown()
{
    const Recording recording;
    capture::Printer printer(*recording.recorder, {});
    QVERIFY(printer.next());
    QVERIFY(!printer.next());
    recording.add("x");
    QVERIFY(printer.next());
    QVERIFY(!printer.next());
    recording.recorder->mark(capture::MarkKind::Note, "here");
    QVERIFY(printer.next().value().ends_with("-- here"));
    QVERIFY(!printer.next());
}

void TestPrinter::printsDamagedRowsToo()
{
    const Recording recording;
    recording.add("first");
    QVERIFY(recording.recorder->close());
    recording.setFileBytes(recording.fileBytes().replace("first", "fIrst"));
    for (const bool verify : { false, true }) {
        const auto opened = capture::open(recording.path, { .verify = verify });
        QVERIFY(opened);
        const std::vector<std::string> text = linesOf(**opened, {});
        QCOMPARE(text.size(), std::size_t { 3 });
        QVERIFY2(text[1].find("can't be read") != std::string::npos, text[1].c_str());
        for (const std::string& line : linesOf(**opened, { .json = true, .withSecrets = false }))
            QVERIFY(Json::parse(line).is_object());
    }
}

void TestPrinter::printsSharedChannels()
{
    Recording recording;
    capture::Recorder& recorder = *recording.recorder;
    recorder.opened({ wire::Role::Client, "stdio", "agent (7)", "agent --acmp" }, recording.clock.now());
    recorder.opened({ wire::Role::Client, "stderr", "agent (7)", "agent --acmp" }, recording.clock.now());
    const auto add = [&](wire::SliceKind kind, std::uint32_t connection, std::string_view bytes,
                         std::string_view payload, std::uint8_t flags = 0) {
        wire::Slice slice = recording.slice(bytes, connection);
        slice.kind = kind;
        slice.exchange = 0;
        slice.flags = flags;
        slice.payload = payload;
        recorder.add(slice);
    };
    using wire::SliceKind;
    const std::string line = std::string(kBody) + "\n";
    add(SliceKind::Line, 1, line, std::string_view(line).substr(0, kBody.size()));
    add(SliceKind::Line, 1, "hello\n", "hello");
    add(SliceKind::LogLine, 2, "ready\x1b[0m\n", "ready\x1b[0m");
    add(SliceKind::Frame, 3, std::string_view("\x81\x85mask\x16\x1c", 8), "[]", wire::kDetached);
    add(SliceKind::ControlFrame, 3,
        std::string_view("\x88\x05\x03\xe8"
                         "bye",
            7),
        std::string_view("\x03\xe8"
                         "bye",
            5),
        wire::kDetached);
    const std::vector<std::string> lines = linesOf(recorder, {});
    QVERIFY(lines[1].ends_with("#1 opened to agent (7) (stdio) agent --acmp"));
    QVERIFY(lines[3].ends_with("#1 ← line  acmp/invoke id=3 task=t  57 B"));
    QVERIFY(lines[4].ends_with("#1 ← line  not JSON expected a value, found 'h' at byte 0  6 B"));
    QVERIFY(lines[5].ends_with("#2 ← log-line  stderr: ready\\x1b[0m  10 B"));
    QVERIFY(lines[6].ends_with("#3 ← frame  batch of 0  8 B"));
    QVERIFY(lines[7].ends_with("#3 ← control-frame  close 1000 normal: bye  7 B"));
    std::vector<Json> rows;
    for (const std::string& text : linesOf(recorder, { .json = true, .withSecrets = false }))
        rows.push_back(Json::parse(text));
    QVERIFY(rows[3].at("kind") == "line");
    QVERIFY(rows[3].at("exchange") == 0);
    QVERIFY(rows[3].at("payload_length") == kBody.size());
    QVERIFY(rows[3].at("summary").at("task_id") == "t");
    QVERIFY(rows[5].at("summary").at("note") == "stderr: ready\x1b[0m");
    QVERIFY(!rows[5].at("summary").contains("message"));
    QVERIFY(rows[6].at("payload_text") == "[]");
    QVERIFY(rows[7].at("summary").at("note") == "close 1000 normal: bye");
}

void TestPrinter::printsPiecesOfALongMessage()
{
    Recording recording;
    const auto add = [&](wire::SliceKind kind, std::uint32_t connection, std::uint8_t flags) {
        wire::Slice slice = recording.slice("123", connection);
        slice.kind = kind;
        slice.flags = flags;
        slice.payload = kind == wire::SliceKind::ControlFrame ? std::string_view() : slice.bytes;
        recording.recorder->add(slice);
    };
    using wire::SliceKind;
    add(SliceKind::Frame, 1, wire::kPartial);
    add(SliceKind::Line, 2, wire::kPartial);
    add(SliceKind::ControlFrame, 1, 0); // may come between fragments
    add(SliceKind::Frame, 1, wire::kPartial);
    add(SliceKind::Frame, 1, 0);
    add(SliceKind::Frame, 1, 0);
    add(SliceKind::Line, 2, 0);
    const std::vector<std::string> lines = linesOf(*recording.recorder, {});
    const std::vector<std::string> expected { "#1 ← frame  partial  3 B", "#2 ← line  partial  3 B",
        "#1 ← control-frame  control frame 1 0 bytes  3 B", "#1 ← frame  partial  3 B",
        "#1 ← frame  last part  3 B", "#1 ← frame  other JSON  3 B", "#2 ← line  last part  3 B" };
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(lines[i + 1].ends_with(expected[i]), lines[i + 1].c_str());
    const auto json = linesOf(*recording.recorder, { .json = true, .withSecrets = false });
    QVERIFY(Json::parse(json[1]).at("partial") == true);
    QVERIFY(!Json::parse(json[1]).contains("last_part"));
    QVERIFY(Json::parse(json[5]).at("last_part") == true);
    QVERIFY(!Json::parse(json[6]).contains("last_part"));
}

// The mask stands in the frame: to leave it is to leave the secret.
void TestPrinter::hidesSecretsOfMaskedFrames()
{
    const Recording recording;
    const std::string payload = "{\"url\":\"/?token=s3cret\"}";
    std::string bytes = "\x81\x97KEYS";
    for (std::size_t i = 0; i < payload.size(); ++i)
        bytes += static_cast<char>(payload[i] ^ "KEYS"[i % 4]);
    wire::Slice slice = recording.slice(bytes);
    slice.kind = wire::SliceKind::Frame;
    slice.flags = wire::kDetached;
    slice.payload = payload;
    recording.recorder->add(slice);
    const Json row = Json::parse(linesOf(*recording.recorder, { .json = true, .withSecrets = false }).at(1));
    QVERIFY(row.at("text") == "[hidden]");
    QVERIFY(row.at("payload_text") == "{\"url\":\"/?token=[hidden]\"}");
    const Json all = Json::parse(linesOf(*recording.recorder, { .json = true, .withSecrets = true }).at(1));
    QVERIFY(all.at("payload_text") == payload);
}

void TestPrinter::neverRecordsTheTokenOfACommandLine()
{
    const Recording recording;
    recording.recorder->opened(
        { wire::Role::Client, "stdio", "agent", "env ACMP_BEARER_TOKEN=s3cret agent --acmp" },
        recording.clock.now());
    QCOMPARE(recording.recorder->connection(wire::ConnectionId { 1 })->facts.target,
        std::string("env ACMP_BEARER_TOKEN=[hidden] agent --acmp"));
    QVERIFY(linesOf(*recording.recorder, { .json = false, .withSecrets = true })
            .at(1)
            .ends_with("env ACMP_BEARER_TOKEN=[hidden] agent --acmp"));
    QVERIFY(recording.recorder->close());
    const QByteArray file = recording.fileBytes();
    QVERIFY(file.contains("ACMP_BEARER_TOKEN"));
    QVERIFY(!file.contains("s3cret"));
}

QTEST_APPLESS_MAIN(TestPrinter)
#include "tst_printer.moc"
