// SPDX-License-Identifier: Apache-2.0
// Where the document of a did:web is, and what is no did:web that may be fetched.
#include "protocol/identity/did.h"

#include <QTest>

class TestDid final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsADidFromOtherText();
    void findsTheDocument_data();
    void findsTheDocument();
    void refusesOtherPlaces_data();
    void refusesOtherPlaces();
    void namesAHost();
};

void TestDid::knowsADidFromOtherText()
{
    for (const char* did : { "did:web:example.com", "did:key:z6Mk", "did:x9:a:b:c%3A", "did:plc:_.-" }) {
        QVERIFY2(identity::isDid(did), did);
    }
    for (const char* text : { "", "did:", "did:web", "did:web:", "did::x", "DID:web:x", "did:Web:x",
             "did:web:x#y", "did:web:x/y", "did:web:x?y", "did:web:ü", "did:web:x y", "urn:did:web:x" }) {
        QVERIFY2(!identity::isDid(text), text);
    }
    QVERIFY(!identity::isDid("did:web:" + std::string(5000, 'x')));
    QCOMPARE(identity::didOf("did:web:x#key-1"), std::string_view("did:web:x"));
}

void TestDid::findsTheDocument_data()
{
    QTest::addColumn<QByteArray>("did");
    QTest::addColumn<QByteArray>("urls");
    const auto row = [](const char* did, const char* urls) {
        QTest::newRow(did) << QByteArray(did) << QByteArray(urls);
    };
    row("did:web:example.com", "https://example.com/.well-known/did.json");
    row("did:web:example.com:user:alice", "https://example.com/user/alice/did.json");
    row("did:web:example.com%3A8443", "https://example.com:8443/.well-known/did.json");
    row("did:web:example.com%3a8443:a%20b", "https://example.com:8443/a%20b/did.json");
    row("did:web:localhost%3A8080",
        "http://localhost:8080/.well-known/did.json https://localhost:8080/.well-known/did.json");
    row("did:web:127.0.0.1%3A8080:cheap",
        "http://127.0.0.1:8080/cheap/did.json https://127.0.0.1:8080/cheap/did.json");
    row("did:web:a.localhost",
        "http://a.localhost/.well-known/did.json https://a.localhost/.well-known/did.json");
}

void TestDid::findsTheDocument()
{
    QFETCH(const QByteArray, did);
    QFETCH(const QByteArray, urls);
    const auto found = identity::documentUrls(did.toStdString());
    QVERIFY(found);
    std::string joined;
    for (const std::string& url : *found) {
        joined += (joined.empty() ? "" : " ") + url;
    }
    QCOMPARE(joined, urls.toStdString());
}

void TestDid::refusesOtherPlaces_data()
{
    QTest::addColumn<QByteArray>("did");
    for (const char* did : { "did:key:z6Mk", "did:web:", "did:web::x", "did:web:%3A80", "did:web:x%3A",
             "did:web:x%3A0", "did:web:x%3A65536", "did:web:x%3A8a", "did:web:x%3A80%3A81", "did:web:x%2Fy",
             "did:web:user%40host", "did:web:x:", "did:web:x::y", "did:web:x:..:y", "did:web:x:%2e%2E",
             "did:web:x:a%2Fb", "did:web:x:a%5Cb",
             // Addresses, of private networks above all, and in their other spellings.
             "did:web:10.0.0.1", "did:web:192.168.1.1%3A80", "did:web:169.254.169.254", "did:web:8.8.8.8",
             "did:web:2130706433", "did:web:0x7f000001", "did:web:0x7f.1", "did:web:010.0.0.1",
             "did:web:127.1", "did:web:127.0.0.0x1", "did:web:%5B%3A%3A1%5D" }) {
        QTest::newRow(did) << QByteArray(did);
    }
}

void TestDid::refusesOtherPlaces()
{
    QFETCH(const QByteArray, did);
    const auto found = identity::documentUrls(did.toStdString());
    QVERIFY(!found);
    QVERIFY(!found.error().message.empty());
}

void TestDid::namesAHost()
{
    QCOMPARE(identity::didWeb("127.0.0.1:8080", { "cheap" }), std::string("did:web:127.0.0.1%3A8080:cheap"));
    QCOMPARE(identity::didWeb("example.com"), std::string("did:web:example.com"));
}

QTEST_GUILESS_MAIN(TestDid)
#include "tst_did.moc"
