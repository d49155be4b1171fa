// SPDX-License-Identifier: Apache-2.0
// The system's keychain for real: QtKeychain against a gnome-keyring of the test's own.
#include "protocol/workspace/keychainstore.h"
#include "tests/workspace/keyring.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using workspace::KeychainStore;

class TestKeychain final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsWhatIsWritten();
    void goesOnForTheSessionWhereItEnds();

private:
    template <class T>
    static T await(QFuture<T> future)
    {
        if (!QTest::qWaitFor([&] { return future.isFinished(); }, 30'000))
            qFatal("the keychain does not answer");
        if constexpr (!std::is_void_v<T>)
            return future.result();
    }

    std::unique_ptr<Keyring> m_keyring;
};

static const QString kKey = u"token_1 for https://a.example:443"_s;

void TestKeychain::initTestCase()
{
    auto keyring = Keyring::start();
    if (!keyring) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(keyring.error()));
        QSKIP(qPrintable(keyring.error()));
    }
    m_keyring = std::move(*keyring);
    for (const auto& [name, value] : m_keyring->environment())
        qputenv(qPrintable(name), value.toUtf8());
    qunsetenv("DISPLAY");
}

void TestKeychain::keepsWhatIsWritten()
{
    {
        KeychainStore store;
        QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
        QCOMPARE(await(store.read(kKey)), QString());
        await(store.write(kKey, u"s3crét"_s));
        QVERIFY2(said.isEmpty(), qPrintable(said.value(0).value(0).toString()));
    }
    KeychainStore store;
    QCOMPARE(await(store.read(kKey)), u"s3crét"_s);
    await(store.write(kKey, u"newer"_s));
    QCOMPARE(await(store.read(kKey)), u"newer"_s);
    QCOMPARE(await(store.read(u"another"_s)), QString());
    await(store.remove(kKey));
    QCOMPARE(await(store.read(kKey)), QString());
    await(store.remove(kKey));
}

void TestKeychain::goesOnForTheSessionWhereItEnds()
{
    m_keyring->stop();
    KeychainStore store;
    QSignalSpy said(&store, &KeychainStore::keptForSessionOnly);
    await(store.write(kKey, u"s3cret"_s));
    QCOMPARE(said.count(), 1);
    QCOMPARE(await(store.read(kKey)), u"s3cret"_s);
}

QTEST_GUILESS_MAIN(TestKeychain)
#include "tst_keychain.moc"
