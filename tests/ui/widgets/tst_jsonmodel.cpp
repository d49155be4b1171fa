// SPDX-License-Identifier: GPL-3.0-or-later
// The tree shows what was received, in its order and as written, and holds no more than was opened.
#include "ui/widgets/jsonmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using widgets::JsonModel;
using widgets::JsonNote;

namespace {

QStringList list(std::initializer_list<const char*> texts)
{
    QStringList all;
    for (const char* text : texts)
        all += QString::fromUtf8(text);
    return all;
}

} // namespace

class TestJsonModel final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void showsMembersAsReceived();
    void showsScalarsAndEmptyContainers();
    void showsWhatIsOddAboutAToken();
    void opensBranchByBranch();
    void groupsWhatIsMany();
    void knowsWhereTheBytesAre();
    void showsNotesBelowWhatTheyAreAbout();
    void showsAMessageInstead();

private:
    void show(const QByteArray& json, const std::vector<JsonNote>& notes = {});
    QModelIndex at(int row, const QModelIndex& parent = {}) const { return m_model->index(row, 0, parent); }
    QStringList rows(const QModelIndex& parent = {}) const;

    std::unique_ptr<JsonModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
    bool m_isTested = true; // the tester opens all there is
};

void TestJsonModel::init()
{
    m_model = std::make_unique<JsonModel>();
    m_isTested = true;
}

void TestJsonModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
}

void TestJsonModel::show(const QByteArray& json, const std::vector<JsonNote>& notes)
{
    // Qt's tester of 6.4 takes fetching after a reset for a part of it.
    m_tester.reset();
    m_model->setDocument(std::make_shared<json::Document>(json::Document::parse(json).value()), notes);
    if (m_isTested)
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
}

QStringList TestJsonModel::rows(const QModelIndex& parent) const
{
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(parent); ++row)
        texts += at(row, parent).data().toString();
    return texts;
}

void TestJsonModel::showsMembersAsReceived()
{
    show(R"({"b":1.10,"a":18446744073709551616,"b":"x\n","t":true,"n":null,"o":{"x":1},"e":[1,2]})");
    QCOMPARE(rows(),
        list({ "b: 1.10", "a: 18446744073709551616", "b: \"x\\n\"", "t: true", "n: null", "o: { 1 member }",
            "e: [ 2 elements ]" }));
}

void TestJsonModel::showsScalarsAndEmptyContainers()
{
    show("-0");
    QCOMPARE(rows(), list({ "-0" }));
    show("{}");
    QCOMPARE(rows(), list({ "{}" }));
    show("[[],{}]");
    QCOMPARE(rows(), list({ "0: []", "1: {}" }));
    QVERIFY(!m_model->hasChildren(at(0)));
    show(QByteArray("{\"\\u0061\\u202e\":\"") + QByteArray(5000, 'x') + "\"}");
    QVERIFY(rows().first().startsWith(QStringLiteral("a\\u{202e}: \"xx")));
    QVERIFY(rows().first().size() < 1100);
}

void TestJsonModel::showsWhatIsOddAboutAToken()
{
    show(R"({"a":1,"a":1e400,"s":"\ud800"})");
    const auto remark = [this](int row) { return at(row).data(JsonModel::RemarkRole).toString(); };
    QCOMPARE(remark(0), QString());
    QCOMPARE(remark(1), QStringLiteral("duplicate name, beyond a double"));
    QCOMPARE(remark(2), QStringLiteral("lone surrogate"));
}

void TestJsonModel::opensBranchByBranch()
{
    m_isTested = false;
    show(R"({"a":{"b":{"c":[1,2,3]}}})");
    QVERIFY(m_model->hasChildren(at(0)) && m_model->canFetchMore(at(0)));
    QCOMPARE(m_model->rowCount(at(0)), 0);
    m_model->fetchMore(at(0));
    QCOMPARE(rows(at(0)), list({ "b: { 1 member }" }));
    QVERIFY(!m_model->canFetchMore(at(0)));
    QCOMPARE(at(0, at(0)).parent(), at(0));
}

void TestJsonModel::groupsWhatIsMany()
{
    QByteArray json = "[";
    for (int i = 0; i < 2'001'500; ++i)
        json += QByteArray::number(i % 10) + ',';
    json.back() = ']';
    m_isTested = false;
    show(json);
    QCOMPARE(rows(), list({ "0 … 999999", "1000000 … 1999999", "2000000 … 2001499" }));
    m_model->fetchMore(at(1));
    QCOMPARE(m_model->rowCount(at(1)), 1000);
    const QModelIndex thousand = at(7, at(1));
    QCOMPARE(thousand.data().toString(), QStringLiteral("1007000 … 1007999"));
    m_model->fetchMore(thousand);
    QCOMPARE(at(3, thousand).data().toString(), QStringLiteral("1007003: 3"));
    QCOMPARE(m_model->pointer(at(3, thousand)), std::string("/1007003"));
    m_model->fetchMore(at(2));
    QCOMPARE(rows(at(2)), list({ "2000000 … 2000999", "2001000 … 2001499" }));

    QByteArray object = "{";
    for (int i = 0; i < 1500; ++i)
        object += "\"k" + QByteArray::number(i) + "\":" + QByteArray::number(i) + ',';
    object.back() = '}';
    m_isTested = true;
    show(object, { { "/k1200", acmp::Level::Error, QStringLiteral("no") } });
    QCOMPARE(rows().size(), 2);
    const QModelIndex note = m_model->indexOfNote(0);
    QCOMPARE(note.parent(), at(1));
    QCOMPARE(note.row(), 201);
    QCOMPARE(at(200, at(1)).data().toString(), QStringLiteral("k1200: 1200"));
}

void TestJsonModel::knowsWhereTheBytesAre()
{
    const QByteArray json = R"({"a~/":[ 10 , {"x" : "y"}]})";
    show(json);
    const QModelIndex array = at(0);
    m_model->fetchMore(array);
    const auto bytes = [&](const QModelIndex& index) {
        const JsonModel::Range range = m_model->range(index);
        return json.mid(range.offset, range.length);
    };
    QCOMPARE(bytes(array), QByteArray(R"("a~/":[ 10 , {"x" : "y"}])"));
    QCOMPARE(bytes(at(0, array)), QByteArray("10"));
    QCOMPARE(m_model->pointer(at(1, array)), std::string("/a~0~1/1"));
    QCOMPARE(m_model->lexeme(at(1, array)), std::string_view(R"({"x" : "y"})"));
}

void TestJsonModel::showsNotesBelowWhatTheyAreAbout()
{
    const std::vector<JsonNote> notes { { "/seq", acmp::Level::Error, QStringLiteral("expected 2") },
        { "/chunk/nowhere/at/all", acmp::Level::Warning, QStringLiteral("must be there") },
        { "", acmp::Level::Note, QStringLiteral("all of it") },
        { "no pointer", acmp::Level::Note, QStringLiteral("all of it, too") } };
    show(R"({"seq":3,"chunk":{"type":"text"}})", notes);
    QCOMPARE(rows(), list({ "all of it", "all of it, too", "seq: 3", "expected 2", "chunk: { 1 member }" }));
    const QModelIndex note = m_model->indexOfNote(1);
    QCOMPARE(note.parent(), at(4));
    QCOMPARE(rows(at(4)), list({ "must be there", "type: \"text\"" }));
    QCOMPARE(note.data(JsonModel::LevelRole).toInt(), static_cast<int>(acmp::Level::Warning));
    QCOMPARE(m_model->indexOfNote(0), at(3));
    QCOMPARE(m_model->range(at(3)).offset, 1); // of what it is about
}

void TestJsonModel::showsAMessageInstead()
{
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
    m_model->setMessage(acmp::Level::Error, QStringLiteral("no JSON"));
    QCOMPARE(rows(), list({ "no JSON" }));
    QVERIFY(m_model->lexeme(at(0)).empty() && m_model->pointer(at(0)).empty());
    m_model->clear();
    QCOMPARE(m_model->rowCount(), 0);
    QVERIFY(!m_model->hasChildren() && !m_model->canFetchMore({}));
}

QTEST_GUILESS_MAIN(TestJsonModel)
#include "tst_jsonmodel.moc"
