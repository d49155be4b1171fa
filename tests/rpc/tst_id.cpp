// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/document.h"
#include "protocol/json/writer.h"
#include "protocol/rpc/id.h"

#include <QTest>

class TestId final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAndWritesEachKind_data();
    void readsAndWritesEachKind();
    void keepsNumberAndStringApart();
    void writesAnEmptyOddIdAsNull();
};

void TestId::readsAndWritesEachKind_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("regular");
    QTest::addColumn<QByteArray>("written");
    const auto row = [](const char* json, bool regular, const char* written) {
        QTest::newRow(json) << QByteArray(json) << regular << QByteArray(written);
    };
    row("3", true, "3");
    row("-7", true, "-7");
    row("0", true, "0");
    row("9223372036854775807", true, "9223372036854775807");
    row("5.0", true, "5"); // peers without integers
    row("5e0", true, "5");
    row("\"3\"", true, "\"3\"");
    row("\"\"", true, "\"\"");
    row("\"a\\n\\u00e9\"", true, "\"a\\n\u00e9\"");
    row("\"\\ud800\"", true, "\"\\ud800\"");
    row("null", false, "null");
    row("1.5", false, "1.5");
    row("9223372036854775808", false, "9223372036854775808");
    row("1e400", false, "1e400");
    row("true", false, "true");
    row("{\"a\":1}", false, "{\"a\":1}");
    row("[1]", false, "[1]");
}

void TestId::readsAndWritesEachKind()
{
    QFETCH(const QByteArray, json);
    QFETCH(const bool, regular);
    QFETCH(const QByteArray, written);
    const auto document = json::Document::parse(json);
    QVERIFY(document);
    const rpc::Id id = rpc::readId(document->root());
    QCOMPARE(rpc::isRegular(id), regular);
    QCOMPARE(QByteArray::fromStdString(rpc::toString(id)), written);
    json::Writer writer;
    rpc::write(writer, id);
    QCOMPARE(writer.toBytes(), written);
}

void TestId::keepsNumberAndStringApart()
{
    QVERIFY(rpc::Id(std::int64_t { 3 }) != rpc::Id(std::string("3")));
    QVERIFY(rpc::Id(rpc::OddId { "3" }) != rpc::Id(std::int64_t { 3 }));
    QVERIFY(rpc::Id(std::string("3")) == rpc::Id(std::string("3")));
}

void TestId::writesAnEmptyOddIdAsNull()
{
    QCOMPARE(rpc::toString(rpc::OddId {}), std::string("null"));
    QCOMPARE(rpc::toString(rpc::readId(json::View())), std::string("null"));
}

QTEST_GUILESS_MAIN(TestId)
#include "tst_id.moc"
