// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/invoke/requesttext.h"

#include <QTest>

using invoke::readRequest;
using invoke::withMember;

class TestRequestText final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheFirstRequest()
    {
        const auto request = readRequest(invoke::firstRequest("task_1"));
        QVERIFY(request);
        QCOMPARE(request->taskId, std::string("task_1"));
        QVERIFY(request->input && request->stream);
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<qulonglong>("offset");
        QTest::newRow("no JSON") << QByteArray("{\"a\":}") << QByteArray("a value") << 5ULL;
        QTest::newRow("no object") << QByteArray("[]") << QByteArray("an object") << 0ULL;
        QTest::newRow("wrong type") << QByteArray(
            R"({"task_id":7,"capability":"c","input":{"type":"text","data":""}})")
                                    << QByteArray("/task_id") << 11ULL;
        QTest::newRow("missing") << QByteArray(R"({"task_id":"t"})") << QByteArray("capability") << 0ULL;
    }
    void saysWhatIsWrongAndWhere()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, words);
        QFETCH(const qulonglong, offset);
        const auto request = readRequest(text);
        QVERIFY(!request);
        const std::string told = request.error().error.toString();
        QVERIFY2(told.find(words.toStdString()) != std::string::npos, told.c_str());
        QCOMPARE(static_cast<qulonglong>(request.error().offset), offset);
    }

    void changesOneMemberAndNothingElse_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value"); // empty: remove
        QTest::addColumn<QByteArray>("changed");
        const auto row = [](const char* tag, const char* text, const char* name, const char* value,
                             const char* changed) {
            QTest::newRow(tag) << QByteArray(text) << QByteArray(name) << QByteArray(value)
                               << QByteArray(changed);
        };
        row("replace", R"({ "a" : 1.10,  "b":2 })", "a", "3", R"({ "a" : 3,  "b":2 })");
        row("the same", R"({"a":1.10})", "a", "1.10", R"({"a":1.10})");
        row("add, laid out like the one before", "{\n  \"a\": 1\n}\n", "b", "2",
            "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
        row("add to nothing", "{}", "b", "2", R"({"b": 2})");
        row("remove the first", "{\n  \"a\": 1,\n  \"b\": 2\n}", "a", "", "{\n  \"b\": 2\n}");
        row("remove the last", "{\n  \"a\": 1,\n  \"b\": 2\n}", "b", "", "{\n  \"a\": 1\n}");
        row("remove the only", R"({"a":1})", "a", "", "{}");
        row("remove what is not there", R"({"a":1})", "b", "", R"({"a":1})");
        row("of a duplicate the last", R"({"a":1,"a":2})", "a", "3", R"({"a":1,"a":3})");
        row("not JSON yet", R"({"a":)", "a", "3", R"({"a":)");
        row("a name with quotes in it", "{}", "a\"b", "3", "{\"a\\\"b\": 3}");
    }
    void changesOneMemberAndNothingElse()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, value);
        QFETCH(const QByteArray, changed);
        QCOMPARE(withMember(text, name.toStdString(),
                     value.isEmpty() ? std::nullopt : std::optional(value.toStdString())),
            changed);
    }

    /// Layer 6 §4: the price as it was offered, digit by digit; nothing else is touched.
    void takesTheTermsOfADeal()
    {
        acmp::Offer offer;
        offer.capability = "translate";
        offer.priceCu = *json::Decimal::parse("0.30000000000000004");
        offer.latencySlaMs = 600;
        const QByteArray text
            = R"({"task_id":"t","capability":"summarize","max_price_cu":5,"timeout_ms":900,"proof_method":"x","mine":1e2})";
        QCOMPARE(invoke::underDeal(text, offer, std::nullopt),
            QByteArray(
                R"({"task_id":"t","capability":"translate","max_price_cu":0.30000000000000004,"timeout_ms":900,"proof_method":"x","mine":1e2})"));
        offer.proofMethod = "result-hash";
        const QByteArray escrowed = invoke::underDeal(text, offer, "esc_1");
        QVERIFY(escrowed.contains(R"("proof_method":"result-hash")"));
        QVERIFY(escrowed.contains(R"("escrow_id": "esc_1")"));
        // The escrow of an earlier deal pays for no other.
        QVERIFY(!invoke::underDeal(escrowed, offer, std::nullopt).contains("escrow_id"));
        QCOMPARE(invoke::underDeal("{", offer, "esc_1"), QByteArray("{"));
    }

    void reachesIntoObjects()
    {
        const std::array<std::string_view, 2> path { "input", "data" };
        QCOMPARE(withMember(R"({"input":{"type":"text","data":"x"}})", path, R"("y")"),
            QByteArray(R"({"input":{"type":"text","data":"y"}})"));
        QCOMPARE(withMember(R"({"a":1})", path, R"("y")"), QByteArray(R"({"a":1,"input": {"data": "y"}})"));
    }
};

QTEST_APPLESS_MAIN(TestRequestText)
#include "tst_requesttext.moc"
