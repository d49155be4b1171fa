// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/keychainstore.h"
#include "protocol/workspace/workspace.h"

#include <QPromise>
#include <QSignalSpy>
#include <QTest>

using workspace::KeychainStore;
using workspace::SessionStore;
using Call = KeychainStore::Call;
using Answer = KeychainStore::Answer;

class TestSecretStore final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bindsATokenToItsServer_data();
    void bindsATokenToItsServer();
    void bindsAPassphraseToItsFile();
    void keepsForTheSession();
    void keepsInTheKeychain();
    void takesAMissingEntryForNoError();
    void saysOnceThatThereIsNoKeychain();
    void survivesWithoutASystemKeychain();
};

namespace {

/// A keychain in memory that answers later, or fails.
struct FakeKeychain {
    QMap<QString, QString> entries;
    bool isBroken = false;
    int calls = 0;

    KeychainStore::Keychain function()
    {
        return [this](const Call& call) {
            ++calls;
            auto promise = std::make_shared<QPromise<Answer>>();
            promise->start();
            QMetaObject::invokeMethod(
                qApp,
                [promise, answer = answer(call)] {
                    promise->addResult(answer);
                    promise->finish();
                },
                Qt::QueuedConnection);
            return promise->future();
        };
    }
    Answer answer(const Call& call)
    {
        if (isBroken)
            return { Answer::Kind::Failed, {}, QStringLiteral("no bus") };
        if (call.kind == Call::Kind::Write) {
            entries[call.key] = call.secret;
            return {};
        }
        if (!entries.contains(call.key))
            return { Answer::Kind::NotFound, {}, {} };
        return { Answer::Kind::Done,
            call.kind == Call::Kind::Read ? entries[call.key] : entries.take(call.key), {} };
    }
};

} // namespace

static const QString kKey = QStringLiteral("k"), kSecret = QStringLiteral("s3cret");

void TestSecretStore::bindsATokenToItsServer_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("key");
    QTest::newRow("path") << QStringLiteral("https://a.example/mcp?x")
                          << QStringLiteral("t for https://a.example:443");
    QTest::newRow("port") << QStringLiteral("http://127.0.0.1:8080/")
                          << QStringLiteral("t for http://127.0.0.1:8080");
    QTest::newRow("program") << QStringLiteral("stdio:agent  -x") << QStringLiteral("t for stdio:agent -x");
    QTest::newRow("case") << QStringLiteral("HTTP://A.Example")
                          << QStringLiteral("t for http://a.example:80");
}

void TestSecretStore::bindsATokenToItsServer()
{
    QFETCH(const QString, url);
    QFETCH(const QString, key);
    QCOMPARE(workspace::secretKey({ {}, {}, url, QStringLiteral("t"), {}, {} }), key);
    QCOMPARE(workspace::secretKey({ {}, {}, url, {}, {}, {} }), QString());
}

void TestSecretStore::bindsAPassphraseToItsFile()
{
    workspace::Endpoint endpoint;
    QCOMPARE(workspace::passphraseKey(endpoint), QString());
    endpoint.access.tls.passphraseRef = QStringLiteral("p");
    endpoint.access.tls.certificateFile = QStringLiteral("/me.p12");
    QCOMPARE(workspace::passphraseKey(endpoint), QStringLiteral("p for /me.p12"));
    endpoint.access.tls.keyFile = QStringLiteral("/me.key");
    QCOMPARE(workspace::passphraseKey(endpoint), QStringLiteral("p for /me.key"));
}

void TestSecretStore::keepsForTheSession()
{
    SessionStore store;
    QCOMPARE(store.read(kKey).result(), QString());
    store.write(kKey, kSecret);
    QCOMPARE(store.read(kKey).result(), kSecret);
    store.remove(kKey);
    QCOMPARE(store.read(kKey).result(), QString());
}

void TestSecretStore::keepsInTheKeychain()
{
    FakeKeychain keychain;
    KeychainStore store(keychain.function());
    QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
    // Touched by nothing but a call.
    QCOMPARE(keychain.calls, 0);
    const auto written = store.write(kKey, kSecret);
    QTRY_VERIFY(written.isFinished());
    QCOMPARE(keychain.entries.value(kKey), kSecret);
    const auto read = store.read(kKey);
    QTRY_VERIFY(read.isFinished());
    QCOMPARE(read.result(), kSecret);
    const auto removed = store.remove(kKey);
    QTRY_VERIFY(removed.isFinished());
    QVERIFY(keychain.entries.isEmpty());
    QCOMPARE(said.count(), 0);
}

void TestSecretStore::takesAMissingEntryForNoError()
{
    FakeKeychain keychain;
    KeychainStore store(keychain.function());
    QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
    const auto read = store.read(kKey);
    QTRY_VERIFY(read.isFinished());
    QCOMPARE(read.result(), QString());
    const auto removed = store.remove(kKey);
    QTRY_VERIFY(removed.isFinished());
    QCOMPARE(said.count(), 0);
}

void TestSecretStore::saysOnceThatThereIsNoKeychain()
{
    FakeKeychain keychain;
    keychain.isBroken = true;
    KeychainStore store(keychain.function());
    QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
    // Both on their way before either has failed.
    const auto first = store.write(kKey, kSecret);
    const auto second = store.write(QStringLiteral("k2"), QStringLiteral("other"));
    QTRY_VERIFY(first.isFinished() && second.isFinished());
    QCOMPARE(said.count(), 1);
    QCOMPARE(said.front().front().toString(), QStringLiteral("no bus"));
    QCOMPARE(store.read(kKey).result(), kSecret);
    QCOMPARE(store.read(QStringLiteral("k2")).result(), QStringLiteral("other"));
    store.remove(kKey);
    QCOMPARE(store.read(kKey).result(), QString());
    QCOMPARE(keychain.calls, 2);
}

void TestSecretStore::survivesWithoutASystemKeychain()
{
    // No bus to be found, and none to be started.
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    qunsetenv("DISPLAY");
    KeychainStore store;
    QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
    const auto written = store.write(kKey, kSecret);
    QTRY_VERIFY_WITH_TIMEOUT(written.isFinished(), 30'000);
    QCOMPARE(said.count(), 1);
    QVERIFY(!said.front().front().toString().isEmpty());
    QCOMPARE(store.read(kKey).result(), kSecret);
}

QTEST_GUILESS_MAIN(TestSecretStore)
#include "tst_secretstore.moc"
