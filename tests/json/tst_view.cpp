// SPDX-License-Identifier: Apache-2.0
// Values within a document, read as they stand there.
#include "protocol/json/document.h"

#include <QTest>

#include <cmath>

class TestView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEachKindAsWhatItIs();
    void asksAnInvalidViewForNothing();
    void findsMembersByTheirUnescapedName();
    void takesTheLastOfEqualNames();
    void walksMembersAndElementsInOrder();
    void keepsLexemesAsReceived();
    void comparesStringsByTheirCharacters();
    void handsOutSharedBytes();
    void namesItsPlace();
};

namespace {

json::Document parsed(const QByteArray& text)
{
    return json::Document::parse(text).value();
}

} // namespace

void TestView::readsEachKindAsWhatItIs()
{
    const json::Document document = parsed(R"({"o":{},"a":[],"s":"5","n":5,"t":true,"f":false,"z":null})");
    const json::View root = document.root();
    QVERIFY(root.isObject() && root["o"].isObject() && root["a"].isArray() && root["z"].isNull());
    QCOMPARE(root["s"].text(), std::string("5"));
    QCOMPARE(root["s"].toInt64(), std::nullopt);
    QCOMPARE(root["s"].toDouble(), std::nullopt);
    QCOMPARE(root["n"].toInt64(), std::int64_t { 5 });
    QCOMPARE(root["n"].toDouble(), 5.0);
    QCOMPARE(root["n"].text(), std::nullopt);
    QCOMPARE(root["t"].boolean(), true);
    QCOMPARE(root["f"].boolean(), false);
    QCOMPARE(root["z"].boolean(), std::nullopt);
    QVERIFY(!root["z"].decimal());
    QVERIFY(!root["a"]["x"].isValid() && !root["o"][std::size_t { 0 }].isValid());
}

void TestView::asksAnInvalidViewForNothing()
{
    const json::View none;
    QVERIFY(!none && !none.isObject() && !none["x"] && !none[std::size_t { 1 }]);
    QVERIFY(!none.text() && !none.boolean() && !none.toInt64() && !none.toDouble() && !none.decimal());
    QVERIFY(none.lexeme().empty() && none.pointer().empty() && none.raw().isEmpty() && !none.equals(""));
    QCOMPARE(none.size(), std::size_t { 0 });
    QCOMPARE(none.offset(), std::size_t { 0 });
    QCOMPARE(int { none.flags() }, 0);
    QVERIFY(none.members().begin() == none.members().end());
    QVERIFY(none.elements().begin() == none.elements().end());
}

void TestView::findsMembersByTheirUnescapedName()
{
    const json::Document document = parsed(R"({"a\/b":1,"\u00e9":2,"":3,"x":{"x":4}})");
    const json::View root = document.root();
    QCOMPARE(root["a/b"].toInt64(), std::int64_t { 1 });
    QCOMPARE(root["é"].toInt64(), std::int64_t { 2 });
    QCOMPARE(root[""].toInt64(), std::int64_t { 3 });
    QCOMPARE(root["x"]["x"].toInt64(), std::int64_t { 4 });
    QVERIFY(!root[R"(a\/b)"] && !root["X"] && !root["xx"]);
}

void TestView::takesTheLastOfEqualNames()
{
    const json::Document document = parsed(R"({"a":1,"b":2,"\u0061":3})");
    QCOMPARE(document.root()["a"].toInt64(), std::int64_t { 3 });
    QCOMPARE(document.root()["b"].toInt64(), std::int64_t { 2 });
    QCOMPARE(document.root().size(), std::size_t { 3 });
}

void TestView::walksMembersAndElementsInOrder()
{
    const json::Document document = parsed(R"({"b":[1,[2,3],{"c":4}],"\n":{}})");
    QStringList seen;
    for (const json::Member member : document.root().members()) {
        seen << QString::fromStdString(member.name()) + QLatin1Char('=')
                + QString::fromStdString(std::string(member.value.lexeme()));
        QVERIFY(member.key.kind() == json::Kind::Key && !member.key.isString());
    }
    QCOMPARE(seen, QStringList({ QStringLiteral(R"(b=[1,[2,3],{"c":4}])"), QStringLiteral("\n={}") }));
    const json::View list = document.root()["b"];
    QCOMPARE(list.size(), std::size_t { 3 });
    std::size_t index = 0;
    for (const json::View element : list.elements()) {
        QCOMPARE(element.tokenIndex(), list[index].tokenIndex());
        ++index;
    }
    QCOMPARE(index, std::size_t { 3 });
    QVERIFY(!list[3]);
}

void TestView::keepsLexemesAsReceived()
{
    const json::Document document
        = parsed("\xEF\xBB\xBF [1.10, -0, 1e400, 18446744073709551616, \"\\u0041\"]");
    const json::View list = document.root();
    QCOMPARE(list.offset(), std::size_t { 4 });
    QCOMPARE(list[0].lexeme(), std::string_view("1.10"));
    QCOMPARE(list[0].decimal()->text(), std::string("1.10"));
    QCOMPARE(list[1].lexeme(), std::string_view("-0"));
    QVERIFY(std::signbit(*list[1].toDouble()));
    QVERIFY(std::isinf(*list[2].toDouble()));
    QCOMPARE(list[3].toInt64(), std::nullopt);
    QCOMPARE(list[3].decimal()->text(), std::string("18446744073709551616"));
    QCOMPARE(list[4].lexeme(), std::string_view(R"("\u0041")"));
}

void TestView::comparesStringsByTheirCharacters()
{
    const json::Document document = parsed(R"(["plain","esc\u0061ped","\ud83d",7])");
    const json::View list = document.root();
    QVERIFY(list[0].equals("plain") && !list[0].equals("plai") && !list[0].equals("plain "));
    QVERIFY(list[1].equals("escaped") && !list[1].equals(R"(esc\u0061ped)"));
    QVERIFY(list[2].equals("\xED\xA0\xBD"));
    QVERIFY(!list[3].equals("7"));
}

void TestView::handsOutSharedBytes()
{
    json::Raw kept;
    {
        json::Document document;
        QVERIFY(document.reset(QByteArray("data: {\"x\": [1.10]}\n"), 6, 13));
        QCOMPARE(document.text(), std::string_view(R"({"x": [1.10]})"));
        kept = document.root()["x"].raw();
    }
    QCOMPARE(kept.text(), std::string_view("[1.10]"));
}

void TestView::namesItsPlace()
{
    const json::Document document = parsed(R"({"a":[{"~/":[7,8]},9],"":0,"\u00e9":{}})");
    const json::View root = document.root();
    QCOMPARE(root.pointer(), std::string());
    QCOMPARE(root["a"].pointer(), std::string("/a"));
    QCOMPARE(root["a"][0]["~/"][1].pointer(), std::string("/a/0/~0~1/1"));
    QCOMPARE(root["a"][1].pointer(), std::string("/a/1"));
    QCOMPARE(root[""].pointer(), std::string("/"));
    QCOMPARE(root["é"].pointer(), std::string("/é"));
    const json::Member first = *root.members().begin();
    QCOMPARE(first.key.pointer(), std::string("/a"));
}

QTEST_APPLESS_MAIN(TestView)
#include "tst_view.moc"
