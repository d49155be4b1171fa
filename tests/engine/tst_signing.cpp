// SPDX-License-Identifier: Apache-2.0
// What a provider with a key says is signed, and by whom its scenario has it.
#include "tests/engine/stage.h"

#include "protocol/acmp/codec.h"
#include "protocol/identity/identityproof.h"
#include "protocol/json/document.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace enginetest;
using identity::State;

class TestSigning final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void signsOffersAndResults_data();
    void signsOffersAndResults();
    void signsStreamedResults();
    void saysTheSameAgain();
    void signsNothingWithoutAKey();
    void declaresWhatItIs();
    void namesItselfByItsAddress();
    void cannotSignForAnother();
    void spoilsSignatures();
    void takesAKeyFromAFile();
    void refusesScenarios_data();
    void refusesScenarios();
};

namespace {

std::string withKey(const std::string& key, const std::string& capability = {})
{
    return scenarioText(capability, "\"key\":" + key);
}

template <class T>
identity::Verdict verdictOf(const T& message, const std::optional<std::string>& document = {})
{
    const json::Document signedObject = json::Document::parse(acmp::toJson(message)).value();
    identity::Check check;
    if (document) {
        const json::Document parsed = json::Document::parse(QByteArray::fromStdString(*document)).value();
        check.resolution.document
            = identity::DidDocument::read(parsed.root(), *parsed.root()["id"].text()).value();
    }
    return identity::verify(signedObject.root(), check);
}

acmp::OfferRequest requestOf()
{
    acmp::OfferRequest request;
    request.capability = "c";
    return request;
}

} // namespace

void TestSigning::signsOffersAndResults_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("Ed25519") << QByteArray("{}");
    QTest::newRow("P-256") << QByteArray(R"({"type":"p-256"})");
}

void TestSigning::signsOffersAndResults()
{
    QFETCH(const QByteArray, key);
    Stage stage(withKey(key.toStdString()));
    const auto offer = stage.ask(requestOf());
    const identity::Verdict verdict = verdictOf(offer->get<acmp::Offer>());
    QVERIFY2(verdict.state == State::Verified, verdict.reason.c_str());
    QVERIFY(verdict.notes.empty());
    QCOMPARE(std::optional(verdict.envelope->did), stage.provider.capability().did);
    QCOMPARE(verdict.envelope->createdMs, stage.clock.unixMs());
    const auto result = stage.ask(invokeOf());
    QVERIFY(verdictOf(result->get<acmp::TaskResult>()).state == State::Verified);
    acmp::TaskResult altered = result->get<acmp::TaskResult>();
    altered.tokensUsed += 1;
    QVERIFY(verdictOf(altered).state == State::Bad);
}

void TestSigning::signsStreamedResults()
{
    Stage stage(withKey("{}", R"("chunks":3,"output":{"chunk_bytes":8})"));
    const auto heard = stage.ask(streamedInvoke());
    QCOMPARE(heard->chunks().size(), 3U);
    QVERIFY(verdictOf(heard->get<acmp::TaskResult>()).state == State::Verified);
}

void TestSigning::saysTheSameAgain()
{
    Stage stage(withKey("{}"));
    const auto first = stage.ask(invokeOf());
    stage.clock.advance(1s);
    QVERIFY(stage.ask(invokeOf())->get<acmp::TaskResult>() == first->get<acmp::TaskResult>());
}

void TestSigning::signsNothingWithoutAKey()
{
    Stage stage(scenarioText(""));
    QVERIFY(!stage.ask(requestOf())->get<acmp::Offer>().sig);
    QVERIFY(verdictOf(stage.ask(invokeOf())->get<acmp::TaskResult>()).state == State::Unsigned);
    QVERIFY(!stage.provider.capability().did && !stage.provider.proveIdentity("n"));
}

void TestSigning::declaresWhatItIs()
{
    Stage stage(withKey("{}"));
    const acmp::Capability capability = stage.provider.capability();
    QVERIFY(capability.did && capability.did->starts_with("did:key:z6Mk"));
    QVERIFY(capability.doesAccept(identity::kProveIdentity));
    const json::Document envelope = json::Document::parse(
        QByteArray::fromStdString(identity::toJson(stage.provider.proveIdentity("n").value())))
                                        .value();
    QVERIFY(identity::verifyProof(envelope.root(), "n", { .expectedDid = capability.did }).state
        == State::Verified);
    QVERIFY(
        identity::verifyProof(envelope.root(), "m", { .expectedDid = capability.did }).state == State::Bad);
}

void TestSigning::namesItselfByItsAddress()
{
    Stage stage(withKey(R"({"did":"did:web"})"));
    QVERIFY(stage.provider.capability().did->starts_with("did:key:"));
    QVERIFY(!stage.provider.didDocument());
    stage.provider.serveAt("127.0.0.1:8080", { "cheap" });
    QCOMPARE(*stage.provider.capability().did, std::string("did:web:127.0.0.1%3A8080:cheap"));
    const acmp::Offer offer = stage.ask(requestOf())->get<acmp::Offer>();
    QVERIFY(verdictOf(offer).state == State::NotChecked);
    QVERIFY(verdictOf(offer, stage.provider.didDocument()).state == State::Verified);
    // An address that no did:web can be of leaves it as it was.
    stage.provider.serveAt("10.0.0.1:80", {});
    QCOMPARE(*stage.provider.capability().did, std::string("did:web:127.0.0.1%3A8080:cheap"));
}

void TestSigning::cannotSignForAnother()
{
    Stage victim(withKey(R"({"type":"p-256"})"));
    const std::string did = *victim.provider.capability().did;
    Stage stage(withKey(R"({"did":")" + did + R"("})"));
    QCOMPARE(*stage.provider.capability().did, did);
    QVERIFY(verdictOf(stage.ask(requestOf())->get<acmp::Offer>()).state == State::Bad);
}

void TestSigning::spoilsSignatures()
{
    Stage stage(withKey(R"({"bad_signature":true})"));
    const auto verdict = verdictOf(stage.ask(requestOf())->get<acmp::Offer>());
    QVERIFY(verdict.state == State::Bad);
    QCOMPARE(verdict.reason, std::string("the signature is not of this key"));
    QVERIFY(verdictOf(stage.ask(invokeOf())->get<acmp::TaskResult>()).state == State::Bad);
}

void TestSigning::takesAKeyFromAFile()
{
    const QTemporaryDir folder;
    const auto key = identity::Key::generate(identity::KeyType::P256).value();
    QVERIFY(identity::writeKeyFile(folder.filePath(QStringLiteral("key.pem")).toStdString(), key));
    const auto scenario
        = engine::Scenario::parse(withKey(R"({"file":"key.pem"})"), folder.path().toStdString());
    QVERIFY(scenario);
    wire::ManualClock clock;
    wire::SystemIdSource ids;
    QCOMPARE(
        engine::Provider(*scenario, clock, ids).capability().did, std::optional(key.publicKey().didKey()));
    // One that is elsewhere and was not brought is no reason to sign with another.
    auto named = engine::Scenario::parse(withKey(R"({"keychain":"k"})")).value();
    QVERIFY(named.signature->lacksKey());
    QVERIFY(!engine::Provider(named, clock, ids).capability().did);
    named.signature->key = key;
    QVERIFY(!named.signature->lacksKey());
    QCOMPARE(engine::Provider(named, clock, ids).capability().did, std::optional(key.publicKey().didKey()));
    const auto elsewhere = engine::Scenario::parse(withKey(R"({"file":"key.pem"})"), "/nowhere");
    QVERIFY(!elsewhere);
    QCOMPARE(elsewhere.error().front().pointer, std::string("/key/file"));
}

void TestSigning::refusesScenarios_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("pointer");
    QTest::newRow("no object") << QByteArray("true") << QByteArray("/key");
    QTest::newRow("unknown type") << QByteArray(R"({"type":"rsa"})") << QByteArray("/key/type");
    QTest::newRow("no DID") << QByteArray(R"({"did":"example.com"})") << QByteArray("/key/did");
    QTest::newRow("file and keychain") << QByteArray(R"({"file":"x","keychain":"k"})") << QByteArray("/key");
    QTest::newRow("no name") << QByteArray(R"({"keychain":""})") << QByteArray("/key/keychain");
    QTest::newRow("file and type") << QByteArray(R"({"file":"x","type":"p-256"})") << QByteArray("/key");
    QTest::newRow("slip of the pen") << QByteArray(R"({"bad_sig":true})") << QByteArray("/key/bad_sig");
}

void TestSigning::refusesScenarios()
{
    QFETCH(const QByteArray, key);
    QFETCH(const QByteArray, pointer);
    const auto scenario = engine::Scenario::parse(withKey(key.toStdString()));
    QVERIFY(!scenario);
    QCOMPARE(scenario.error().front().pointer, pointer.toStdString());
}

QTEST_APPLESS_MAIN(TestSigning)
#include "tst_signing.moc"
