// SPDX-License-Identifier: Apache-2.0
// Which parameters of a tool are mirrored in headers, and how their values travel.
#include "protocol/binding/mcp/meta.h"
#include "protocol/binding/mcp/paramheaders.h"
#include "protocol/json/document.h"

#include <QTest>

namespace {

json::Document parsed(const QByteArray& text)
{
    return json::Document::parse(text).value_or(json::Document());
}

} // namespace

class TestParamHeaders final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsAnnotatedProperties();
    void refusesABadAnnotation_data();
    void refusesABadAnnotation();
    void takesTheValueAtItsPath_data();
    void takesTheValueAtItsPath();
    void valuesTravelAsAscii_data();
    void valuesTravelAsAscii();
    void refusesBrokenBase64();
};

void TestParamHeaders::findsAnnotatedProperties()
{
    const json::Document schema = parsed(R"({"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "where":{"type":"object","properties":{"zone":{"type":"integer","x-mcp-header":"Zone-2"}}},
        "x-mcp-header":{"type":"string"},
        "other":{"type":"string","enum":[{"x-mcp-header":"not a schema"}]}}})");
    const auto found = mcp::parameterHeaders(schema.root());
    QVERIFY2(found.has_value(), found ? "" : found.error().c_str());
    const std::vector<mcp::ParameterHeader> expected {
        { "Mcp-Param-Region", { "region" }, false },
        { "Mcp-Param-Zone-2", { "where", "zone" }, true },
    };
    QVERIFY(*found == expected);
    QVERIFY(mcp::parameterHeaders({})->empty());
}

void TestParamHeaders::refusesABadAnnotation_data()
{
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QByteArray>("why");
    const auto row = [](const char* name, const QByteArray& properties, const char* why) {
        QTest::newRow(name) << properties << QByteArray(why);
    };
    row("empty", R"("a":{"type":"string","x-mcp-header":""})", "name of an HTTP header");
    row("with a blank", R"("a":{"type":"string","x-mcp-header":"My Region"})", "name of an HTTP header");
    row("with a line end", R"("a":{"type":"string","x-mcp-header":"A\r\nX"})", "name of an HTTP header");
    row("no string", R"("a":{"type":"string","x-mcp-header":1})", "name of an HTTP header");
    row("of a number", R"("a":{"type":"number","x-mcp-header":"A"})", "no string, integer or boolean");
    row("of an object", R"("a":{"type":"object","x-mcp-header":"A"})", "no string, integer or boolean");
    row("twice but for the case",
        R"("a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"})", "used twice");
    row("in an array", R"("a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}})",
        "by properties alone");
    row("in a choice", R"("a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]})", "by properties alone");
    row("below a choice", R"("a":{"if":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}})",
        "by properties alone");
}

void TestParamHeaders::refusesABadAnnotation()
{
    QFETCH(const QByteArray, properties);
    QFETCH(const QByteArray, why);
    const json::Document schema = parsed("{\"type\":\"object\",\"properties\":{" + properties + "}}");
    const auto found = mcp::parameterHeaders(schema.root());
    QVERIFY(!found);
    QVERIFY2(found.error().find(why.toStdString()) != std::string::npos, found.error().c_str());
}

void TestParamHeaders::takesTheValueAtItsPath_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QByteArray>("value"); // null: none
    const auto row = [](const QByteArray& arguments, const QByteArray& value) {
        QTest::newRow(arguments.constData()) << arguments << value;
    };
    row(R"({"a":{"b":"text"}})", "text");
    row(R"({"a":{"b":"z\u00fcrich"}})", "z\xc3\xbcrich");
    row(R"({"a":{"b":42.0}})", "42");
    row(R"({"a":{"b":-7}})", "-7");
    row(R"({"a":{"b":true}})", "true");
    row(R"({"a":{"b":null}})", {});
    row(R"({"a":{}})", {});
    row(R"({"b":"elsewhere"})", {});
}

void TestParamHeaders::takesTheValueAtItsPath()
{
    QFETCH(const QByteArray, arguments);
    QFETCH(const QByteArray, value);
    const json::Document document = parsed(arguments);
    const auto found = mcp::valueOf({ "Mcp-Param-B", { "a", "b" }, false }, document.root());
    QCOMPARE(found.has_value(), !value.isNull());
    QCOMPARE(QByteArray::fromStdString(found.value_or("")), value.isNull() ? QByteArray("") : value);
}

void TestParamHeaders::valuesTravelAsAscii_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("header");
    const auto row = [](const QByteArray& text, const QByteArray& header) {
        QTest::newRow(header.constData()) << text << header;
    };
    row("us-west1", "us-west1");
    row("two words", "two words");
    row("", "");
    row("Hello, \xe4\xb8\x96\xe7\x95\x8c", "=?base64?SGVsbG8sIOS4lueVjA==?=");
    row(" padded ", "=?base64?IHBhZGRlZCA=?=");
    row("line1\nline2", "=?base64?bGluZTEKbGluZTI=?=");
    row("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
}

void TestParamHeaders::valuesTravelAsAscii()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, header);
    QCOMPARE(QByteArray::fromStdString(mcp::encodeHeaderValue(text.toStdString())), header);
    QCOMPARE(QByteArray::fromStdString(mcp::decodeHeaderValue(header.toStdString()).value_or("none")), text);
}

void TestParamHeaders::refusesBrokenBase64()
{
    for (const char* const value : { "=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=" })
        QVERIFY2(!mcp::decodeHeaderValue(value), value);
    // Not in the form, so plain.
    for (const char* const value : { "=?base64?SGVsbG8=", "=?base64?=", "SGVsbG8=" })
        QCOMPARE(mcp::decodeHeaderValue(value).value_or("none"), value);
}

QTEST_APPLESS_MAIN(TestParamHeaders)
#include "tst_paramheaders.moc"
