// SPDX-License-Identifier: Apache-2.0
#include "protocol/engine/offerid.h"
#include "protocol/rpc/codes.h"
#include "tests/engine/stage.h"

#include <QTest>

using namespace enginetest;
namespace code = rpc::code;

class TestOffers final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quotesItsTerms();
    void takesTheWindowAskedForUpToItsLongest_data();
    void takesTheWindowAskedForUpToItsLongest();
    void refusesToQuote_data();
    void refusesToQuote();
    void limitsHowOftenACallerAsks();
    void acceptsOnce();
    void refusesAnExpiredOffer();
    void answersAcceptedAndExpiredAsAccepted();
    void refusesAForgedId();
    void refusesAnIdOfAnotherProvider();
    void keepsNothingOfQuotes();
    void forgetsAcceptedIdsInTheEnd();
    void runsAnInvokeUnderItsDeal();
    void takesTheNewestDealOfTheCapability();
    void refusesWhatGoesBeyondTheDeal_data();
    void refusesWhatGoesBeyondTheDeal();
    void keepsDealsOfCallersApart();
};

static const std::string kTwo
    = R"({"format":1,"name":"two","capabilities":[{"name":"c","price_cu":0.0030,"latency_sla_ms":600,"tier":"B",)"
      R"("proofs":["result-hash"]},{"name":"d","price_cu":1}])";

static acmp::OfferRequest requestOf(const std::string& capability = "c")
{
    acmp::OfferRequest request;
    request.capability = capability;
    return request;
}

static acmp::Offer offerOf(Stage& stage, const acmp::OfferRequest& request = requestOf())
{
    return stage.ask(request)->get<acmp::Offer>();
}

static acmp::Accept acceptOf(const acmp::Offer& offer, std::optional<std::string> escrowId = {})
{
    return { .offerId = offer.offerId, .escrowId = std::move(escrowId), .extra = {} };
}

void TestOffers::quotesItsTerms()
{
    Stage stage(kTwo + "}");
    acmp::OfferRequest request = requestOf();
    request.challengeWindowMs = 86'400'000;
    request.proofMethod = "result-hash";
    request.offerValidMs = 50;
    request.maxPriceCu = json::Decimal::parse("0.003");
    const acmp::Offer offer = offerOf(stage, request);
    QVERIFY(offer.offerId.starts_with("offer_"));
    QCOMPARE(q(offer.capability), q("c"));
    QCOMPARE(q(offer.priceCu.text()), q("0.0030"));
    QCOMPARE(q(offer.validUntilMs.text()), QString::number(stage.clock.unixMs() + 50));
    QCOMPARE(offer.latencySlaMs.value_or(0), 600);
    QCOMPARE(q(offer.proofMethod.value_or("")), q("result-hash"));
    QCOMPARE(offer.challengeWindowMs.value_or(0), 86'400'000);
    QVERIFY(offerOf(stage, request).offerId != offer.offerId);
}

void TestOffers::takesTheWindowAskedForUpToItsLongest_data()
{
    QTest::addColumn<qint64>("asked");
    QTest::addColumn<qint64>("given");
    QTest::newRow("none asked") << qint64 { -1 } << qint64 { 200 };
    QTest::newRow("short") << qint64 { 50 } << qint64 { 50 };
    QTest::newRow("longer than usual") << qint64 { 900 } << qint64 { 900 };
    QTest::newRow("too long") << qint64 { 5000 } << qint64 { 1000 };
    QTest::newRow("absurd") << std::numeric_limits<qint64>::max() << qint64 { 1000 };
    QTest::newRow("none at all") << qint64 { 0 } << qint64 { 0 };
    QTest::newRow("negative") << qint64 { -7 } << qint64 { 0 };
}

void TestOffers::takesTheWindowAskedForUpToItsLongest()
{
    QFETCH(const qint64, asked);
    QFETCH(const qint64, given);
    Stage stage(kTwo + R"(,"offers":{"valid_ms":200,"max_valid_ms":1000,"challenge_window_ms":5}})");
    acmp::OfferRequest request = requestOf();
    if (asked != -1) {
        request.offerValidMs = asked;
    }
    request.challengeWindowMs = 86'400'000;
    const acmp::Offer offer = offerOf(stage, request);
    QCOMPARE(q(offer.validUntilMs.text()), QString::number(stage.clock.unixMs() + given));
    QCOMPARE(offer.challengeWindowMs.value_or(0), 5);
}

void TestOffers::refusesToQuote_data()
{
    QTest::addColumn<QString>("capability");
    QTest::addColumn<QString>("maxPrice");
    QTest::addColumn<QString>("proof");
    QTest::addColumn<qint64>("code");
    const auto row = [](const char* name, const char* capability, const char* price, const char* proof,
                         qint64 expected) {
        QTest::newRow(name) << QString::fromLatin1(capability) << QString::fromLatin1(price)
                            << QString::fromLatin1(proof) << expected;
    };
    row("capability", "e", "", "", code::kCapabilityNotFound);
    row("budget", "c", "0.0029999999999999999", "", code::kBudgetExceeded);
    row("proof", "c", "", "tee-attestation", code::kProofUnsupported);
    row("no proof here", "d", "", "result-hash", code::kProofUnsupported);
}

void TestOffers::refusesToQuote()
{
    QFETCH(const QString, capability);
    QFETCH(const QString, maxPrice);
    QFETCH(const QString, proof);
    QFETCH(const qint64, code);
    Stage stage(kTwo + "}");
    acmp::OfferRequest request = requestOf(capability.toStdString());
    request.maxPriceCu = json::Decimal::parse(maxPrice.toStdString());
    if (!proof.isEmpty()) {
        request.proofMethod = proof.toStdString();
    }
    const auto heard = stage.ask(request);
    QCOMPARE(heard->code(), code);
    QVERIFY(!heard->detail().empty());
    if (code == code::kBudgetExceeded) {
        QCOMPARE(q(heard->get<acmp::TaskError>().data->minPriceCu->text()), q("0.0030"));
        QCOMPARE(q(heard->detail()), q("Minimum price for c at tier B is 0.0030 CU."));
    }
}

void TestOffers::limitsHowOftenACallerAsks()
{
    Stage stage(kTwo + R"(,"offers":{"per_second":2}})");
    offerOf(stage);
    offerOf(stage);
    const auto refused = stage.ask(requestOf())->get<acmp::TaskError>();
    QCOMPARE(refused.code, code::kAcmpInternal);
    QCOMPARE(refused.data->extra.front().first, "retry_after_ms");
    QCOMPARE(refused.data->extra.front().second.text(), "500");
    stage.clock.advance(std::chrono::milliseconds(500));
    offerOf(stage);
}

void TestOffers::acceptsOnce()
{
    Stage stage(kTwo + "}");
    const acmp::Offer offer = offerOf(stage);
    const auto heard = stage.ask(acceptOf(offer, "esc_1"));
    const auto* const ack = heard->as<acmp::Ack>();
    QVERIFY(ack);
    QCOMPARE(q(ack->offerId), q(offer.offerId));
    QCOMPARE(q(ack->escrowId.value_or("")), q("esc_1"));
    QCOMPARE(q(ack->priceCu->text()), q("0.0030"));
    QCOMPARE(stage.ask(acceptOf(offer, "esc_1"))->code(), code::kAlreadyAccepted);
    QCOMPARE(stage.ask(acceptOf(offer), "someone else")->code(), code::kAlreadyAccepted);
    const auto direct = stage.ask(acceptOf(offerOf(stage)));
    QVERIFY(direct->is<acmp::Ack>() && !direct->get<acmp::Ack>().escrowId);
    QCOMPARE(stage.provider.facts().accepts, std::uint64_t { 2 });
    QCOMPARE(stage.provider.facts().offers, std::uint64_t { 2 });
}

void TestOffers::refusesAnExpiredOffer()
{
    Stage stage(kTwo + "}");
    acmp::OfferRequest request = requestOf();
    request.offerValidMs = 50;
    const acmp::Offer early = offerOf(stage, request);
    const acmp::Offer late = offerOf(stage, request);
    stage.clock.advance(50ms);
    QVERIFY(stage.ask(acceptOf(early))->is<acmp::Ack>());
    stage.clock.advance(1ms);
    const auto heard = stage.ask(acceptOf(late));
    QCOMPARE(heard->code(), code::kOfferExpired);
    QVERIFY(!heard->detail().empty());
}

void TestOffers::answersAcceptedAndExpiredAsAccepted()
{
    Stage stage(kTwo + "}");
    const acmp::Offer offer = offerOf(stage);
    stage.ask(acceptOf(offer));
    stage.clock.advance(60s);
    QCOMPARE(stage.ask(acceptOf(offer))->code(), code::kAlreadyAccepted);
}

void TestOffers::refusesAForgedId()
{
    Stage stage(kTwo + "}");
    const acmp::Offer offer = offerOf(stage);
    for (std::size_t i = 0; i < offer.offerId.size(); ++i) {
        acmp::Offer forged = offer;
        forged.offerId[i] = forged.offerId[i] == 'A' ? 'B' : 'A';
        QCOMPARE(stage.ask(acceptOf(forged))->code(), code::kOfferNotFound);
        forged.offerId = offer.offerId.substr(0, i);
        QCOMPARE(stage.ask(acceptOf(forged))->code(), code::kOfferNotFound);
    }
    for (const char* const odd : { "offer_6217d1", "=", " " }) {
        acmp::Offer forged = offer;
        forged.offerId += odd;
        QCOMPARE(stage.ask(acceptOf(forged))->code(), code::kOfferNotFound);
    }
    QVERIFY(stage.ask(acceptOf(offer))->is<acmp::Ack>());
}

void TestOffers::refusesAnIdOfAnotherProvider()
{
    Stage stage(kTwo + "}");
    const engine::OfferIdCodec other({ 1, 2, 3 });
    const engine::Terms terms { .nonce = 1,
        .capability = 0,
        .hasProof = false,
        .priceCu = *json::Decimal::parse("0.000001"),
        .validUntilMs = stage.clock.unixMs() + 1000 };
    const std::string id = other.encode(terms);
    QVERIFY(other.decode(id) == terms);
    QCOMPARE(
        stage.ask(acmp::Accept { .offerId = id, .escrowId = {}, .extra = {} })->code(), code::kOfferNotFound);
}

void TestOffers::keepsNothingOfQuotes()
{
    Stage stage(kTwo + "}");
    for (int i = 0; i < 100'000; ++i) {
        offerOf(stage);
    }
    const auto facts = stage.provider.facts();
    QCOMPARE(facts.offers, std::uint64_t { 100'000 });
    QCOMPARE(facts.keptDeals, std::size_t { 0 });
    QCOMPARE(facts.keptResults, std::size_t { 0 });
    QCOMPARE(facts.runningTasks, std::size_t { 0 });
}

void TestOffers::forgetsAcceptedIdsInTheEnd()
{
    Stage stage(kTwo + "}");
    for (int i = 0; i < 1000; ++i) {
        stage.ask(acceptOf(offerOf(stage)));
        stage.clock.advance(10s);
    }
    QVERIFY(stage.provider.facts().keptDeals < 100);
}

void TestOffers::runsAnInvokeUnderItsDeal()
{
    Stage stage(kTwo + R"(,"escrow":{"rule":"require"}})");
    acmp::OfferRequest request = requestOf();
    request.proofMethod = "result-hash";
    stage.ask(acceptOf(offerOf(stage, request), "esc_1"));
    acmp::Invoke invoke = invokeOf();
    invoke.escrowId = "esc_1";
    invoke.maxPriceCu = json::Decimal::parse("0.003");
    const auto heard = stage.ask(invoke);
    const auto* const result = heard->as<acmp::TaskResult>();
    QVERIFY(result);
    QVERIFY(result->costCu <= *json::Decimal::parse("0.003"));
    // The deal was for a proof, whether the invoke repeats it or not.
    QVERIFY(result->proof && result->proof->method == "result-hash");
    invoke.taskId = "task_2";
    invoke.maxPriceCu = json::Decimal::parse("0.002");
    QCOMPARE(stage.ask(invoke)->code(), code::kBudgetExceeded);
}

void TestOffers::takesTheNewestDealOfTheCapability()
{
    Stage stage(kTwo + "}");
    acmp::OfferRequest proven = requestOf();
    proven.proofMethod = "result-hash";
    stage.ask(acceptOf(offerOf(stage, proven), "esc_1"));
    stage.ask(acceptOf(offerOf(stage), "esc_1"));
    stage.ask(acceptOf(offerOf(stage, requestOf("d")), "esc_1"));
    acmp::Invoke invoke = invokeOf();
    invoke.escrowId = "esc_1";
    const auto heard = stage.ask(invoke);
    QVERIFY(heard->is<acmp::TaskResult>());
    QVERIFY(!heard->get<acmp::TaskResult>().proof);
}

void TestOffers::refusesWhatGoesBeyondTheDeal_data()
{
    QTest::addColumn<QString>("refusal");
    QTest::addColumn<qint64>("code");
    QTest::newRow("by default") << QString() << qint64 { code::kEscrowInvalid };
    QTest::newRow("escrow") << QStringLiteral(R"(,"escrow":{"refusal":"escrow_invalid"})")
                            << qint64 { code::kEscrowInvalid };
    QTest::newRow("budget") << QStringLiteral(R"(,"escrow":{"refusal":"budget_exceeded"})")
                            << qint64 { code::kBudgetExceeded };
}

void TestOffers::refusesWhatGoesBeyondTheDeal()
{
    QFETCH(const QString, refusal);
    QFETCH(const qint64, code);
    Stage stage(kTwo + refusal.toStdString() + "}");
    stage.ask(acceptOf(offerOf(stage), "esc_1"));
    acmp::Invoke invoke = invokeOf();
    invoke.capability = "d";
    invoke.escrowId = "esc_1";
    const auto heard = stage.ask(invoke);
    QCOMPARE(heard->code(), code);
    QVERIFY(heard->detail().contains("esc_1"));
    invoke.escrowId = "esc_2";
    QVERIFY(stage.ask(invoke)->is<acmp::TaskResult>());
}

void TestOffers::keepsDealsOfCallersApart()
{
    Stage stage(kTwo + "}");
    stage.ask(acceptOf(offerOf(stage), "esc_1"));
    acmp::Invoke invoke = invokeOf();
    invoke.capability = "d";
    invoke.escrowId = "esc_1";
    QVERIFY(stage.ask(invoke, "someone else")->is<acmp::TaskResult>());
}

QTEST_GUILESS_MAIN(TestOffers)
#include "tst_offers.moc"
