// SPDX-License-Identifier: Apache-2.0
// The validator that the other tests rely on: it must say no.
#include "tests/acmpctl/schema.h"

#include <QTest>

using acmpctl::Schema;
using nlohmann::json;

class TestSchema final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatTheSchemaForbids_data();
    void refusesWhatTheSchemaForbids();
    void refusesAWrongSchema_data();
    void refusesAWrongSchema();
    void saysWhatTheClosestAlternativeMisses();
    void takesAnIntegerWrittenAsReal();
};

void TestSchema::refusesWhatTheSchemaForbids_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("valid");
    QTest::addColumn<QByteArray>("invalid");
    const auto row = [](const char* name, const char* schema, const char* valid, const char* invalid) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(valid) << QByteArray(invalid);
    };
    row("type", R"({"type":"string"})", R"("a")", "1");
    row("type: integer", R"({"type":"integer"})", "-3", "0.5");
    row("type: boolean", R"({"type":"boolean"})", "true", "0");
    row("types", R"({"type":["object","null"]})", "null", "[]");
    row("const", R"({"const":"a"})", R"("a")", R"("b")");
    row("enum", R"({"enum":["a",1]})", "1", R"("b")");
    row("minimum", R"({"minimum":0})", "0", "-1");
    row("minLength", R"({"minLength":1})", R"("a")", R"("")");
    row("minItems", R"({"minItems":1})", "[0]", "[]");
    row("items", R"({"items":{"type":"string"}})", R"(["a"])", R"(["a",1])");
    row("required", R"({"required":["a"]})", R"({"a":1})", R"({"b":1})");
    row("properties", R"({"properties":{"a":{"type":"string"}}})", R"({"b":1})", R"({"a":1})");
    row("additionalProperties", R"({"properties":{"a":true},"additionalProperties":false})", R"({"a":1})",
        R"({"a":1,"b":2})");
    row("oneOf: none", R"({"oneOf":[{"type":"string"},{"type":"null"}]})", "null", "1");
    row("oneOf: two", R"({"oneOf":[{"type":"number"},{"minimum":5}]})", "4", "6");
    row("$ref", R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}})", R"("a")", "1");
    row("boolean schema", R"({"properties":{"a":false}})", "{}", R"({"a":1})");
}

void TestSchema::refusesWhatTheSchemaForbids()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, valid);
    QFETCH(QByteArray, invalid);
    const auto parsed = Schema::parse(json::parse(schema.toStdString()));
    QVERIFY(parsed.has_value());
    QCOMPARE(parsed->check(json::parse(valid.toStdString())), QStringList());
    QCOMPARE(parsed->check(json::parse(invalid.toStdString())).size(), 1);
}

void TestSchema::refusesAWrongSchema_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::newRow("unknown keyword") << QByteArray(R"({"maximum":3})");
    QTest::newRow("unknown keyword within") << QByteArray(R"({"properties":{"a":{"pattern":"b"}}})");
    QTest::newRow("unknown type") << QByteArray(R"({"type":"text"})");
    QTest::newRow("no such reference") << QByteArray(R"({"$ref":"#/$defs/a"})");
    QTest::newRow("reference to elsewhere") << QByteArray(R"({"$ref":"other.json"})");
    QTest::newRow("wrong operand") << QByteArray(R"({"required":"a"})");
    QTest::newRow("no schema") << QByteArray("[]");
}

void TestSchema::refusesAWrongSchema()
{
    QFETCH(QByteArray, schema);
    QVERIFY(!Schema::parse(json::parse(schema.toStdString())));
}

void TestSchema::saysWhatTheClosestAlternativeMisses()
{
    const auto schema = Schema::parse(json::parse(R"({"oneOf":[
        {"required":["a","b"],"properties":{"event":{"const":"one"}},"additionalProperties":false},
        {"required":["c"],"properties":{"event":{"const":"two"},"c":{"type":"string"}},"additionalProperties":false}]})"));
    QVERIFY(schema.has_value());
    QCOMPARE(schema->check({ { "event", "two" }, { "c", 1 } }),
        QStringList { QStringLiteral("/c: expected \"string\", found 1") });
}

void TestSchema::takesAnIntegerWrittenAsReal()
{
    const auto schema = Schema::parse({ { "type", "integer" } });
    QVERIFY(schema.has_value());
    QVERIFY(schema->check(json::parse("1.0")).isEmpty());
}

QTEST_GUILESS_MAIN(TestSchema)
#include "tst_schema.moc"
