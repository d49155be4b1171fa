// SPDX-License-Identifier: Apache-2.0
// A document as a whole: pointers into it, offsets back to pointers, reuse.
#include "protocol/json/document.h"

#include <QTest>

class TestDocument final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsPointers_data();
    void followsPointers();
    void findsTheNearestToAPointer();
    void namesTheValueAtEachByte_data();
    void namesTheValueAtEachByte();
    void leadsBackFromEachValue();
    void isReusable();
    void staysWholeWhenCopied();
};

void TestDocument::followsPointers_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("lexeme"); // empty: no such value

    // RFC 6901 section 5, and what is no pointer.
    const auto row = [](const char* pointer, const char* lexeme) {
        QTest::addRow("'%s'", pointer) << QByteArray(pointer) << QByteArray(lexeme);
    };
    row("/foo", R"(["bar", "baz"])");
    row("/foo/0", R"("bar")");
    row("/", "0");
    row("/a~1b", "1");
    row("/c%d", "2");
    row("/i\\j", "5");
    row("/k\"l", "6");
    row("/ ", "7");
    row("/m~0n", "8");
    row("/deep/x/1/y", "true");
    row("/foo/2", "");
    row("/foo/01", "");
    row("/foo/-", "");
    row("/foo/+1", "");
    row("/foo/", "");
    row("/foo/99999999999999999999999", "");
    row("foo", "");
    row("/m~n", "");
    row("/m~2n", "");
    row("/foo/0/x", "");
    row("/twice", "2");
}

void TestDocument::followsPointers()
{
    const auto document
        = json::Document::parse(R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "i\\j": 5,)"
                                R"( "k\"l": 6, " ": 7, "m~n": 8, "deep": {"x": [0, {"y": true}]},)"
                                R"( "twice": 1, "twice": 2})");
    QVERIFY(document);
    QFETCH(const QByteArray, pointer);
    QFETCH(const QByteArray, lexeme);
    const json::View view = document->at(pointer.toStdString());
    QCOMPARE(view.isValid(), !lexeme.isEmpty());
    QCOMPARE(std::string(view.lexeme()), lexeme.toStdString());
    QCOMPARE(document->at("").tokenIndex(), document->root().tokenIndex());
    const json::View nearest = document->nearest(pointer.toStdString());
    QVERIFY(nearest.isValid());
    QCOMPARE(nearest.lexeme() == view.lexeme(), view.isValid());
}

void TestDocument::findsTheNearestToAPointer()
{
    const auto document = json::Document::parse(R"({"a":[10,{"b":"c"}]})");
    QVERIFY(document);
    const auto nearest = [&](std::string_view pointer) { return document->nearest(pointer).pointer(); };
    QCOMPARE(nearest("/a/1/b"), "/a/1/b");
    QCOMPARE(nearest("/a/1/x/y/z"), "/a/1");
    QCOMPARE(nearest("/a/7"), "/a");
    QCOMPARE(nearest("/x"), "");
    QCOMPARE(nearest("no pointer"), "");
    QVERIFY(!json::Document().nearest("/a"));
}

void TestDocument::namesTheValueAtEachByte_data()
{
    QTest::addColumn<std::size_t>("offset");
    QTest::addColumn<std::string>("pointer");

    // { "a" : [ 10 , {"b":"c"} ] , "d" : {} }
    // 0123456789012345678901234567890123456789
    const auto row = [](std::size_t offset, const char* pointer) {
        QTest::addRow("%zu", offset) << offset << std::string(pointer);
    };
    row(0, "");
    row(1, "");
    row(2, "/a"); // on its key
    row(6, "");
    row(8, "/a");
    row(10, "/a/0");
    row(12, "/a");
    row(15, "/a/1");
    row(16, "/a/1/b");
    row(19, "/a/1");
    row(20, "/a/1/b");
    row(23, "/a/1");
    row(24, "/a");
    row(25, "/a");
    row(27, "");
    row(35, "/d");
    row(38, "");
    row(39, "");
    row(1000, "");
}

void TestDocument::namesTheValueAtEachByte()
{
    const auto document = json::Document::parse(R"({ "a" : [ 10 , {"b":"c"} ] , "d" : {} })");
    QVERIFY(document);
    QFETCH(const std::size_t, offset);
    QFETCH(const std::string, pointer);
    QCOMPARE(document->pointerAt(offset), pointer);
}

void TestDocument::leadsBackFromEachValue()
{
    const auto document = json::Document::parse(R"([{"a/b":[1,{"~":[]}],"":{"":null}},"x",[[[0]]]])");
    QVERIFY(document);
    int values = 0;
    for (const json::Token& token : document->tape().tokens) {
        const std::string pointer = document->pointerAt(token.offset);
        const json::View view = document->at(pointer);
        QVERIFY(view.isValid());
        QCOMPARE(view.pointer(), pointer);
        if (token.kind != json::Kind::Key) {
            QCOMPARE(view.offset(), std::size_t { token.offset });
            ++values;
        }
    }
    QCOMPARE(values, 13);
}

void TestDocument::isReusable()
{
    json::Document document;
    QVERIFY(!document.isValid() && !document.root() && document.pointerAt(0).empty() && !document.at(""));
    QVERIFY(!document.reset("[1,", 0, 3));
    QVERIFY(!document.isValid() && !document.root() && document.pointerAt(1).empty());
    QCOMPARE(document.error().offset, std::size_t { 3 });
    QVERIFY(document.reset("[1,2]", 1, 1));
    QCOMPARE(document.root().toInt64(), std::int64_t { 1 });
    QVERIFY(document.error().expected.empty());
}

void TestDocument::staysWholeWhenCopied()
{
    json::Document copy;
    {
        const auto document = json::Document::parse(R"({"a":"b"})");
        copy = *document;
    }
    QVERIFY(copy.root()["a"].equals("b"));
}

QTEST_APPLESS_MAIN(TestDocument)
#include "tst_document.moc"
