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

QTEST_APPLESS_MAIN(TestPrinter)
#include "tst_printer.moc"
