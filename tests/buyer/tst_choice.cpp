// SPDX-License-Identifier: Apache-2.0
// Which offer is taken, and what is worse than what was shown: a table of cases each.
#include "protocol/buyer/choice.h"

#include <QTest>

using namespace std::chrono_literals;
using buyer::Candidate;
using buyer::Constraints;
using buyer::Policy;
using buyer::Trust;

namespace {

acmp::Offer offer(const char* price, std::optional<std::int64_t> slaMs = {})
{
    acmp::Offer made;
    made.capability = "summarize";
    made.priceCu = *json::Decimal::parse(price);
    made.latencySlaMs = slaMs;
    return made;
}

acmp::OfferRequest request()
{
    acmp::OfferRequest asked;
    asked.capability = "summarize";
    return asked;
}

} // namespace

class TestChoice final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesPricesExactly();
    void ranksByWhatIsPromised();
    void scoresByWeights();
    void scoresNothingByNothing();
    void aFreeOfferDoesNotDivide();
    void namesWhatKeepsAnOfferOut_data();
    void namesWhatKeepsAnOfferOut();
    void whatTheRequestForbidsNeedsNoConstraint();
    void knowsWhenNoneCanBeBetter();
    void namesWhatBecameWorse_data();
    void namesWhatBecameWorse();
    void policiesHaveNames();
};

void TestChoice::comparesPricesExactly()
{
    // As doubles the first two are one.
    const acmp::Offer dear = offer("0.30000000000000004"), cheap = offer("0.3000000000000000399"),
                      cheapest = offer("3e-1");
    const Candidate all[] { { &dear }, { &cheap }, { &cheapest } };
    QCOMPARE(buyer::ranked(all, Policy::Cheapest), (std::vector<std::size_t> { 2, 1, 0 }));
}

void TestChoice::ranksByWhatIsPromised()
{
    const acmp::Offer none = offer("1"), slow = offer("1", 900), fast = offer("2", 100);
    const Candidate all[] { { &none, 1ms }, { &slow, 2ms }, { &fast, 9ms }, { &fast, 8ms } };
    QCOMPARE(buyer::ranked(all, Policy::Fastest), (std::vector<std::size_t> { 3, 2, 1, 0 }));
    // At one price the faster one.
    QCOMPARE(buyer::ranked(all, Policy::Cheapest), (std::vector<std::size_t> { 1, 0, 3, 2 }));
}

void TestChoice::scoresByWeights()
{
    const acmp::Offer cheap = offer("1", 200), fast = offer("2", 100), unpromising = offer("1");
    const Candidate all[] { { &cheap, 10ms, {}, Trust::Verified }, { &fast, 5ms, {}, Trust::Unseen },
        { &unpromising, 5ms, {}, Trust::NotChecked } };
    const std::vector<double> found = buyer::scores(all, {});
    QCOMPARE(found[0], 60 + 15 + 5.0);
    QCOMPARE(found[1], 30 + 30 + 10.0);
    QCOMPARE(found[2], (60 + 0 + 10) * 0.5);
    QCOMPARE(buyer::ranked(all, Policy::BestScore), (std::vector<std::size_t> { 0, 1, 2 }));
    QCOMPARE(buyer::ranked(all, Policy::BestScore, { .price = 0, .sla = 1, .roundTrip = 0 }).front(),
        std::size_t { 1 });
}

void TestChoice::scoresNothingByNothing()
{
    const acmp::Offer one = offer("1");
    const Candidate all[] { { &one } };
    QCOMPARE(buyer::scores(all, { 0, 0, 0, 1 }).front(), 0.0);
    QVERIFY(buyer::scores({}, {}).empty());
    QVERIFY(buyer::ranked({}, Policy::BestScore).empty());
}

void TestChoice::aFreeOfferDoesNotDivide()
{
    const acmp::Offer free = offer("0"), alsoFree = offer("-0"), dear = offer("1e999");
    const Candidate all[] { { &free, 0ns, {}, Trust::Verified }, { &alsoFree, 0ns, {}, Trust::Verified },
        { &dear, 1ms, {}, Trust::Verified } };
    QCOMPARE(buyer::scores(all, { 1, 0, 1, 1 }), (std::vector<double> { 100, 100, 0 }));
}

void TestChoice::namesWhatKeepsAnOfferOut_data()
{
    QTest::addColumn<Constraints>("constraints");
    QTest::addColumn<Trust>("trust");
    QTest::addColumn<QString>("why"); ///< empty: it may be taken
    const auto row = [](const char* name, Constraints constraints, Trust trust, const char* why) {
        QTest::newRow(name) << constraints << trust << QString::fromUtf8(why);
    };
    row("nothing asked", {}, Trust::Unsigned, "");
    row("bad signature", {}, Trust::Bad, "its signature is bad");
    row("unsigned", { .signedOnly = true }, Trust::Unsigned, "signed only: it is unsigned");
    row("not resolved", { .signedOnly = true }, Trust::NotChecked, "signed only: its DID is not resolved");
    row("not authorised", { .signedOnly = true }, Trust::NotAuthorised,
        "signed only: its key may not speak for its DID");
    row("not looked at yet", { .signedOnly = true }, Trust::Unseen, "");
    row("verified", { .signedOnly = true }, Trust::Verified, "");
    row("price at the limit", { .maxPriceCu = json::Decimal::parse("1.10") }, Trust::Unsigned, "");
    row("price", { .maxPriceCu = json::Decimal::parse("1.0999") }, Trust::Unsigned, "1.1 CU, above 1.0999");
    row("latency at the limit", { .maxLatencyMs = 500 }, Trust::Unsigned, "");
    row("latency", { .maxLatencyMs = 499 }, Trust::Unsigned, "500 ms, above 499");
    row("tier", { .tier = "S" }, Trust::Unsigned, "its tier is A");
    row("same tier", { .tier = "A" }, Trust::Unsigned, "");
    row("proof", { .proofMethod = "tee-attestation" }, Trust::Unsigned, "its proof is result-hash");
    row("same proof", { .proofMethod = "result-hash" }, Trust::Unsigned, "");
}

void TestChoice::namesWhatKeepsAnOfferOut()
{
    QFETCH(Constraints, constraints);
    QFETCH(Trust, trust);
    QFETCH(QString, why);
    acmp::Offer made = offer("1.1", 500);
    made.proofMethod = "result-hash";
    const auto found = buyer::whyNot({ &made, 1ms, "A", trust }, request(), constraints);
    QCOMPARE(QString::fromStdString(found.value_or("")), why);

    // What is not said at all is no match either.
    const acmp::Offer bare = offer("0");
    const Candidate unknown { &bare, 1ms, {}, Trust::Verified };
    const bool asksForMore
        = constraints.maxLatencyMs || !constraints.tier.empty() || !constraints.proofMethod.empty();
    QCOMPARE(buyer::whyNot(unknown, request(), constraints).has_value(), asksForMore);
}

void TestChoice::whatTheRequestForbidsNeedsNoConstraint()
{
    acmp::OfferRequest asked = request();
    asked.maxPriceCu = json::Decimal::parse("0.5");
    const acmp::Offer dear = offer("0.6"), below = offer("-1");
    QVERIFY(buyer::whyNot({ &dear }, asked, {}));
    QVERIFY(buyer::whyNot({ &below }, asked, {}));
    acmp::Offer other = offer("0.1");
    other.capability = "translate";
    QVERIFY(buyer::whyNot({ &other }, asked, {}));
}

void TestChoice::knowsWhenNoneCanBeBetter()
{
    const acmp::Offer free = offer("0.0"), immediate = offer("3", 0), usual = offer("1", 10);
    QVERIFY(buyer::isUnbeatable({ &free }, Policy::Cheapest));
    QVERIFY(!buyer::isUnbeatable({ &free }, Policy::Fastest));
    QVERIFY(buyer::isUnbeatable({ &immediate }, Policy::Fastest));
    QVERIFY(!buyer::isUnbeatable({ &usual }, Policy::Cheapest));
    QVERIFY(!buyer::isUnbeatable({ &free }, Policy::BestScore));
}

void TestChoice::namesWhatBecameWorse_data()
{
    QTest::addColumn<acmp::Offer>("fresh");
    QTest::addColumn<QString>("what");
    acmp::Offer shown = offer("1.10", 500);
    shown.proofMethod = "result-hash";
    shown.challengeWindowMs = 1000;
    const auto row = [&](const char* name, const char* what, auto change) {
        acmp::Offer fresh = shown;
        change(fresh);
        QTest::newRow(name) << fresh << QString::fromUtf8(what);
    };
    row("the same", "", [](acmp::Offer&) { });
    row("cheaper", "", [](acmp::Offer& fresh) { fresh.priceCu = *json::Decimal::parse("1.1"); });
    row("dearer", "price 1.1000001 CU, above 1.10",
        [](acmp::Offer& fresh) { fresh.priceCu = *json::Decimal::parse("1.1000001"); });
    row("faster", "", [](acmp::Offer& fresh) { fresh.latencySlaMs = 1; });
    row("slower", "latency 501 ms, above 500", [](acmp::Offer& fresh) { fresh.latencySlaMs = 501; });
    row("no latency", "it promises no latency any more", [](acmp::Offer& fresh) { fresh.latencySlaMs = {}; });
    row("other proof", "proof tee-attestation, not result-hash",
        [](acmp::Offer& fresh) { fresh.proofMethod = "tee-attestation"; });
    row("no proof", "it promises no proof any more", [](acmp::Offer& fresh) { fresh.proofMethod = {}; });
    row("longer window", "", [](acmp::Offer& fresh) { fresh.challengeWindowMs = 1001; });
    row("shorter window", "a shorter challenge window",
        [](acmp::Offer& fresh) { fresh.challengeWindowMs = 999; });
    row("no window", "a shorter challenge window", [](acmp::Offer& fresh) { fresh.challengeWindowMs = {}; });
    row("other capability", "it is for x, not for summarize",
        [](acmp::Offer& fresh) { fresh.capability = "x"; });
}

void TestChoice::namesWhatBecameWorse()
{
    QFETCH(acmp::Offer, fresh);
    QFETCH(QString, what);
    acmp::Offer shown = offer("1.10", 500);
    shown.proofMethod = "result-hash";
    shown.challengeWindowMs = 1000;
    QCOMPARE(QString::fromStdString(buyer::worsening(fresh, shown).value_or("")), what);
}

void TestChoice::policiesHaveNames()
{
    for (const Policy policy : { Policy::Cheapest, Policy::Fastest, Policy::BestScore })
        QVERIFY(buyer::policyOf(buyer::toString(policy)) == policy);
    QVERIFY(!buyer::policyOf("dearest"));
}

QTEST_GUILESS_MAIN(TestChoice)
#include "tst_choice.moc"
