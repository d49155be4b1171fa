// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/offers/madeup.h"

#include "ui/offers/describe.h"

#include <QTest>

using offers::Facts;
using wire::milliseconds;

class TestDescribe final : public QObject {
    Q_OBJECT

    static QStringList row(const Facts& facts, const QString& name)
    {
        for (const QStringList& fact : facts) {
            if (fact.front().endsWith(name))
                return fact;
        }
        return {};
    }

private Q_SLOTS:
    void everySignatureHasAWordAndAnIcon()
    {
        using buyer::Trust;
        using widgets::State;
        for (const auto& [trust, state] : { std::pair(Trust::Bad, State::Bad),
                 std::pair(Trust::Unsigned, State::Attention), std::pair(Trust::NotChecked, State::Waiting),
                 std::pair(Trust::NotAuthorised, State::Attention),
                 std::pair(Trust::Verified, State::Good) }) {
            buyer::Bid bid = madeup::offered(madeup::offer("1"));
            bid.trust = trust;
            bid.trustReason = "why";
            const offers::Word word = offers::signatureOf(bid);
            QCOMPARE(word.state, state);
            QVERIFY(!word.text.isEmpty());
            QCOMPARE(word.text.contains(QStringLiteral("why")), trust != Trust::Verified);
        }
    }

    void whatNoSignatureCoversIsMarked()
    {
        buyer::Bid bid = madeup::offered(madeup::offer("1"));
        identity::Envelope& envelope = bid.quote->signature.envelope.emplace();
        envelope.createdMs = 1'783'017'900'000;
        const QString created = row(offers::signatureFacts(bid), QStringLiteral("created")).value(1);
        QVERIFY2(created.startsWith(QStringLiteral("1783017900000")), qPrintable(created));
        QVERIFY2(created.endsWith(QStringLiteral("not covered by the signature")), qPrintable(created));
    }

    void aRefusalNamesItsCodeAndWhatIsAsked()
    {
        acmp::TaskError error;
        error.code = -33001;
        error.message = "too cheap";
        error.data.emplace();
        error.data->minPriceCu = json::Decimal::parse("0.0080");
        QCOMPARE(offers::errorText(error), QStringLiteral("-33001 budget_exceeded (at least 0.0080 CU)"));
    }

    /// Layer 6 §4, row by row.
    void theHandOffSaysWhereEachTermLands()
    {
        acmp::OfferRequest request;
        request.maxPriceCu = json::Decimal::parse("0.005");
        request.proofMethod = "result-hash";
        acmp::Offer offer = madeup::offer("0.00300", 600);
        offer.challengeWindowMs = 86'400'000;
        offer.proofMethod = "result-hash";
        const Facts facts = offers::handoffOf(request, offer, "esc_1");
        QCOMPARE(row(facts, QStringLiteral("price_cu"))[1], QStringLiteral("≤ 0.005 CU"));
        QCOMPARE(row(facts, QStringLiteral("price_cu"))[2], QStringLiteral("0.00300 CU"));
        QVERIFY(row(facts, QStringLiteral("price_cu"))[3].contains(QStringLiteral("invoke.max_price_cu")));
        QVERIFY(
            row(facts, QStringLiteral("proof_method"))[3].contains(QStringLiteral("invoke.proof_method")));
        QVERIFY(row(facts, QStringLiteral("challenge_window_ms"))[3].contains(QStringLiteral("escrowBind")));
        QCOMPARE(row(facts, QStringLiteral("challenge_window_ms"))[2], QStringLiteral("24 h"));
        QVERIFY(row(facts, QStringLiteral("latency_sla_ms"))[3].contains(QStringLiteral("timeout_ms")));
        QCOMPARE(row(facts, QStringLiteral("escrow_id"))[2], QStringLiteral("esc_1"));
        QVERIFY(row(facts, QStringLiteral("bind escrow"))[3].contains(QStringLiteral("Layer 4")));
        // Without one there is nothing to bind, and nothing goes onto the wire (decision D16).
        const Facts direct = offers::handoffOf(request, offer, std::nullopt);
        QCOMPARE(row(direct, QStringLiteral("escrow_id"))[2], QStringLiteral("direct settlement"));
    }

    void theDifferenceComesFirst()
    {
        acmp::Offer a = madeup::offer("0.10", 100), b = madeup::offer("0.1", 200);
        b.offerId = a.offerId;
        b.extra.emplace_back("note", json::Raw::string("mine"));
        const Facts facts = offers::differenceOf(a, b);
        QStringList differing;
        for (const QStringList& fact : facts) {
            if (fact.front().startsWith(u'≠'))
                differing += fact.front().mid(2);
        }
        // 0.10 and 0.1 are the same amount, written otherwise: that is a difference of the messages.
        QCOMPARE(differing,
            QStringList(
                { QStringLiteral("price_cu"), QStringLiteral("latency_sla_ms"), QStringLiteral("note") }));
        QCOMPARE(facts[0],
            QStringList({ QStringLiteral("≠ price_cu"), QStringLiteral("0.10"), QStringLiteral("0.1") }));
        QVERIFY(facts.back().front().startsWith(u'='));
    }

    void whatStaysOnThisMachine_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<bool>("isOfThisMachine");
        QTest::newRow("loopback") << QStringLiteral("http://127.0.0.1:80/mcp") << true;
        QTest::newRow("its name") << QStringLiteral("ws://localhost:80/ws") << true;
        QTest::newRow("v6") << QStringLiteral("a2a:http://[::1]:80/a") << true;
        QTest::newRow("program") << QStringLiteral("stdio:agent --serve") << true;
        QTest::newRow("elsewhere") << QStringLiteral("https://compute.example.com/mcp") << false;
        QTest::newRow("a name that begins so") << QStringLiteral("http://127.0.0.1.example.com/") << false;
        QTest::newRow("no address") << QStringLiteral("???") << false;
    }
    void whatStaysOnThisMachine()
    {
        QFETCH(const QString, url);
        QFETCH(const bool, isOfThisMachine);
        QCOMPARE(offers::isOfThisMachine(url.toStdString()), isOfThisMachine);
    }

    void theTimeLeftIsRoundedDown()
    {
        QCOMPARE(offers::leftText(milliseconds(3'690)), QStringLiteral("3.6 s"));
        QCOMPARE(offers::leftText(milliseconds(49)), QStringLiteral("40 ms"));
        QCOMPARE(offers::leftText(milliseconds(0)), QStringLiteral("expired"));
        QCOMPARE(offers::leftText(milliseconds(-1)), QStringLiteral("expired"));
    }
};

QTEST_APPLESS_MAIN(TestDescribe)
#include "tst_describe.moc"
