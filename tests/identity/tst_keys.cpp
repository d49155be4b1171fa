// SPDX-License-Identifier: Apache-2.0
// Keys by the published vectors of RFC 8032 and of did:key, and in each of their texts.
#include "tests/identity/signing.h"

#include "protocol/identity/encoding.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using identity::Key;
using identity::KeyType;
using identity::PublicKey;

class TestKeys final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signsAsInRfc8032_data();
    void signsAsInRfc8032();
    void readsThePublishedDidKeys_data();
    void readsThePublishedDidKeys();
    void refusesWhatIsNoKey_data();
    void refusesWhatIsNoKey();
    void refusesPointsThatAnybodyCanSignFor();
    void signsWithEachKind_data();
    void signsWithEachKind();
    void takesOneDerForASignature();
    void keepsKeysForTheirOwnerAlone();
    void saysWhyAKeyFileIsNone_data();
    void saysWhyAKeyFileIsNone();
};

void TestKeys::signsAsInRfc8032_data()
{
    QTest::addColumn<QList<QByteArray>>("fields");
    QFile file(QStringLiteral(ACMP_TEST_DATA "/rfc8032.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (!line.startsWith('#') && words.size() == 5) {
            QTest::newRow(words.first().constData()) << words;
        }
    }
}

void TestKeys::signsAsInRfc8032()
{
    QFETCH(const QList<QByteArray>, fields);
    const auto bytes = [&](qsizetype i) { return QByteArray::fromHex(fields[i]).toStdString(); };
    const std::string seed = bytes(1);
    std::array<unsigned char, 32> raw {};
    std::ranges::copy(seed, raw.begin());
    const Key key = Key::fromSeed(raw);
    const std::string message = bytes(3);
    QVERIFY(key.publicKey().bytes() == bytes(2));
    QVERIFY(key.sign(message) == bytes(4));
    QVERIFY(key.publicKey().verifies(message, bytes(4)));
    QVERIFY(!key.publicKey().verifies(message + 'x', bytes(4)));
}

// The did:key method, v0.9, "Test Vectors".
void TestKeys::readsThePublishedDidKeys_data()
{
    QTest::addColumn<QByteArray>("did");
    QTest::addColumn<QByteArray>("jwk");
    QTest::newRow("Ed25519") << QByteArray("did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp")
                             << QByteArray(R"({"kty":"OKP","crv":"Ed25519",)"
                                           R"("x":"O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik"})");
    QTest::newRow("P-256 a") << QByteArray("did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv")
                             << QByteArray(R"({"kty":"EC","crv":"P-256",)"
                                           R"("x":"igrFmi0whuihKnj9R3Om1SoMph72wUGeFaBbzG2vzns",)"
                                           R"("y":"efsX5b10x8yjyrj4ny3pGfLcY7Xby1KzgqOdqnsrJIM"})");
    QTest::newRow("P-256 b") << QByteArray("did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169")
                             << QByteArray(R"({"kty":"EC","crv":"P-256",)"
                                           R"("x":"fyNYMN0976ci7xqiSdag3buk-ZCwgXU4kz9XNkBlNUI",)"
                                           R"("y":"hW2ojTNfH7Jbi8--CJUo3OCbH3y5n91g-IMA9MLMbTU"})");
}

void TestKeys::readsThePublishedDidKeys()
{
    QFETCH(const QByteArray, did);
    QFETCH(const QByteArray, jwk);
    const auto key = PublicKey::fromMultikey(did.mid(8).toStdString());
    QVERIFY(key);
    QCOMPARE(key->didKey(), did.toStdString());
    QCOMPARE(key->jwk(), jwk.toStdString());
    const json::Document document = signing::parsed(jwk);
    QVERIFY(PublicKey::fromJwk(document.root()) == key);
}

void TestKeys::refusesWhatIsNoKey_data()
{
    QTest::addColumn<QByteArray>("multikey");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const std::string& text, const char* reason) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(reason);
    };
    const auto z = [](const std::string& bytes) { return 'z' + identity::toBase58(bytes); };
    const std::string ed = signing::ed25519().publicKey().bytes();
    const std::string p = signing::p256().publicKey().bytes();
    row("empty", "", "the key is no Multikey");
    row("another base", "f00ed01", "the key is no Multikey");
    row("no base58", "z0", "the key is no Multikey");
    row("secp256k1", "zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme", "the key is of an unknown kind");
    row("short", z("\xed\x01" + ed.substr(1)), "the key is of another form");
    row("long", z("\xed\x01" + ed + 'x'), "the key is of another form");
    row("compressed to nothing", z("\x80\x24" + p.substr(1)), "the key is of an unknown kind");
    row("not compressed", z("\x80\x24\x04" + p.substr(1) + p.substr(1)), "the key is of an unknown kind");
    row("no point", z("\x80\x24\x02" + std::string(32, '\xff')), "the key is no point of the curve");
}

void TestKeys::refusesWhatIsNoKey()
{
    QFETCH(const QByteArray, multikey);
    QFETCH(const QByteArray, reason);
    const auto key = PublicKey::fromMultikey(multikey.toStdString());
    QVERIFY(!key);
    QCOMPARE(key.error().message, reason.toStdString());
}

void TestKeys::refusesPointsThatAnybodyCanSignFor()
{
    // With the neutral element as key, R = key and S = 0 "sign" every message.
    for (const char* hex : { "0100000000000000000000000000000000000000000000000000000000000000",
             "0100000000000000000000000000000000000000000000000000000000000080",
             "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
             "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff" }) {
        QVERIFY2(!PublicKey::fromBytes(KeyType::Ed25519, QByteArray::fromHex(hex).toStdString()), hex);
    }
}

void TestKeys::signsWithEachKind_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("Ed25519") << static_cast<int>(KeyType::Ed25519);
    QTest::newRow("P-256") << static_cast<int>(KeyType::P256);
}

void TestKeys::signsWithEachKind()
{
    QFETCH(const int, type);
    for (int i = 0; i < 20; ++i) { // so that r, s, x or y begin with a zero now and then
        const Key key = Key::generate(static_cast<KeyType>(type)).value();
        const auto again = Key::fromPem(key.toPem());
        QVERIFY(again && again->publicKey() == key.publicKey());
        QVERIFY(PublicKey::fromMultikey(key.publicKey().multikey()) == key.publicKey());
        const json::Document jwk = signing::parsed(QByteArray::fromStdString(key.publicKey().jwk()));
        QVERIFY(PublicKey::fromJwk(jwk.root()) == key.publicKey());
        std::string signature = again->sign("message");
        QCOMPARE(signature.size(), identity::kSignatureSize);
        QVERIFY(key.publicKey().verifies("message", signature));
        QVERIFY(!key.publicKey().verifies("massage", signature));
        QVERIFY(!key.publicKey().verifies("message", signature + 'x'));
        QVERIFY(!key.publicKey().verifies("message", {}));
        signature[5] = static_cast<char>(signature[5] ^ 1);
        QVERIFY(!key.publicKey().verifies("message", signature));
    }
}

void TestKeys::takesOneDerForASignature()
{
    const std::string signature = signing::p256().sign("message");
    const std::string der = identity::toDer(signature);
    QCOMPARE(identity::fromDer(der), signature);
    for (std::size_t i = 0; i < der.size(); ++i) {
        QVERIFY(identity::fromDer(der.substr(0, i)).empty());
    }
    QVERIFY(identity::fromDer(der + '\0').empty());
    // 30 81 LEN: a longer way to say the same length.
    QVERIFY(identity::fromDer("\x30\x81" + der.substr(1)).empty());
    // r of -1.
    QVERIFY(identity::fromDer(std::string("\x30\x06\x02\x01\xff\x02\x01\x01", 8)).empty());
}

void TestKeys::keepsKeysForTheirOwnerAlone()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("key.pem")).toStdString();
    const Key key = signing::ed25519();
    QVERIFY(identity::writeKeyFile(file, key));
    const auto owner
        = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QCOMPARE(QFile::permissions(QString::fromStdString(file)), owner);
    QVERIFY(identity::readKeyFile(file)->publicKey() == key.publicKey());

    const auto refused = identity::writeKeyFile(file, signing::p256());
    QVERIFY(!refused);
    QCOMPARE(refused.error().where, file);
    QVERIFY(identity::readKeyFile(file)->publicKey() == key.publicKey());
    QVERIFY(QFile::setPermissions(QString::fromStdString(file), owner | QFileDevice::ReadOther));
    QVERIFY(identity::writeKeyFile(file, signing::p256(), true));
    QVERIFY(identity::readKeyFile(file)->publicKey() == signing::p256().publicKey());
    QCOMPARE(QFile::permissions(QString::fromStdString(file)), owner);
}

void TestKeys::saysWhyAKeyFileIsNone_data()
{
    QTest::addColumn<QByteArray>("contents");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("empty") << QByteArray() << QByteArray("there is no private key that can be read");
    QTest::newRow("public") << QByteArray("-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7"
                                          "lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n")
                            << QByteArray("there is no private key that can be read");
    QTest::newRow("X25519") << QByteArray(
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VuBCIEIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH"
        "\n-----END PRIVATE KEY-----\n")
                            << QByteArray("the key is of another kind");
    QTest::newRow("too long") << QByteArray(70'000, '-') << QByteArray("the file is too long for a key");
}

void TestKeys::saysWhyAKeyFileIsNone()
{
    QFETCH(const QByteArray, contents);
    QFETCH(const QByteArray, reason);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("key.pem"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size());
    file.close();
    const auto key = identity::readKeyFile(path.toStdString());
    QVERIFY(!key);
    QCOMPARE(key.error().message, reason.toStdString());
    QCOMPARE(key.error().where, path.toStdString());
}

QTEST_GUILESS_MAIN(TestKeys)
#include "tst_keys.moc"
