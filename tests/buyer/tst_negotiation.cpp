// SPDX-License-Identifier: Apache-2.0
// A round with providers that each test plays, on a clock that it moves.
#include "protocol/buyer/negotiation.h"
#include "protocol/wire/manualclock.h"
#include "tests/buyer/fakeclient.h"

#include <QCoreApplication>
#include <QTest>

using namespace std::chrono_literals;
using buyer::Bid;
using buyer::Decision;
using buyer::Policy;
using buyer::Trust;

class TestNegotiation final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksAllAndTakesTheCheapestWhenAllHaveAnswered();
    void decidesAtTheDeadlineAndShowsWhoCameLater();
    void theDeadlineFollowsTheWindowAskedFor();
    void decidesBeforeTheBestOfferExpires();
    void anOfferThatCannotArriveInTimeIsLeftOut();
    void countsByTheProvidersClockWhereItIsKnown();
    void doesNotWaitForWhatCannotBeBetter();
    void takesNoneWhereNoneMayBeTaken();
    void looksAtSignaturesFromTheBestOn();
    void looksAtTheOthersLater();
    void asksAgainWhenTheAnswerToAnAcceptIsLost();
    void doesNotGuessWhatBecameOfALostAccept_data();
    void doesNotGuessWhatBecameOfALostAccept();
    void takesTheNextBestAfterANo();
    void neverAcceptsTwice();
    void theBudgetHasTheLastWord();
    void quotesAnewAndAcceptsTheSame();
    void acceptsNothingWhileItQuotesAnew();
    void quotesAnewAndRefusesWhatIsWorse();
    void askedTooOftenIsNoRefusal();
    void anEmptyRoundIsDecidedToo();

private:
    /// `count` providers, asked.
    void open(std::size_t count, std::optional<Policy> policy, buyer::RoundOptions options = {})
    {
        m_round.reset();
        m_connections.clear();
        m_clients.clear();
        m_clock = std::make_unique<wire::ManualClock>();
        std::vector<buyer::Participant> participants;
        for (std::size_t i = 0; i < count; ++i) {
            auto client = std::make_unique<FakeClient>();
            m_clients.push_back(client.get());
            m_connections.push_back(std::make_unique<buyer::Connection>(std::move(client), *m_clock));
            participants.push_back({ "provider " + std::to_string(i), m_connections.back().get() });
        }
        options.request.capability = "summarize";
        options.accepts = policy;
        m_round = std::make_unique<buyer::Negotiation>(*m_clock, std::move(participants), std::move(options));
        m_settled = 0;
        connect(m_round.get(), &buyer::Negotiation::settled, this, [this] { ++m_settled; });
        m_round->start();
    }

    acmp::Offer offer(const char* price, std::int64_t validMs = 60'000) const
    {
        acmp::Offer made;
        made.offerId = std::string("offer of ") + price;
        made.capability = "summarize";
        made.priceCu = *json::Decimal::parse(price);
        made.validUntilMs = *json::Decimal::parse(std::to_string(m_clock->unixMs() + validMs));
        return made;
    }
    acmp::Offer signedOffer(const char* price) const
    {
        acmp::Offer made = offer(price);
        made.sig = json::Raw::string("not looked into by these tests");
        return made;
    }
    acmp::Ack ackOf(const char* price) const { return { std::string("offer of ") + price, {}, {}, {} }; }
    static acmp::TaskError refusal(std::int64_t code)
    {
        acmp::TaskError error;
        error.code = code;
        error.message = "no";
        return error;
    }
    static wire::Error lost()
    {
        return { wire::ErrorKind::Unreachable, "connection reset", {}, {}, {}, true };
    }

    FakeExchange* last(std::size_t provider) const { return m_clients[provider]->exchanges.back(); }
    void answer(std::size_t provider, const acmp::Incoming& message)
    {
        last(provider)->answer(message, m_clock->now());
        QCoreApplication::processEvents();
    }
    void fail(std::size_t provider)
    {
        last(provider)->end(lost());
        QCoreApplication::processEvents();
    }
    void pass(wire::nanoseconds time)
    {
        m_clock->advance(time);
        QCoreApplication::processEvents();
    }
    const Bid& bid(std::size_t index) const { return m_round->bids()[index]; }
    /// Offers that this provider was asked to give up, in that order.
    QStringList accepted(std::size_t provider) const
    {
        QStringList all;
        for (const FakeExchange* exchange : m_clients[provider]->exchanges) {
            if (const auto* accept = std::get_if<acmp::Accept>(&exchange->request))
                all.append(QString::fromStdString(accept->offerId));
        }
        return all;
    }
    Decision::Cause cause() const { return m_round->decision()->cause; }

    std::unique_ptr<wire::ManualClock> m_clock;
    std::vector<FakeClient*> m_clients;
    std::vector<std::unique_ptr<buyer::Connection>> m_connections;
    std::unique_ptr<buyer::Negotiation> m_round;
    int m_settled = 0;
};

void TestNegotiation::asksAllAndTakesTheCheapestWhenAllHaveAnswered()
{
    open(4, Policy::Cheapest, { .request = {}, .escrowId = "esc_1" });
    for (std::size_t i = 0; i < 4; ++i)
        QCOMPARE(std::get<acmp::OfferRequest>(last(i)->request).capability, std::string("summarize"));
    pass(10ms);
    answer(0, offer("2"));
    answer(1, refusal(-33001));
    fail(2);
    QVERIFY(!m_round->decision());
    pass(5ms);
    answer(3, offer("1.0"));

    QVERIFY(m_round->decision());
    QVERIFY(cause() == Decision::Cause::AllAnswered);
    QVERIFY(m_round->decision()->chosen == 3U);
    QCOMPARE(m_round->decision()->admissible, std::size_t { 2 });
    QCOMPARE(std::get<acmp::Accept>(last(3)->request).offerId, std::string("offer of 1.0"));
    QVERIFY(std::get<acmp::Accept>(last(3)->request).escrowId == "esc_1");
    QVERIFY(bid(0).state == Bid::State::Offered && bid(1).state == Bid::State::Refused
        && bid(2).state == Bid::State::Failed);
    QCOMPARE(bid(0).quote->roundTrip, wire::nanoseconds(10ms));
    QVERIFY(bid(3).taking == Bid::Taking::Sent);
    QCOMPARE(m_settled, 0);
    answer(3, ackOf("1.0"));
    QVERIFY(bid(3).taking == Bid::Taking::Taken);
    QVERIFY(accepted(0).isEmpty());
    QCOMPARE(m_settled, 1);
}

void TestNegotiation::decidesAtTheDeadlineAndShowsWhoCameLater()
{
    open(2, Policy::Cheapest, { .request = {}, .deadline = 100ms });
    answer(0, offer("2"));
    pass(99ms);
    QVERIFY(!m_round->decision());
    pass(1ms);
    QVERIFY(cause() == Decision::Cause::Deadline);
    answer(1, offer("1"));
    QVERIFY(bid(1).isLate && !bid(0).isLate);
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 2")));
    QVERIFY(accepted(1).isEmpty());
}

void TestNegotiation::theDeadlineFollowsTheWindowAskedFor()
{
    buyer::RoundOptions options;
    const std::pair<std::optional<std::int64_t>, wire::nanoseconds> cases[] { { 50, 30ms }, { {}, 2s },
        { 60'000, 2s }, { INT64_MAX, 2s }, { 0, 2s }, { -5, 2s } };
    for (const auto& [window, deadline] : cases) {
        options.request.offerValidMs = window;
        open(1, Policy::Cheapest, options);
        QCOMPARE(*m_round->deadline() - m_clock->now(), deadline);
        pass(deadline - 1ms);
        QVERIFY(!m_round->decision());
        pass(1ms);
        QVERIFY(m_round->decision());
    }
}

void TestNegotiation::decidesBeforeTheBestOfferExpires()
{
    open(3, Policy::Cheapest, { .request = {}, .deadline = 1s });
    pass(10ms);
    answer(0, offer("1", 50));
    answer(1, offer("2", 500));
    // 50 ms of window less 10 ms of round trip and 5 ms of margin.
    pass(34ms);
    QVERIFY(!m_round->decision());
    pass(1ms);
    QVERIFY(cause() == Decision::Cause::Expiring);
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 1")));
}

void TestNegotiation::anOfferThatCannotArriveInTimeIsLeftOut()
{
    open(2, Policy::Cheapest, { .request = {}, .deadline = 1s });
    pass(20ms);
    answer(0, offer("1", 9));
    QVERIFY(!m_round->decision());
    answer(1, offer("2", 500));
    QCOMPARE(accepted(1), QStringList(QStringLiteral("offer of 2")));

    // Unless there is no other.
    open(1, Policy::Cheapest, { .request = {}, .deadline = 1s });
    pass(20ms);
    answer(0, offer("1", 9));
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 1")));

    // It would last, but no longer than that.
    open(2, Policy::Cheapest, { .request = {}, .deadline = 1s });
    pass(20ms);
    answer(0, offer("1", 15));
    QVERIFY(cause() == Decision::Cause::Expiring);

    // What has expired is no choice at all.
    open(1, Policy::Cheapest, { .request = {}, .deadline = 1s });
    pass(20ms);
    answer(0, offer("1", -1));
    QVERIFY(m_round->decision() && !m_round->decision()->chosen);
}

void TestNegotiation::countsByTheProvidersClockWhereItIsKnown()
{
    open(2, std::nullopt);
    pass(10ms);
    // A minute ahead of us, and it says so by its signature's time.
    acmp::Offer ahead = offer("1", 60'050);
    ahead.sig
        = json::Raw("{\"created_ms\":" + QByteArray::number(qint64 { m_clock->unixMs() + 59'995 }) + "}");
    answer(0, ahead);
    QCOMPARE(*bid(0).expiresAt - m_clock->now(), wire::nanoseconds(50ms));

    acmp::Offer endless = offer("1");
    endless.validUntilMs = *json::Decimal::parse("1e400");
    answer(1, endless);
    QVERIFY(!bid(1).expiresAt);
}

void TestNegotiation::doesNotWaitForWhatCannotBeBetter()
{
    open(2, Policy::Cheapest);
    answer(0, offer("0"));
    QVERIFY(cause() == Decision::Cause::Unbeatable);
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 0")));
}

void TestNegotiation::takesNoneWhereNoneMayBeTaken()
{
    open(
        2, Policy::Cheapest, { .request = {}, .constraints = { .maxPriceCu = json::Decimal::parse("0.5") } });
    answer(0, offer("0.6"));
    answer(1, refusal(-33001));
    QVERIFY(m_round->decision() && !m_round->decision()->chosen);
    QVERIFY(bid(0).whyNot == "0.6 CU, above 0.5");
    QCOMPARE(bid(0).score, 0.0);
    QCOMPARE(m_settled, 1);
}

void TestNegotiation::looksAtSignaturesFromTheBestOn()
{
    std::vector<std::size_t> looked;
    buyer::RoundOptions options;
    options.constraints.signedOnly = true;
    options.verify = [&](std::size_t index, const buyer::Quote&) {
        looked.push_back(index);
        return std::pair(index == 0 ? Trust::Bad : Trust::Verified, std::string("looked at"));
    };
    open(4, Policy::Cheapest, options);
    answer(0, signedOffer("1"));
    answer(1, offer("0.5"));
    answer(2, signedOffer("2"));
    QVERIFY(looked.empty());
    answer(3, signedOffer("3"));
    QVERIFY(m_round->decision()->chosen == 2U);
    QCOMPARE(looked, (std::vector<std::size_t> { 0, 2 }));
    QVERIFY(bid(0).whyNot == "its signature is bad");
    QVERIFY(bid(1).whyNot == "signed only: it is unsigned");
    QVERIFY(accepted(0).isEmpty());
}

void TestNegotiation::looksAtTheOthersLater()
{
    buyer::RoundOptions options;
    options.verify
        = [](std::size_t, const buyer::Quote&) { return std::pair(Trust::Verified, std::string()); };
    open(3, Policy::Cheapest, options);
    for (std::size_t i = 0; i < 3; ++i)
        answer(i, signedOffer("1"));
    pass(1ms);
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(bid(i).trust == Trust::Verified);
}

void TestNegotiation::asksAgainWhenTheAnswerToAnAcceptIsLost()
{
    open(1, Policy::Cheapest);
    answer(0, offer("1"));
    fail(0);
    QVERIFY(bid(0).taking == Bid::Taking::Sent);
    pass(1ms);
    QCOMPARE(accepted(0).size(), 2);
    QCOMPARE(m_settled, 0);
    answer(0, refusal(-34003));
    QVERIFY(bid(0).taking == Bid::Taking::Taken);
    QVERIFY(!bid(0).note.empty());
    QCOMPARE(m_settled, 1);

    // The first time it is somebody else's.
    open(1, Policy::Cheapest);
    answer(0, offer("1"));
    answer(0, refusal(-34003));
    QVERIFY(bid(0).taking == Bid::Taking::Denied);
}

void TestNegotiation::doesNotGuessWhatBecameOfALostAccept_data()
{
    QTest::addColumn<qint64>("code"); ///< 0: never an answer
    QTest::newRow("expired") << qint64 { -34002 };
    QTest::newRow("not known") << qint64 { -34001 };
    QTest::newRow("silence") << qint64 { 0 };
}

void TestNegotiation::doesNotGuessWhatBecameOfALostAccept()
{
    QFETCH(qint64, code);
    buyer::RoundOptions options;
    options.acceptTimeout = 1s;
    open(2, Policy::Cheapest, options);
    answer(1, offer("2"));
    answer(0, offer("1"));
    fail(0);
    pass(1ms);
    if (code != 0) {
        answer(0, refusal(code));
    } else {
        for (int i = 0; i < 20; ++i)
            pass(500ms);
        QCOMPARE(accepted(0).size(), 4);
    }
    QVERIFY(bid(0).taking == Bid::Taking::Unsure);
    // One may be bound already: no other is taken.
    QVERIFY(accepted(1).isEmpty());
    QCOMPARE(m_settled, 1);
}

void TestNegotiation::takesTheNextBestAfterANo()
{
    open(2, Policy::Cheapest);
    answer(1, offer("2"));
    answer(0, offer("1"));
    answer(0, refusal(-34002));
    QVERIFY(bid(0).taking == Bid::Taking::Denied);
    QVERIFY(m_round->decision()->chosen == 1U);
    answer(1, ackOf("2"));
    QVERIFY(bid(1).taking == Bid::Taking::Taken);
    QCOMPARE(accepted(0).size(), 1);
    QCOMPARE(m_settled, 1);
}

void TestNegotiation::neverAcceptsTwice()
{
    open(2, std::nullopt);
    QVERIFY(!m_round->accept(0));
    answer(0, offer("1"));
    answer(1, refusal(-33001));
    QCOMPARE(m_settled, 1);
    QVERIFY(!m_round->accept(1));
    QVERIFY(m_round->accept(0));
    QVERIFY(!m_round->accept(0));
    answer(0, ackOf("1"));
    QVERIFY(!m_round->accept(0));
    m_round->requoteAndAccept(0);
    QCOMPARE(accepted(0).size(), 1);
    QCOMPARE(m_clients[0]->exchanges.size(), std::size_t { 2 });
}

void TestNegotiation::theBudgetHasTheLastWord()
{
    buyer::RoundOptions options;
    options.refuses = [](std::size_t, const acmp::Offer&) { return std::optional<std::string>("spent"); };
    open(2, Policy::Cheapest, options);
    answer(1, offer("2"));
    answer(0, offer("1"));
    QVERIFY(m_round->decision()->chosen == 0U);
    QCOMPARE(bid(0).note, std::string("spent"));
    QVERIFY(accepted(0).isEmpty() && accepted(1).isEmpty());
    QVERIFY(!m_round->accept(1));
    QCOMPARE(m_settled, 1);
}

void TestNegotiation::quotesAnewAndAcceptsTheSame()
{
    open(1, std::nullopt);
    answer(0, offer("1", 10));
    pass(1s);
    m_round->requoteAndAccept(0);
    QVERIFY(std::holds_alternative<acmp::OfferRequest>(last(0)->request));
    answer(0, offer("0.9", 10));
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 0.9")));
}

/// The fresh offer would be a second one to be accepted.
void TestNegotiation::acceptsNothingWhileItQuotesAnew()
{
    open(1, std::nullopt);
    answer(0, offer("1"));
    m_round->requoteAndAccept(0);
    QVERIFY(bid(0).isRequoting);
    QVERIFY(!m_round->accept(0));
    m_round->requoteAndAccept(0);
    answer(0, offer("0.9"));
    QVERIFY(!bid(0).isRequoting);
    QCOMPARE(accepted(0), QStringList(QStringLiteral("offer of 0.9")));
}

void TestNegotiation::quotesAnewAndRefusesWhatIsWorse()
{
    buyer::RoundOptions options;
    options.verify = [](std::size_t, const buyer::Quote& quote) {
        const auto& made = std::get<acmp::Offer>(quote.outcome);
        return std::pair(made.offerId == "forged" ? Trust::Bad : Trust::Verified, std::string());
    };
    open(1, std::nullopt, options);
    answer(0, signedOffer("1"));
    pass(1ms);
    m_round->requoteAndAccept(0);
    answer(0, signedOffer("1.0000001"));
    QCOMPARE(bid(0).note, std::string("not accepted: price 1.0000001 CU, above 1"));
    m_round->requoteAndAccept(0);
    acmp::Offer forged = signedOffer("1");
    forged.offerId = "forged";
    answer(0, forged);
    QCOMPARE(bid(0).note, std::string("not accepted: its signature is worth less than before"));
    m_round->requoteAndAccept(0);
    answer(0, refusal(-33001));
    QVERIFY(accepted(0).isEmpty());
    QVERIFY(bid(0).state == Bid::State::Refused);
}

void TestNegotiation::askedTooOftenIsNoRefusal()
{
    open(3, std::nullopt);
    acmp::TaskError limited = refusal(-33099);
    limited.data.emplace().extra.emplace_back("retry_after_ms", json::Raw("500"));
    answer(0, limited);
    answer(1, refusal(-33099));
    last(2)->end(wire::Error { wire::ErrorKind::Refused, "HTTP 429", {}, {}, {}, true });
    pass(1ms);
    QVERIFY(bid(0).state == Bid::State::Limited);
    QVERIFY(bid(1).state == Bid::State::Refused);
    QVERIFY(bid(2).state == Bid::State::Limited);
}

void TestNegotiation::anEmptyRoundIsDecidedToo()
{
    open(0, Policy::Cheapest);
    QVERIFY(!m_round->decision());
    pass(1ms);
    QVERIFY(m_round->decision() && !m_round->decision()->chosen);
    QCOMPARE(m_settled, 1);
}

QTEST_GUILESS_MAIN(TestNegotiation)
#include "tst_negotiation.moc"
