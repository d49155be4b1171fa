// SPDX-License-Identifier: Apache-2.0
// Layer 6: request, offer, and the ack against both.
#include "checktable.h"

#include <QTest>

class TestOfferChecks final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void checksARequest_data();
    void checksARequest();
    void checksAnOffer_data();
    void checksAnOffer();
    void checksAnOfferAgainstItsRequest_data();
    void checksAnOfferAgainstItsRequest();
    void checksAnAck_data();
    void checksAnAck();
};

static constexpr std::int64_t kNow = 1'000'000;

static void addColumns()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
}

/// Members to add to a request, and to its answer.
static void row(const char* label, const char* request, const char* text, const char* findings = "")
{
    QTest::newRow(label) << QByteArray(request) << QByteArray(text) << QString::fromUtf8(findings);
}

static const char* const kSig = R"({"did":"did:key:z","verification_method":"did:key:z#z","alg":"EdDSA",)"
                                R"("created_ms":%1,"payload_hash":"sha256:","signature":"x"})";

static acmp::Offer offerWith(const QByteArray& members)
{
    return decoded<acmp::Offer>(
        R"({"offer_id":"o","capability":"c","price_cu":0.003,"valid_until_ms":1000050)" + members + "}");
}

static QByteArray signedAt(const char* created)
{
    return R"(,"sig":)" + QByteArray(kSig).replace("%1", created);
}

void TestOfferChecks::checksARequest_data()
{
    addColumns();
    row("right", R"("capability":"c","max_price_cu":0,"max_latency_ms":0,"preferred_tier":"A")", "");
    row("no name", R"("capability":"")", "", "L6-2.1-capability-empty /capability | a name | \"\"");
    row("negative price", R"("capability":"c","max_price_cu":-1.0)", "",
        "L6-2.1-price /max_price_cu | max_price_cu ≥ 0 | -1.0");
    row("negative figures",
        R"("capability":"c","input_tokens_est":-1,"max_latency_ms":-2,"challenge_window_ms":-3,"offer_valid_ms":-4)",
        "",
        "L6-2.1-range /input_tokens_est | input_tokens_est ≥ 0 | -1\n"
        "L6-2.1-range /max_latency_ms | max_latency_ms ≥ 0 | -2\n"
        "L6-2.1-range /challenge_window_ms | challenge_window_ms ≥ 0 | -3\n"
        "L6-2.1-range /offer_valid_ms | offer_valid_ms ≥ 0 | -4");
    row("unknown tier", R"("capability":"c","preferred_tier":"s")", "",
        "L6-2.1-tier /preferred_tier | S, A or B | s");
}

void TestOfferChecks::checksARequest()
{
    QFETCH(const QByteArray, request);
    QTEST(describe(acmp::check(decoded<acmp::OfferRequest>("{" + request + "}"))), "findings");
}

void TestOfferChecks::checksAnOffer_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("findings");
    const auto offer = [](const char* label, const QByteArray& text, const char* findings = "") {
        QTest::newRow(label) << text << QString::fromUtf8(findings);
    };
    offer("signed", signedAt("1"));
    offer("unsigned", "", "L6-2.1-unsigned /sig | a signature envelope | nothing");
    offer("no id", signedAt("1") + R"(,"offer_id":"")", "L6-2.1-offer-id /offer_id | a name | \"\"");
    offer("negative price", signedAt("1") + R"(,"price_cu":-0.001)",
        "L6-2.1-price /price_cu | price_cu ≥ 0 | -0.001");
    offer("negative figures",
        signedAt("1") + R"(,"valid_until_ms":-1.5,"latency_sla_ms":-2,"challenge_window_ms":-3)",
        "L6-2.1-range /valid_until_ms | valid_until_ms ≥ 0 | -1.5\n"
        "L6-2.1-range /latency_sla_ms | latency_sla_ms ≥ 0 | -2\n"
        "L6-2.1-range /challenge_window_ms | challenge_window_ms ≥ 0 | -3");
    offer("signature is a string", R"(,"sig":"x")", "L6-2.1-sig-form /sig | a signature envelope | \"x\"");
    offer("signature lacks members",
        R"(,"sig":{"did":1,"verification_method":"v","alg":"RS256","payload_hash":"h","signature":"s"})",
        "L6-2.1-sig-form /sig/did | a string | 1\n"
        "L6-2.1-sig-form /sig/created_ms | a number | nothing\n"
        "L6-2.1-sig-form /sig/alg | EdDSA or ES256 | \"RS256\"");
}

void TestOfferChecks::checksAnOffer()
{
    QFETCH(const QByteArray, text);
    QTEST(describe(acmp::check(offerWith(text))), "findings");
}

void TestOfferChecks::checksAnOfferAgainstItsRequest_data()
{
    addColumns();
    row("right",
        R"(,"max_price_cu":0.003,"max_latency_ms":600,"proof_method":"p","challenge_window_ms":5,)"
        R"("offer_valid_ms":50)",
        R"(,"latency_sla_ms":600,"proof_method":"p","challenge_window_ms":5)");
    row("nothing asked", "", R"(,"latency_sla_ms":600,"proof_method":"p","challenge_window_ms":5)");
    row("another capability", "", R"(,"capability":"d")", "L6-2.1-capability /capability | c | d");
    row("too dear", R"(,"max_price_cu":0.0029)", "",
        "L6-2.1-price-over-ceiling /price_cu | price_cu ≤ 0.0029 | 0.003");
    row("expired", "", R"(,"valid_until_ms":1000000.0)",
        "L6-2.1-expired /valid_until_ms | valid_until_ms > 1000000 | 1000000.0");
    row("expires in a moment", "", R"(,"valid_until_ms":1000000.5)");
    row("longer than asked", R"(,"offer_valid_ms":49)", "",
        "L6-2.1-window-longer /valid_until_ms | valid_until_ms ≤ 1000049 | 1000050");
    row("longer by the provider's clock", R"(,"offer_valid_ms":50)", R"(,"sig":{"created_ms":999999})",
        "L6-2.1-window-longer /valid_until_ms | valid_until_ms ≤ 1000049 | 1000050");
    row("just as long by the provider's clock", R"(,"offer_valid_ms":50)",
        R"(,"valid_until_ms":1000900,"sig":{"created_ms":1000850})");
    row("signed in the future", "", R"(,"sig":{"created_ms":1001001})",
        "L6-2.1-created-future /sig/created_ms | created_ms ≤ 1000000 | 1001001");
    row("signed by a clock a little fast", "", R"(,"sig":{"created_ms":1001000})");
    row("slower", R"(,"max_latency_ms":599)", R"(,"latency_sla_ms":600)",
        "L6-2.1-sla-worse /latency_sla_ms | latency_sla_ms ≤ 599 | 600");
    row("no latency", R"(,"max_latency_ms":599)", "",
        "L6-2.1-sla-absent /latency_sla_ms | latency_sla_ms ≤ 599 | nothing");
    row("another proof", R"(,"proof_method":"p")", R"(,"proof_method":"q")",
        "L6-2.1-proof /proof_method | p | q");
    row("no proof", R"(,"proof_method":"p")", "", "L6-2.1-proof-absent /proof_method | p | nothing");
    row("another challenge window", R"(,"challenge_window_ms":5)", R"(,"challenge_window_ms":4)",
        "L6-2.1-challenge-window /challenge_window_ms | 5 | 4");
    row("no challenge window", R"(,"challenge_window_ms":5)", "",
        "L6-2.1-challenge-window /challenge_window_ms | 5 | nothing");
}

void TestOfferChecks::checksAnOfferAgainstItsRequest()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, text);
    const auto asked = decoded<acmp::OfferRequest>(R"({"capability":"c")" + request + "}");
    QTEST(describe(acmp::check(offerWith(text), asked, kNow)), "findings");
}

void TestOfferChecks::checksAnAck_data()
{
    addColumns();
    row("right", R"(,"escrow_id":"e")", R"("offer_id":"o","escrow_id":"e","price_cu":0.0030)");
    row("direct", "", R"("offer_id":"o","price_cu":0.003)");
    row("another offer", "", R"("offer_id":"p","price_cu":0.003)", "L6-2.2-offer-id /offer_id | o | p");
    row("another escrow", R"(,"escrow_id":"e")", R"("offer_id":"o","escrow_id":"f","price_cu":0.003)",
        "L6-2.2-escrow-id /escrow_id | e | f");
    row("no escrow", R"(,"escrow_id":"e")", R"("offer_id":"o","price_cu":0.003)",
        "L6-2.2-escrow-id /escrow_id | e | nothing");
    row("another price", "", R"("offer_id":"o","price_cu":0.0031)",
        "L6-2.2-price /price_cu | 0.003 | 0.0031");
    row("no price", "", R"("offer_id":"o")", "L6-2.2-price-absent /price_cu | 0.003 | nothing");
}

void TestOfferChecks::checksAnAck()
{
    QFETCH(const QByteArray, request);
    QFETCH(const QByteArray, text);
    const auto accept = decoded<acmp::Accept>(R"({"offer_id":"o")" + request + "}");
    const auto ack = decoded<acmp::Ack>("{" + text + "}");
    QTEST(describe(acmp::check(ack, accept, offerWith(""))), "findings");
}

QTEST_GUILESS_MAIN(TestOfferChecks)
#include "tst_offerchecks.moc"
