// SPDX-License-Identifier: Apache-2.0
#include "protocol/json/document.h"
#include "protocol/json/writer.h"

#include <QTest>

class TestWriter final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatItIsToldInThatOrder();
    void writesNumbersThatReadBack_data();
    void writesNumbersThatReadBack();
    void startsAfreshWhenCleared();
};

void TestWriter::writesWhatItIsToldInThatOrder()
{
    json::Writer writer;
    writer.beginObject().key("z").beginArray().integer(-5).boolean(true).boolean(false).null().endArray();
    writer.key("a\"").string("line\n").key("price").number(*json::Decimal::parse("1.10"));
    writer.key("raw").raw(json::Raw(QByteArray("{ \"x\": 1e400 }"))).key("none").raw(json::Raw());
    writer.key("o")
        .beginObject()
        .endObject()
        .key("l")
        .beginArray()
        .beginArray()
        .endArray()
        .raw("7")
        .endArray();
    writer.endObject();
    const std::string expected
        = R"({"z":[-5,true,false,null],"a\"":"line\n","price":1.10,"raw":{ "x": 1e400 },)"
          R"("none":null,"o":{},"l":[[],7]})";
    QCOMPARE(writer.text(), expected);
    QCOMPARE(writer.toBytes().toStdString(), expected);
    QVERIFY(json::Document::parse(writer.toBytes()));
}

void TestWriter::writesNumbersThatReadBack_data()
{
    QTest::addColumn<double>("number");
    for (const double number :
        { 0.0, -0.0, 1.0, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, -123.456 }) {
        QTest::addRow("%g", number) << number;
    }
}

void TestWriter::writesNumbersThatReadBack()
{
    QFETCH(const double, number);
    json::Writer writer;
    const auto document = json::Document::parse(writer.real(number).toBytes());
    QVERIFY(document);
    const double read = document->root().toDouble().value_or(42);
    QVERIFY(read == number && std::signbit(read) == std::signbit(number));
}

void TestWriter::startsAfreshWhenCleared()
{
    json::Writer writer;
    writer.beginArray().integer(1);
    writer.clear();
    QCOMPARE(
        writer.integer(std::numeric_limits<std::int64_t>::min()).text(), std::string("-9223372036854775808"));
}

QTEST_APPLESS_MAIN(TestWriter)
#include "tst_writer.moc"
