// SPDX-License-Identifier: Apache-2.0
// Accepted offers outlive the program: byte for byte, and whatever happens to their file.
#include "protocol/acmp/codec.h"
#include "protocol/json/document.h"
#include "protocol/workspace/carry.h"
#include "protocol/workspace/dealsfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using workspace::DealsFile;
using workspace::KeptDeal;
using workspace::KeptTask;

namespace {

/// Over several lines, with an amount that no double holds and a member that nobody knows.
QByteArray offerOf(const char* offerId)
{
    return QByteArray("{\r\n \"offer_id\": \"") + offerId
        + "\", \"capability\": \"say \\u00e9\", \"price_cu\": 0.30000000000000004,\n\t\"valid_until_ms\": "
          "1783017900050.5, \"mine\": [ 1.10,\n \"\xc3\xa9\" ] }";
}

KeptDeal dealOf(const char* offerId, const char* provider = "did:web:a.example")
{
    KeptDeal deal;
    deal.acceptedUnixMs = 1'783'017'900'000;
    deal.provider = provider;
    deal.name = "line\nbreak";
    deal.endpointId = "ep_1";
    deal.url = "a2a:https://a.example/";
    deal.escrowId = "esc_1";
    deal.request.capability = "say \xc3\xa9";
    deal.request.maxPriceCu = json::Decimal::parse("1.10");
    deal.received = json::Raw(offerOf(offerId));
    const auto document = json::Document::parse(offerOf(offerId));
    deal.offer = *acmp::decode<acmp::Offer>(document->root());
    return deal;
}

workspace::TaskOfDeal taskOf(const char* offerId, const char* taskId, const char* outcome = "result")
{
    return { "did:web:a.example", offerId,
        { 1'783'017'901'000, taskId, outcome, json::Decimal::parse("0.20"), 1'500 } };
}

} // namespace

class TestDeals final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;

    QByteArray bytes() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& text) const
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size());
    }

private Q_SLOTS:
    void init()
    {
        m_path = DealsFile::pathFor(m_folder.filePath(
            QString::fromLatin1(QTest::currentTestFunction()) + QStringLiteral(".acmpworkspace")));
    }
    void keepsWhatItIsTold();
    void aTasksLastAttemptCounts();
    void whatIsKnownOfAnAcceptIsReplaced();
    void leavesOutALineThatCannotBeUnderstood_data();
    void leavesOutALineThatCannotBeUnderstood();
    void nothingIsLostByATornLine();
    void withoutAFileItIsKeptHere();
    void filesGoAlong();
};

void TestDeals::keepsWhatItIsTold()
{
    QVERIFY(m_path.endsWith(QStringLiteral("keepsWhatItIsTold.deals.jsonl")));
    KeptDeal first = dealOf("o1"), second = dealOf("o2", "b");
    second.escrowId.reset();
    second.isUnsure = true;
    {
        auto file = DealsFile::open(m_path);
        QVERIFY(file && file->deals().empty());
        QVERIFY(!QFile::exists(m_path));
        QVERIFY(file->add(first) && file->add(second) && file->add(taskOf("o1", "t1")));
        QVERIFY(!(QFile::permissions(m_path) & (QFile::ReadGroup | QFile::ReadOther)));
    }
    const auto again = DealsFile::open(m_path);
    QVERIFY(again && !again->problem());
    first.tasks.push_back(taskOf("o1", "t1").task);
    QCOMPARE(again->deals().size(), std::size_t { 2 });
    QVERIFY(again->deals().front() == first);
    QVERIFY(again->deals().back() == second);
    const std::string_view received = again->deals().front().received.text();
    QCOMPARE(QByteArray(received.data(), static_cast<qsizetype>(received.size())), offerOf("o1"));
    QCOMPARE(again->deals().front().offer.priceCu.text(), std::string("0.30000000000000004"));
}

void TestDeals::aTasksLastAttemptCounts()
{
    auto file = DealsFile::open(m_path);
    QVERIFY(file->add(dealOf("o1")));
    QVERIFY(file->add(taskOf("o1", "t1", "connection lost")) && file->add(taskOf("o1", "t1")));
    QVERIFY(file->add(taskOf("nobody's", "t2"))); // of a deal elsewhere: not ours to keep
    const auto again = DealsFile::open(m_path);
    QVERIFY(!again->problem());
    QCOMPARE(again->deals().front().tasks.size(), std::size_t { 1 });
    QCOMPARE(again->deals().front().tasks.front().outcome, std::string("result"));
}

void TestDeals::whatIsKnownOfAnAcceptIsReplaced()
{
    auto file = DealsFile::open(m_path);
    KeptDeal deal = dealOf("o1");
    deal.isUnsure = true;
    QVERIFY(file->add(deal));
    deal.isUnsure = false;
    QVERIFY(file->add(deal));
    const auto again = DealsFile::open(m_path);
    QCOMPARE(again->deals().size(), std::size_t { 1 });
    QVERIFY(!again->deals().front().isUnsure);
}

void TestDeals::leavesOutALineThatCannotBeUnderstood_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("other kind") << QByteArray("{\"unix_ms\":1,\"kind\":\"gift\"}");
    QTest::newRow("no time") << QByteArray("{\"kind\":\"task\"}");
    QTest::newRow("no offer") << QByteArray("{\"unix_ms\":1,\"kind\":\"accepted\",\"request\":\"{}\"}");
    QTest::newRow("half an offer") << QByteArray("{\"unix_ms\":1,\"kind\":\"accepted\",\"offer\":\"{}\"}");
    QTest::newRow("of no deal") << QByteArray("{\"unix_ms\":1,\"kind\":\"task\",\"offer_id\":\"x\"}");
}

void TestDeals::leavesOutALineThatCannotBeUnderstood()
{
    QFETCH(const QByteArray, line);
    const QByteArray before = QByteArray::fromStdString(toLine(dealOf("o1"))) + '\n' + line + '\n'
        + QByteArray::fromStdString(toLine(dealOf("o2"))) + '\n';
    write(before);
    auto file = DealsFile::open(m_path);
    QVERIFY(file && file->problem());
    QCOMPARE(file->problem()->where, m_path.toStdString() + ":2");
    QVERIFY(!file->problem()->expected.empty());
    QCOMPARE(file->deals().size(), std::size_t { 2 });
    QVERIFY(file->add(dealOf("o3")));
    QVERIFY(bytes().startsWith(before));
    QCOMPARE(DealsFile::open(m_path)->deals().size(), std::size_t { 3 });
}

void TestDeals::nothingIsLostByATornLine()
{
    const QByteArray one = QByteArray::fromStdString(toLine(dealOf("o1"))) + '\n';
    const QByteArray two = QByteArray::fromStdString(toLine(dealOf("o2"))) + '\n';
    for (qsizetype cut = 0; cut < two.size() - 1; cut += 7) {
        write(one + two.first(cut));
        auto file = DealsFile::open(m_path);
        QVERIFY(file && file->deals().size() == 1);
        QCOMPARE(file->problem().has_value(), cut > 0);
        QVERIFY(file->add(dealOf("o3")));
        QVERIFY(bytes().startsWith(QByteArray(one + two.first(cut))));
        QCOMPARE(DealsFile::open(m_path)->deals().size(), std::size_t { 2 });
    }
    // All of it but its end: it is a line.
    write(one + two.chopped(1));
    auto file = DealsFile::open(m_path);
    QVERIFY(!file->problem() && file->add(dealOf("o3")));
    QCOMPARE(DealsFile::open(m_path)->deals().size(), std::size_t { 3 });
}

void TestDeals::withoutAFileItIsKeptHere()
{
    DealsFile none;
    QVERIFY(none.add(dealOf("o1")));
    QCOMPARE(none.deals().size(), std::size_t { 1 });
    write("x");
    QVERIFY(QFile::setPermissions(m_path, {}));
    if (QFile(m_path).open(QIODevice::ReadOnly))
        QSKIP("this user may read everything");
    QVERIFY(!DealsFile::open(m_path));
}

void TestDeals::filesGoAlong()
{
    const QString to = m_path + QStringLiteral(".copy");
    QVERIFY(workspace::carry(m_path, to)); // nothing is there, and so nothing comes
    QVERIFY(!QFile::exists(to));
    write("1\r\n2");
    QVERIFY(workspace::mayCarry(m_path, to) && workspace::carry(m_path, to));
    QFile copy(to);
    QVERIFY(copy.open(QIODevice::ReadOnly));
    QCOMPARE(copy.readAll(), bytes());
    QVERIFY(workspace::carry(m_path, to)); // the same is there
    QVERIFY(workspace::carry(m_path, m_path));
    write("3");
    for (const auto& refused : { workspace::mayCarry(m_path, to), workspace::carry(m_path, to) }) {
        QVERIFY(!refused);
        QCOMPARE(refused.error().where, to.toStdString());
    }
    copy.seek(0);
    QCOMPARE(copy.readAll(), QByteArray("1\r\n2"));
    QVERIFY(QFile::remove(m_path));
    QVERIFY(!workspace::mayCarry(m_path, to)); // somebody's ledger, where there is none to put there
}

QTEST_GUILESS_MAIN(TestDeals)
#include "tst_deals.moc"
