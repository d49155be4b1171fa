// SPDX-License-Identifier: Apache-2.0
// Header fields of the user's own.
#include "clientanswers.h"

#include "protocol/transport/http/ownfields.h"
#include "protocol/wire/systemclock.h"

#include <QTest>

class TestOwnFields final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsTyped_data();
    void readsWhatIsTyped();
    void goToTheirServerOnly();
    void goWithEveryRequest();
};

void TestOwnFields::readsWhatIsTyped_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("read"); ///< NAME|VALUE, or what the error begins with
    const auto row = [](const char* text, const char* read) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(read);
    };
    row("X-API-Key: k", "X-API-Key|k");
    row(" x-tenant :\t a b ", "x-tenant|a b");
    row("X-Empty:", "X-Empty|");
    row("X-Time: 10:30", "X-Time|10:30");
    row("Authorization: Basic YTpi", "Authorization|Basic YTpi");
    row("X-API-Key k", "a header needs a name and a value");
    row("", "a header needs a name and a value");
    row(": k", "this is no name of a header");
    row("X Key: k", "this is no name of a header");
    row("X-K\xc3\xa4y: k", "this is no name of a header");
    row("X-Key: a\r\nHost: b", "a header's value can't be sent");
    row("content-LENGTH: 1", "this header is the protocol's own");
    row("Mcp-Method: x", "this header is the protocol's own");
    row("Sec-WebSocket-Key: x", "this header is the protocol's own");
    row("Mcp: x", "Mcp|x");
}

void TestOwnFields::readsWhatIsTyped()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, read);
    const auto field = http::parseOwnField(text.toStdString());
    const std::string result = field ? field->name + '|' + field->value : field.error().message;
    QCOMPARE(QByteArray::fromStdString(result), read);
    QVERIFY(field || field.error().kind == wire::ErrorKind::Usage);
}

void TestOwnFields::goToTheirServerOnly()
{
    RawPeer own, other;
    own.answer(kEmpty);
    other.answer(kEmpty);
    wire::SystemClock clock;
    wire::NullSink sink;
    http::ClientOptions options;
    options.own = { QUrl(QString::fromLatin1(own.url())), { { "X-API-Key", "k" } } };
    http::Client client(clock, sink, options);
    Heard first(client.send(request(own)));
    Heard second(client.send(request(other)));
    QTRY_VERIFY(first.ended && second.ended);
    QVERIFY(own.at(0).received.contains("\r\nX-API-Key: k\r\n"));
    QVERIFY(!other.at(0).received.contains("X-API-Key"));
}

void TestOwnFields::goWithEveryRequest()
{
    RawPeer peer;
    peer.answer(kEmpty).answer(kEmpty);
    wire::SystemClock clock;
    wire::NullSink sink;
    http::ClientOptions options;
    options.own = { QUrl(QString::fromLatin1(peer.url())), { { "X-One", "1" }, { "X-Two", "2" } } };
    http::Client client(clock, sink, options);
    http::Request get = request(peer, {});
    get.method = "GET";
    Heard first(client.send(get));
    Heard second(client.send(request(peer)));
    QTRY_VERIFY(first.ended && second.ended);
    for (const std::size_t n : { 0U, 1U })
        QVERIFY(peer.at(n).received.contains("\r\nX-One: 1\r\nX-Two: 2\r\n"));
}

QTEST_GUILESS_MAIN(TestOwnFields)
#include "tst_ownfields.moc"
