// SPDX-License-Identifier: Apache-2.0
// What a quote keeps of an answer, whatever it is (trap 10): its bytes, and the place of each fault in them.
#include "protocol/binding/mcp/client.h"
#include "protocol/buyer/connection.h"
#include "protocol/transport/http/date.h"
#include "protocol/wire/systemclock.h"
#include "tests/support/rawpeer.h"

#include <QTest>

namespace {

QByteArray answered(const QByteArray& id, const QByteArray& offer)
{
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + offer + "}";
}

QByteArray idOf(const QByteArray& request)
{
    const auto at = request.indexOf("\"id\":") + 5;
    return request.mid(at, request.indexOf(',', at) - at);
}

QByteArray offer(const QByteArray& price, const QByteArray& rest = {})
{
    return R"({"type":"offer","offer_id":"offer_1","capability":"x","price_cu":)" + price
        + R"(,"valid_until_ms":4102444800000)" + rest + "}";
}

} // namespace

class TestQuoting final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheAnswerAndPlacesItsFaults_data();
    void keepsTheAnswerAndPlacesItsFaults();
    void tellsTheClockByTheDateOfHttp();

private:
    std::optional<buyer::Quote> quoteOf(support::RawPeer& peer)
    {
        http::Client http(m_clock, m_sink);
        mcp::ClientOptions options;
        options.url = peer.url();
        buyer::Connection connection(std::make_unique<mcp::Client>(m_clock, http, options), m_clock);
        acmp::OfferRequest request;
        request.capability = "x";
        request.maxPriceCu = json::Decimal::parse("1");
        auto future = connection.quote(request);
        return QTest::qWaitFor([&] { return future.isFinished(); }) ? std::optional(future.result())
                                                                    : std::nullopt;
    }

    wire::SystemClock m_clock;
    wire::NullSink m_sink;
};

void TestQuoting::keepsTheAnswerAndPlacesItsFaults_data()
{
    QTest::addColumn<QByteArray>("sent"); // ID stands for the request's id
    QTest::addColumn<bool>("isOffer");
    QTest::addColumn<QByteArray>("pointer"); // of a finding; empty: there is none with a place
    QTest::addColumn<QByteArray>("value"); // what stands there in `sent`

    const auto row = [](const char* name, const QByteArray& sent, bool isOffer, const char* pointer = "",
                         const char* value = "") {
        QTest::newRow(name) << sent << isOffer << QByteArray(pointer) << QByteArray(value);
    };
    row("valid", answered("ID", offer("0.10")), true);
    row("price is a string", answered("ID", offer("\"0.1\"")), false, "/result/price_cu", "\"0.1\"");
    row("price is negative", answered("ID", offer("-1")), true, "/result/price_cu", "-1");
    row("price above the ceiling", answered("ID", offer("9.5")), true, "/result/price_cu", "9.5");
    row("no price", answered("ID", R"({"type":"offer","offer_id":"o","capability":"x"})"), false,
        "/result/price_cu", "{\"type\"");
    row("another capability",
        answered("ID", offer("0.1").replace("\"capability\":\"x\"", "\"capability\":\"y\"")), true,
        "/result/capability", "\"y\"");
    row("result is no object", answered("ID", "[1]"), false, "/result", "[1]");
    row("error without a code", R"({"jsonrpc":"2.0","id":ID,"error":{"message":"no"}})", false);
    row("no JSON", "<html>no</html>", false);
    row("another version", R"({"jsonrpc":"1.0","id":ID,"result":)" + offer("0.1") + "}", true, "/jsonrpc",
        "\"1.0\"");
    row("result of an unknown type", answered("ID", offer("0.1", R"(,"resultType":"odd")")), false,
        "/result/resultType", "\"odd\"");
}

void TestQuoting::keepsTheAnswerAndPlacesItsFaults()
{
    QFETCH(QByteArray, sent);
    QFETCH(const bool, isOffer);
    QFETCH(const QByteArray, pointer);
    QFETCH(const QByteArray, value);
    support::RawPeer peer([&](const QByteArray& request, QTcpSocket& socket) {
        sent.replace("ID", idOf(request));
        socket.write(support::answer(sent));
    });
    const auto got = quoteOf(peer);
    QVERIFY(got);
    const buyer::Quote& quote = *got;
    QCOMPARE(quote.raw.text(), std::string_view(sent.constData(), static_cast<std::size_t>(sent.size())));
    QCOMPARE(std::holds_alternative<acmp::Offer>(quote.outcome), isOffer);
    if (pointer.isEmpty())
        return;
    const auto finding = std::ranges::find_if(
        quote.findings, [&](const acmp::Finding& one) { return one.where.pointer == pointer.constData(); });
    QVERIFY(finding != quote.findings.end());
    QVERIFY2(sent.mid(static_cast<qsizetype>(finding->where.offset)).startsWith(value),
        sent.mid(static_cast<qsizetype>(finding->where.offset)).constData());
}

/// Decision D14: of an offer without a signature.
void TestQuoting::tellsTheClockByTheDateOfHttp()
{
    const std::int64_t anHourAhead = m_clock.unixMs() / 1000 + 3600;
    for (const std::string& date :
        { http::httpDate(anHourAhead), std::string("Tue, 31 Feb 2026 10:00:00 GMT") }) {
        support::RawPeer peer([&](const QByteArray& request, QTcpSocket& socket) {
            const QByteArray body = answered(idOf(request), offer("0.1"));
            socket.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: "
                + QByteArray::fromStdString(date) + "\r\nContent-Length: " + QByteArray::number(body.size())
                + "\r\n\r\n" + body);
        });
        const auto quote = quoteOf(peer);
        QVERIFY(quote);
        const bool isDate = http::readHttpDate(date).has_value();
        QCOMPARE(quote->skew.has_value(), isDate);
        if (isDate) {
            QCOMPARE(http::readHttpDate(date), anHourAhead);
            QCOMPARE(quote->skew->source, session::ClockSkew::Source::HttpDate);
            QVERIFY(std::abs(quote->skew->ms - 3'600'000) <= quote->skew->uncertaintyMs);
        }
    }
}

QTEST_GUILESS_MAIN(TestQuoting)
#include "tst_quoting.moc"
