// SPDX-License-Identifier: Apache-2.0
// DID documents: keys in each form, by reference and embedded, and what does not count.
#include "tests/identity/signing.h"

#include <QTest>

using identity::DidDocument;

class TestDidDocument final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItPublishes();
    void readsEachFormOfAMethod();
    void knowsWhenAKeyEnded();
    void keepsAMethodWhoseKeyCannotBeRead();
    void refusesTheDocumentOfAnother_data();
    void refusesTheDocumentOfAnother();
    void standsForADidKey();
};

namespace {

constexpr std::string_view kDid = "did:web:agent.example";

std::expected<DidDocument, wire::Error> read(const QByteArray& text)
{
    const json::Document document = signing::parsed(text);
    return DidDocument::read(document.root(), kDid);
}

QByteArray multikey()
{
    return "\"publicKeyMultibase\":\"" + QByteArray::fromStdString(signing::ed25519().publicKey().multikey())
        + '"';
}

} // namespace

void TestDidDocument::readsWhatItPublishes()
{
    const auto key = signing::ed25519().publicKey();
    const auto document = read(QByteArray::fromStdString(identity::didDocument(kDid, "key-1", key)));
    QVERIFY(document);
    QCOMPARE(document->methods.size(), 1U);
    const auto* const method = document->find("did:web:agent.example#key-1");
    QVERIFY(method && method->key == key && method->isForAssertion && method->isForAuthentication);
    QVERIFY(!document->find("did:web:agent.example#key-2"));
}

void TestDidDocument::readsEachFormOfAMethod()
{
    const auto document = read(R"({"id":"did:web:agent.example","verificationMethod":[)"
                               R"({"id":"#a","type":"Multikey",)"
        + multikey()
        + R"(},{"id":"did:web:agent.example#b","type":"JsonWebKey","controller":"did:web:agent.example",)"
          R"("publicKeyJwk":)"
        + QByteArray::fromStdString(signing::p256().publicKey().jwk())
        + R"(}],"assertionMethod":["did:web:agent.example#a","#nobody",7],)"
          R"("authentication":["#b",{"id":"#c",)"
        + multikey() + "}]}");
    QVERIFY(document);
    QCOMPARE(document->methods.size(), 3U);
    const auto* const a = document->find("did:web:agent.example#a");
    const auto* const b = document->find("did:web:agent.example#b");
    const auto* const c = document->find("did:web:agent.example#c");
    QVERIFY(a && a->key && a->isForAssertion && !a->isForAuthentication);
    QVERIFY(b && b->key == signing::p256().publicKey() && !b->isForAssertion && b->isForAuthentication);
    QVERIFY(c && c->key && !c->isForAssertion && c->isForAuthentication);
}

void TestDidDocument::knowsWhenAKeyEnded()
{
    const auto document = read(R"({"id":"did:web:agent.example","verificationMethod":[{"id":"#a",)"
        + multikey() + R"(,"expires":"2026-07-02T18:45:00Z","revoked":"nonsense"}]})");
    QVERIFY(document);
    QCOMPARE(document->methods.front().expiresMs, std::optional<std::int64_t>(1783017900000));
    // It was meant to end the key, so it did.
    QCOMPARE(document->methods.front().revokedMs, std::optional<std::int64_t>(0));
}

void TestDidDocument::keepsAMethodWhoseKeyCannotBeRead()
{
    const auto document = read(R"({"id":"did:web:agent.example","verificationMethod":[{"id":"#none"},)"
                               R"({"id":"#both","publicKeyJwk":{},)"
        + multikey() + R"(},{"id":"#rsa","publicKeyJwk":{"kty":"RSA"}},"text"]})");
    QVERIFY(document);
    QCOMPARE(document->methods.size(), 3U);
    QCOMPARE(document->methods[0].key.error().message, std::string("the method has no key"));
    QCOMPARE(document->methods[1].key.error().message, std::string("the method has two keys"));
    QCOMPARE(document->methods[2].key.error().message, std::string("the JWK is of an unknown kind"));
}

void TestDidDocument::refusesTheDocumentOfAnother_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("no id") << QByteArray("{}");
    QTest::newRow("another's") << QByteArray(R"({"id":"did:web:other.example"})");
    QByteArray many = R"({"id":"did:web:agent.example","verificationMethod":[{})";
    for (std::size_t i = 0; i < DidDocument::kMostMethods; ++i) {
        many += ",{}";
    }
    QTest::newRow("too many") << many + "]}";
}

void TestDidDocument::refusesTheDocumentOfAnother()
{
    QFETCH(const QByteArray, text);
    const auto document = read(text);
    QVERIFY(!document);
    QVERIFY(!document.error().message.empty());
}

void TestDidDocument::standsForADidKey()
{
    const auto key = signing::p256().publicKey();
    const auto document = DidDocument::ofDidKey(key.didKey());
    QVERIFY(document);
    const auto* const method = document->find(key.didKey() + '#' + key.multikey());
    QVERIFY(method && method->key == key && method->isAuthorised());
    QVERIFY(!DidDocument::ofDidKey("did:key:z6Mk"));
    QVERIFY(!DidDocument::ofDidKey("did:web:agent.example"));
}

QTEST_GUILESS_MAIN(TestDidDocument)
#include "tst_diddocument.moc"
