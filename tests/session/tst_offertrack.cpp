// SPDX-License-Identifier: Apache-2.0
#include "protocol/session/offertrack.h"

#include <QTest>

using session::ClockSkew;
using session::OfferTrack;
using State = OfferTrack::State;

namespace {

constexpr std::int64_t kNow = 1'783'017'900'000;

acmp::OfferRequest request()
{
    acmp::OfferRequest out;
    out.capability = "c";
    out.offerValidMs = 50;
    return out;
}

json::Decimal decimal(std::int64_t number)
{
    return *json::Decimal::parse(std::to_string(number));
}

acmp::Offer offer(std::int64_t validUntilMs, std::optional<std::int64_t> createdMs = std::nullopt)
{
    acmp::Offer out;
    out.offerId = "offer_1";
    out.capability = "c";
    out.priceCu = *json::Decimal::parse("0.003");
    out.validUntilMs = decimal(validUntilMs);
    if (createdMs) {
        out.sig = json::Raw("{\"created_ms\":" + QByteArray::number(static_cast<qint64>(*createdMs)) + "}");
    }
    return out;
}

acmp::Origin at(int ms)
{
    acmp::Origin out;
    out.at = { wire::milliseconds(ms) };
    return out;
}

session::Moment moment(int ms)
{
    return { { wire::milliseconds(ms) }, kNow + ms };
}

// Sent at 0, answered after 20 ms.
OfferTrack offered(const acmp::Offer& answer)
{
    OfferTrack track(request());
    track.sent(moment(0));
    track.received(answer, at(20), kNow + 20);
    return track;
}

bool has(const OfferTrack& track, std::string_view rule)
{
    return track.findings().count(acmp::rule(rule)) > 0;
}

} // namespace

class TestOfferTrack final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesFromAskedToAcked();
    void refusalsAndFailuresEndEachHalf();
    void estimatesTheClockSkew_data();
    void estimatesTheClockSkew();
    void reportsASecondAnswer();
    void reportsAnExpiredOfferThatIsAccepted();
    void reportsAnOfferThatIsAcceptedTwice();
    void checksTheAckAgainstTheOffer();
};

void TestOfferTrack::goesFromAskedToAcked()
{
    OfferTrack track = offered(offer(kNow + 70));
    QCOMPARE(toString(track.state()), toString(State::Offered));
    QCOMPARE(*track.roundTrip(), wire::nanoseconds(wire::milliseconds(20)));
    track.acceptSent({ "offer_1", "esc_1", {} }, moment(30));
    QCOMPARE(toString(track.state()), toString(State::AcceptSent));
    track.acceptAnswered(
        acmp::Ack { "offer_1", "esc_1", json::Decimal::parse("0.003"), {} }, at(45), kNow + 45);
    QCOMPARE(toString(track.state()), toString(State::Acked));
    QCOMPARE(*track.acceptRoundTrip(), wire::nanoseconds(wire::milliseconds(15)));
    QCOMPARE(track.findings().count(), 1U); // it is unsigned
    QVERIFY(has(track, "L6-2.1-unsigned"));
}

void TestOfferTrack::refusalsAndFailuresEndEachHalf()
{
    acmp::TaskError error;
    error.code = -33001;
    OfferTrack refused(request());
    refused.sent(moment(0));
    refused.received(error, at(5), kNow + 5);
    QCOMPARE(toString(refused.state()), toString(State::Refused));
    QCOMPARE(refused.error()->code, -33001);

    OfferTrack lost(request());
    lost.sent(moment(0));
    lost.failed({ wire::milliseconds(5) });
    QCOMPARE(toString(lost.state()), toString(State::Failed));
    QVERIFY(!lost.roundTrip());

    OfferTrack garbled(request());
    garbled.received(acmp::Other { "result", {} }, at(5), kNow);
    QCOMPARE(toString(garbled.state()), toString(State::Failed));

    OfferTrack tooLate = offered(offer(kNow + 70));
    tooLate.acceptSent({ "offer_1", std::nullopt, {} }, moment(100));
    error.code = -34002;
    tooLate.acceptAnswered(error, at(110), kNow + 110);
    QCOMPARE(toString(tooLate.state()), toString(State::AcceptRefused));
    QCOMPARE(tooLate.acceptError()->code, -34002);
}

void TestOfferTrack::estimatesTheClockSkew_data()
{
    QTest::addColumn<qint64>("validUntil"); // all from kNow
    QTest::addColumn<qint64>("created"); // 0: unsigned
    QTest::addColumn<qint64>("earlier"); // -1: none
    QTest::addColumn<qint64>("date"); // 0: none
    QTest::addColumn<qint64>("skew"); // -1: unknown
    QTest::addColumn<ClockSkew::Source>("source");
    using Source = ClockSkew::Source;
    const auto row = [](const char* name, qint64 validUntil, qint64 created, qint64 earlier, qint64 date,
                         qint64 skew, Source source) {
        QTest::newRow(name) << validUntil << created << earlier << date << skew << source;
    };
    // Half way is 10 ms after the request left.
    row("signed", 1060, 1010, -1, 0, 1000, Source::CreatedMs);
    row("signed, whatever else there is", 9999, 1010, 5, 5000, 1000, Source::CreatedMs);
    row("window as before", 1060, 0, 1005, 0, 1000, Source::Window);
    row("window, the first round", 1060, 0, -1, 0, -1, Source::Window);
    row("window that changes", 1060, 0, 900, 0, -1, Source::Window);
    row("Date", 1060, 0, -1, 3010, 3000, Source::HttpDate);
    row("Date within its second", 1060, 0, -1, 910, 0, Source::HttpDate);
}

void TestOfferTrack::estimatesTheClockSkew()
{
    QFETCH(qint64, validUntil);
    QFETCH(qint64, created);
    QFETCH(qint64, earlier);
    QFETCH(qint64, date);
    QFETCH(qint64, skew);
    QFETCH(ClockSkew::Source, source);
    const OfferTrack track = offered(
        offer(kNow + validUntil, created != 0 ? std::optional<std::int64_t>(kNow + created) : std::nullopt));
    session::SkewHints hints;
    if (earlier >= 0) {
        hints.earlierWindowMs = earlier;
    }
    if (date != 0) {
        hints.httpDateUnixMs = kNow + date;
    }
    const auto found = track.clockSkew(hints);
    QCOMPARE(found.has_value(), skew >= 0);
    if (found) {
        QCOMPARE(found->ms, skew);
        QCOMPARE(found->source, source);
        QCOMPARE(found->uncertaintyMs, source == ClockSkew::Source::HttpDate ? 1011 : 11);
    }
}

void TestOfferTrack::reportsASecondAnswer()
{
    OfferTrack track = offered(offer(kNow + 70));
    QVERIFY(!has(track, "RPC-second-answer"));
    acmp::Origin mirrored = at(25);
    mirrored.mirrored = true;
    track.received(offer(kNow + 70), mirrored, kNow + 25);
    QVERIFY(!has(track, "RPC-second-answer"));
    track.received(offer(kNow + 70), at(25), kNow + 25);
    QVERIFY(has(track, "RPC-second-answer"));
}

void TestOfferTrack::reportsAnExpiredOfferThatIsAccepted()
{
    const acmp::Ack ack { "offer_1", std::nullopt, json::Decimal::parse("0.003"), {} };
    for (const int sentAfter : { 60, 61, 90 }) {
        // Its clock agrees with ours to ± 11 ms, and the window ends at 60.
        OfferTrack track = offered(offer(kNow + 60, kNow + 10));
        track.acceptSent({ "offer_1", std::nullopt, {} }, moment(sentAfter));
        track.acceptAnswered(ack, at(sentAfter + 5), kNow + sentAfter + 5);
        QCOMPARE(has(track, "L6-3-expired-accepted"), sentAfter == 90);
    }
    OfferTrack unknownClock = offered(offer(kNow + 60));
    unknownClock.acceptSent({ "offer_1", std::nullopt, {} }, moment(90));
    unknownClock.acceptAnswered(ack, at(95), kNow + 95);
    QVERIFY(!has(unknownClock, "L6-3-expired-accepted"));
}

void TestOfferTrack::reportsAnOfferThatIsAcceptedTwice()
{
    const acmp::Ack ack { "offer_1", std::nullopt, json::Decimal::parse("0.003"), {} };
    OfferTrack track = offered(offer(kNow + 70));
    track.acceptSent({ "offer_1", std::nullopt, {} }, moment(30));
    track.acceptAnswered(ack, at(35), kNow + 35);
    QVERIFY(!has(track, "L6-2.2-accepted-twice"));
    track.acceptSent({ "offer_1", std::nullopt, {} }, moment(40));
    track.acceptAnswered(ack, at(45), kNow + 45);
    QVERIFY(has(track, "L6-2.2-accepted-twice"));
}

void TestOfferTrack::checksTheAckAgainstTheOffer()
{
    OfferTrack track = offered(offer(kNow + 70));
    track.acceptSent({ "offer_1", "esc_1", {} }, moment(30));
    acmp::Origin origin = at(35);
    origin.record = 9;
    track.acceptAnswered(
        acmp::Ack { "offer_1", "esc_1", json::Decimal::parse("0.004"), {} }, origin, kNow + 35);
    QVERIFY(has(track, "L6-2.2-price"));
    QCOMPARE(track.findings().kept().back().where.record, 9U);
    QCOMPARE(track.findings().kept().back().where.pointer, std::string("/result/price_cu"));
}

QTEST_GUILESS_MAIN(TestOfferTrack)
#include "tst_offertrack.moc"
