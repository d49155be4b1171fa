// SPDX-License-Identifier: Apache-2.0
// Which verdict each signature gets; and that nothing is verified that was not signed.
#include "tests/identity/signing.h"

#include "protocol/identity/encoding.h"
#include "protocol/identity/identityproof.h"
#include "protocol/json/canonical.h"
#include "protocol/json/pythonform.h"

#include <QTest>

#include <functional>

using identity::Check;
using identity::Envelope;
using identity::KeyType;
using identity::State;
using signing::kNow;
using signing::shown;
using signing::verify;

Q_DECLARE_METATYPE(std::function<void(Envelope&)>)

class TestVerifier final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verifiesWhatItSigned_data();
    void verifiesWhatItSigned();
    void acceptsEachFormAndSaysWhich_data();
    void acceptsEachFormAndSaysWhich();
    void acceptsThePythonForm();
    void leavesOutWhatMcpAdds();
    void saysWhatIsWrongWithAnEnvelope_data();
    void saysWhatIsWrongWithAnEnvelope();
    void refusesObjectsWithoutACanonicalForm();
    void noticesASubstitutedDid();
    void checksADidWebByItsDocumentAlone();
    void wantsTheKeyToBeListed();
    void wantsTheKeyToLive();
    void saysWhichNumbersADoubleCannotHold();
    void neverVerifiesWhatWasAltered_data();
    void neverVerifiesWhatWasAltered();
    void provesIdentity();
};

namespace {

struct Way {
    KeyType type = KeyType::Ed25519;
    identity::Form form = {};
    bool isPython = false;
};

// A signer of another mind than ours.
QByteArray signedIn(const Way& way, const QByteArray& object = signing::offer())
{
    const identity::Signer signer = signing::didKeySigner(way.type);
    const json::Document document = signing::parsed(object);
    Envelope envelope = identity::sign(document.root(), signer, kNow).value();
    const std::string bytes
        = way.isPython ? json::pythonForm(document.root()) : json::canonical(document.root()).value();
    envelope.payloadHash = identity::hashName(identity::sha256(bytes));
    using Signed = identity::Form::Signed;
    std::string signature = signer.key.sign(way.form.over == Signed::PayloadHash ? envelope.payloadHash
            : way.form.over == Signed::Digest                                    ? identity::sha256(bytes)
                                                                                 : bytes);
    if (way.form.isDer) {
        signature = identity::toDer(signature);
    }
    using Encoding = identity::Form::Encoding;
    envelope.signature = way.form.encoding == Encoding::Base58 ? 'z' + identity::toBase58(signature)
                                                               : identity::toBase64Url(signature);
    if (way.form.encoding == Encoding::PaddedBase64Url) {
        envelope.signature.append((4 - envelope.signature.size() % 4) % 4, '=');
    }
    return signing::with(object, envelope);
}

void addWays()
{
    using Signed = identity::Form::Signed;
    using Encoding = identity::Form::Encoding;
    QTest::addColumn<Way>("way");
    QTest::newRow("EdDSA, digest") << Way { KeyType::Ed25519, { .over = Signed::Digest } };
    QTest::newRow("EdDSA, JCS bytes") << Way { KeyType::Ed25519, { .over = Signed::Canonical } };
    QTest::newRow("EdDSA, padded") << Way { KeyType::Ed25519, { .encoding = Encoding::PaddedBase64Url } };
    QTest::newRow("EdDSA, base58") << Way { KeyType::Ed25519, { .encoding = Encoding::Base58 } };
    QTest::newRow("ES256, DER") << Way { KeyType::P256, { .isDer = true } };
    QTest::newRow("ES256, DER in base58 over the digest")
        << Way { KeyType::P256, { Signed::Digest, Encoding::Base58, true } };
    QTest::newRow("ES256, base58 over JCS bytes")
        << Way { KeyType::P256, { Signed::Canonical, Encoding::Base58 } };
}

Check with(const identity::DidDocument& document)
{
    Check check { .nowUnixMs = kNow };
    check.resolution.document = document;
    return check;
}

} // namespace

Q_DECLARE_METATYPE(Way)

void TestVerifier::verifiesWhatItSigned_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("EdDSA") << static_cast<int>(KeyType::Ed25519);
    QTest::newRow("ES256") << static_cast<int>(KeyType::P256);
}

void TestVerifier::verifiesWhatItSigned()
{
    QFETCH(const int, type);
    const identity::Signer signer = signing::didKeySigner(static_cast<KeyType>(type));
    const identity::Verdict verdict
        = verify(signing::signedBy(signer), { .expectedDid = signer.did, .nowUnixMs = kNow });
    QCOMPARE(shown(verdict), QStringLiteral("verified"));
    QCOMPARE(verdict.code, 0);
    QVERIFY(verdict.notes.empty());
    QVERIFY(verdict.form == identity::Form());
    QCOMPARE(verdict.payload->bytes, json::canonical(signing::parsed(signing::offer()).root()).value());
    QCOMPARE(verdict.envelope->alg, std::string(identity::algOf(static_cast<KeyType>(type))));
    QCOMPARE(verdict.envelope->createdMs, kNow);
    QVERIFY(verdict.method->key == signer.key.publicKey());
}

void TestVerifier::acceptsEachFormAndSaysWhich_data()
{
    addWays();
}

void TestVerifier::acceptsEachFormAndSaysWhich()
{
    QFETCH(const Way, way);
    const identity::Verdict verdict = verify(signedIn(way));
    QCOMPARE(shown(verdict), QStringLiteral("verified"));
    QVERIFY(verdict.form == way.form);
    const auto departures = (way.form.over != identity::Form::Signed::PayloadHash)
        + (way.form.encoding != identity::Form::Encoding::Base64Url) + way.form.isDer;
    QCOMPARE(verdict.notes.size(), static_cast<std::size_t>(departures));
}

void TestVerifier::acceptsThePythonForm()
{
    const identity::Verdict verdict = verify(signedIn({ .isPython = true }));
    QCOMPARE(shown(verdict), QStringLiteral("verified"));
    QVERIFY(!verdict.payload->isJcs);
    QVERIFY(verdict.payload->bytes.find("\\u00fc") != std::string::npos);
    QCOMPARE(verdict.notes, std::vector<std::string> { "not JCS: ASCII-escaped Python form" });
}

void TestVerifier::leavesOutWhatMcpAdds()
{
    QByteArray object = signing::signedBy(signing::didKeySigner(KeyType::Ed25519));
    object.insert(1, R"("resultType":"complete","_meta":{"x":1},)");
    const identity::Verdict verdict = verify(object);
    QCOMPARE(shown(verdict), QStringLiteral("verified"));
    QVERIFY(verdict.payload->withoutSubstrate);
    QVERIFY(verdict.notes.empty());
    // Signed too, they count.
    QByteArray whole = signing::signedBy(
        signing::didKeySigner(KeyType::Ed25519), R"({"offer_id":"o","resultType":"complete"})");
    QVERIFY(!verify(whole).payload->withoutSubstrate);
    QVERIFY(verify(whole).state == State::Verified);
    QVERIFY(verify(whole.replace("complete", "complet!")).state == State::Bad);
}

void TestVerifier::saysWhatIsWrongWithAnEnvelope_data()
{
    QTest::addColumn<std::function<void(Envelope&)>>("spoil");
    QTest::addColumn<QByteArray>("verdict");
    const auto row = [](const char* name, std::function<void(Envelope&)> spoil, const char* verdict) {
        QTest::newRow(name) << std::move(spoil) << QByteArray(verdict);
    };
    row("no DID", [](Envelope& e) { e.did = "key"; }, "bad -36003 the signature's did is no DID");
    row(
        "another DID's method", [](Envelope& e) { e.verificationMethod = "did:web:other.example#key-1"; },
        "bad -36001 the verification method is of another DID");
    row(
        "no fragment", [](Envelope& e) { e.verificationMethod = e.did; },
        "bad -36001 the verification method is of another DID");
    row("RS256", [](Envelope& e) { e.alg = "RS256"; }, "bad -36003 the algorithm is unknown");
    row("none", [](Envelope& e) { e.alg = "none"; }, "bad -36003 the algorithm is unknown");
    row(
        "ES256 with an Ed25519 key", [](Envelope& e) { e.alg = "ES256"; },
        "bad -36003 the algorithm does not fit the key");
    row(
        "another hash", [](Envelope& e) { e.payloadHash.back() ^= 1; },
        "bad -36003 payload_hash is not that of what was signed: it was changed");
    row(
        "upper case", [](Envelope& e) { e.payloadHash[0] = 'S'; },
        "bad -36003 payload_hash is not that of what was signed: it was changed");
    row(
        "unknown method", [](Envelope& e) { e.verificationMethod += "x"; },
        "bad -36003 the DID's document has no such verification method");
    row(
        "short signature", [](Envelope& e) { e.signature.resize(80); },
        "bad -36003 the signature can't be read");
    row(
        "empty signature", [](Envelope& e) { e.signature.clear(); },
        "bad -36003 the signature can't be read");
    row(
        "standard base64", [](Envelope& e) { e.signature[3] = '+'; },
        "bad -36003 the signature can't be read");
    row(
        "another's signature",
        [](Envelope& e) { e.signature = identity::toBase64Url(signing::ed25519(9).sign(e.payloadHash)); },
        "bad -36003 the signature is not of this key");
    row(
        "another object's signature",
        [](Envelope& e) { e.signature = identity::toBase64Url(signing::ed25519().sign("sha256:00")); },
        "bad -36003 the signature is not of this key");
    row(
        "did:key that is none",
        [](Envelope& e) {
            e.did = "did:key:z6Mk";
            e.verificationMethod = "did:key:z6Mk#z6Mk";
        },
        "bad -36002 the key is of an unknown kind");
    row(
        "unknown DID method",
        [](Envelope& e) {
            e.did = "did:plc:abc";
            e.verificationMethod = "did:plc:abc#k";
        },
        "not checked -36002 the DID is of a method that is not known here");
    row(
        "DID not resolved",
        [](Envelope& e) {
            e.did = "did:web:x";
            e.verificationMethod = "did:web:x#k";
        },
        "not checked 0 the DID is not resolved");
}

void TestVerifier::saysWhatIsWrongWithAnEnvelope()
{
    using Spoil = std::function<void(Envelope&)>;
    QFETCH(const Spoil, spoil);
    QFETCH(const QByteArray, verdict);
    const json::Document document = signing::parsed(signing::offer());
    Envelope envelope
        = identity::sign(document.root(), signing::didKeySigner(KeyType::Ed25519), kNow).value();
    spoil(envelope);
    const QString found = shown(verify(signing::with(signing::offer(), envelope)));
    QVERIFY2(found.startsWith(QString::fromUtf8(verdict) + u" |"), qPrintable(found));
}

void TestVerifier::refusesObjectsWithoutACanonicalForm()
{
    const QByteArray good = signing::signedBy(signing::didKeySigner(KeyType::Ed25519));
    QVERIFY(verify(signing::offer()).state == State::Unsigned);
    QVERIFY(verify(signing::offer().insert(1, R"("sig":null,)")).state == State::Unsigned);
    for (const char* more : { R"("offer_id":"offer_2",)", R"("extra2":{"a":1,"a":2},)", R"("x":"\ud800",)",
             R"("x":1e999,)", R"("sig":{},)" }) {
        const identity::Verdict verdict = verify(QByteArray(good).insert(1, more));
        QVERIFY(verdict.state == State::Bad);
        QCOMPARE(verdict.code, identity::code::kSignatureInvalid);
    }
    for (const char* sig : { "7", "\"z\"", "[]", "{}", R"({"did":"did:key:z"})" }) {
        QVERIFY(verify(QByteArray(R"({"a":1,"sig":)") + sig + '}').state == State::Bad);
    }
    QByteArray twice = good;
    twice.replace(R"("alg":)", R"("alg":"ES256","alg":)");
    QCOMPARE(shown(verify(twice)).section(QStringLiteral(" ("), 0, 0),
        QStringLiteral("bad -36003 a member of the signature envelope is there twice"));
}

void TestVerifier::noticesASubstitutedDid()
{
    // A good signature, in a name of the attacker's own.
    const QByteArray object = signing::signedBy(signing::didKeySigner(KeyType::P256));
    const identity::Verdict verdict
        = verify(object, { .expectedDid = "did:web:agent.example", .nowUnixMs = kNow });
    QVERIFY(verdict.state == State::Bad);
    QCOMPARE(verdict.code, identity::code::kIdentityProofFailed);
    QCOMPARE(verdict.expected, std::string("did:web:agent.example"));
    QCOMPARE(verdict.found, signing::didKeySigner(KeyType::P256).did);
}

void TestVerifier::checksADidWebByItsDocumentAlone()
{
    const identity::Signer signer = signing::didWebSigner();
    const QByteArray object = signing::signedBy(signer);
    QVERIFY(verify(object, with(signing::documentOf(signer))).state == State::Verified);

    Check failed { .nowUnixMs = kNow };
    failed.resolution.why = "HTTP 404";
    QCOMPARE(shown(verify(object, failed)),
        QStringLiteral("not checked -36002 the DID is not resolved: HTTP 404 |  | did:web:agent.example"));
    failed.resolution.lookedUpUnixMs = kNow - 500;
    QVERIFY2(verify(object, failed).reason.starts_with("the DID is not resolved, looked up at 20"),
        verify(object, failed).reason.c_str());
    // Another's document is none of it, whatever keys it lists.
    identity::DidDocument other = signing::documentOf(signer);
    other.did = "did:web:other.example";
    QVERIFY(verify(object, with(other)).state == State::NotChecked);
    // An altered object is bad, resolved or not.
    QVERIFY(verify(QByteArray(object).replace("0.003", "0.004")).state == State::Bad);
}

void TestVerifier::wantsTheKeyToBeListed()
{
    const identity::Signer signer = signing::didWebSigner();
    const QByteArray object = signing::signedBy(signer);
    identity::DidDocument document = signing::documentOf(signer);
    document.methods.front().isForAssertion = false;
    QVERIFY(verify(object, with(document)).state == State::Verified);
    document.methods.front().isForAuthentication = false;
    const identity::Verdict unlisted = verify(object, with(document));
    QVERIFY(unlisted.state == State::ValidNotAuthorised);
    QVERIFY(unlisted.form);
    QCOMPARE(unlisted.code, identity::code::kIdentityProofFailed);

    identity::DidDocument foreign = signing::documentOf(signer);
    foreign.methods.front().controller = "did:web:other.example";
    QVERIFY(verify(object, with(foreign)).state == State::ValidNotAuthorised);
}

void TestVerifier::wantsTheKeyToLive()
{
    const identity::Signer signer = signing::didWebSigner();
    const QByteArray object = signing::signedBy(signer);
    identity::DidDocument document = signing::documentOf(signer);
    document.methods.front().expiresMs = kNow + 1;
    QVERIFY(verify(object, with(document)).state == State::Verified);
    document.methods.front().expiresMs = kNow;
    QCOMPARE(shown(verify(object, with(document))),
        QStringLiteral(
            "bad -36003 the key expired at 2026-07-02T18:45:00Z |  | did:web:agent.example#key-1"));
    document.methods.front().expiresMs.reset();
    document.methods.front().revokedMs = kNow - 1;
    QVERIFY(shown(verify(object, with(document))).startsWith(u"bad -36003 the key was revoked at "));
}

void TestVerifier::saysWhichNumbersADoubleCannotHold()
{
    const auto signer = signing::didKeySigner(KeyType::Ed25519);
    QByteArray object = signing::signedBy(signer, R"({"a":[1.50,{"price_cu":0.30000000000000001}]})");
    QCOMPARE(verify(object).notes,
        std::vector<std::string> {
            "numbers are signed as doubles: /a/1/price_cu: 0.30000000000000001 counts as 0.3" });
    // The same signature, which is why it is said.
    QVERIFY(verify(object.replace("30000000000000001", "3")).state == State::Verified);
}

void TestVerifier::neverVerifiesWhatWasAltered_data()
{
    addWays();
    QTest::newRow("EdDSA") << Way {};
    QTest::newRow("ES256") << Way { .type = KeyType::P256, .form = {} };
    QTest::newRow("Python form") << Way { .isPython = true };
}

// Each byte of object and envelope, each bit of it: what is verified says the same as before, if in other
// letters (\u20AC for \u20ac). created_ms is the one thing that nothing covers.
void TestVerifier::neverVerifiesWhatWasAltered()
{
    QFETCH(const Way, way);
    const QByteArray object = signedIn(way);
    const identity::Verdict original = verify(object);
    QVERIFY(original.state == State::Verified);
    int verified = 0;
    json::Document document;
    for (qsizetype at = 0; at < object.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            QByteArray altered = object;
            altered[at] = static_cast<char>(altered.at(at) ^ (1 << bit));
            if (!document.reset(altered, 0, altered.size())) {
                continue;
            }
            identity::Verdict verdict = identity::verify(document.root(), { .nowUnixMs = kNow });
            if (verdict.state == State::Verified) {
                ++verified;
                verdict.envelope->createdMs = original.envelope->createdMs;
                QVERIFY2(verdict.payload == original.payload && verdict.envelope == original.envelope,
                    altered.constData());
            }
        }
    }
    // Bits of created_ms, and of one letter's case: or the flips would have proved nothing.
    QVERIFY(verified > 10 && verified < 100);
}

void TestVerifier::provesIdentity()
{
    const identity::Signer signer = signing::didWebSigner();
    const auto prove = [&](std::string_view nonce, const Check& check) {
        const json::Document envelope = signing::parsed(
            QByteArray::fromStdString(identity::toJson(identity::proveIdentity("nonce", signer, kNow))));
        return shown(identity::verifyProof(envelope.root(), nonce, check));
    };
    Check check = with(signing::documentOf(signer));
    QCOMPARE(prove("nonce", check), QStringLiteral("verified"));
    check.expectedDid = signer.did;
    QCOMPARE(prove("nonce", check), QStringLiteral("verified"));
    QVERIFY(prove("nonce2", check).startsWith(u"bad -36001 payload_hash is not that of what was signed"));
    check.expectedDid = "did:web:other.example";
    QVERIFY(prove("nonce", check).startsWith(u"bad -36001 signed in the name of another DID"));
    check = { .expectedDid = signer.did, .nowUnixMs = kNow };
    QVERIFY(prove("nonce", check).startsWith(u"not checked 0"));
    QVERIFY(shown(identity::verifyProof({}, "nonce", check))
            .startsWith(u"bad -36001 the answer has no envelope"));
}

QTEST_GUILESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
