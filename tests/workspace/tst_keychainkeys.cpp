// SPDX-License-Identifier: Apache-2.0
// Keys by name, in a keychain that each test plays.
#include "protocol/workspace/keychainkeys.h"

#include <QMap>
#include <QTest>

using namespace Qt::StringLiterals;
using identity::Key;
using wire::ErrorKind;
using workspace::KeychainKeys;
using workspace::KeychainStore;

class TestKeychainKeys final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_entries.clear(); }
    void keepsAKeyAsPem();
    void writesOverOneOnlyWhereTold();
    void saysWhatIsMissing();
    void saysWhatToDoWithoutAKeychain();
    void takesNoNameThatIsNone_data();
    void takesNoNameThatIsNone();

private:
    KeychainKeys keys()
    {
        using Call = KeychainStore::Call;
        using Answer = KeychainStore::Answer;
        return KeychainKeys([this](const Call& call) {
            Answer answer;
            if (call.kind == Call::Kind::Write)
                m_entries[call.key] = call.secret;
            else if (!m_entries.contains(call.key))
                answer.kind = Answer::Kind::NotFound;
            else if (call.kind == Call::Kind::Read)
                answer.secret = m_entries.value(call.key);
            else
                m_entries.remove(call.key);
            return QtFuture::makeReadyFuture(answer);
        });
    }
    static Key newKey(identity::KeyType type = identity::KeyType::Ed25519)
    {
        return Key::generate(type).value();
    }

    QMap<QString, QString> m_entries;
};

void TestKeychainKeys::keepsAKeyAsPem()
{
    for (const auto type : { identity::KeyType::Ed25519, identity::KeyType::P256 }) {
        const Key key = newKey(type);
        QVERIFY(keys().write("shop", key, true).result());
        QCOMPARE(m_entries.size(), 1);
        QVERIFY(m_entries.first().startsWith(u"-----BEGIN PRIVATE KEY-----\n"_s));
        // A token's name can't lead to it.
        QCOMPARE(m_entries.firstKey(), u"signing key shop"_s);
        const auto read = keys().read("shop").result();
        QVERIFY(read && *read == key);
    }
    QVERIFY(keys().remove("shop").result());
    QVERIFY(m_entries.isEmpty());
}

void TestKeychainKeys::writesOverOneOnlyWhereTold()
{
    const Key first = newKey();
    QVERIFY(keys().write("shop", first).result());
    const auto refused = keys().write("shop", newKey()).result();
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Usage);
    QVERIFY(refused.error().expected.find("--force") != std::string::npos);
    QVERIFY(*keys().read("shop").result() == first);
    const Key second = newKey();
    QVERIFY(keys().write("shop", second, true).result());
    QVERIFY(*keys().read("shop").result() == second);
}

void TestKeychainKeys::saysWhatIsMissing()
{
    const auto none = keys().read("shop").result();
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::Usage);
    QCOMPARE(none.error().where, std::string("keychain entry shop"));
    QVERIFY(!keys().remove("shop").result());
    m_entries[u"signing key shop"_s] = u"a password"_s;
    const auto other = keys().read("shop").result();
    QVERIFY(!other);
    QVERIFY(other.error().toString().find("a password") == std::string::npos);
}

void TestKeychainKeys::saysWhatToDoWithoutAKeychain()
{
    const KeychainKeys none([](const KeychainStore::Call&) {
        return QtFuture::makeReadyFuture(
            KeychainStore::Answer { KeychainStore::Answer::Kind::Failed, {}, u"no bus"_s });
    });
    const auto isTold = [](const wire::Error& error) {
        return error.kind == ErrorKind::Io && error.found == "no bus"
            && error.expected.find("a key in a file instead") != std::string::npos;
    };
    const auto read = none.read("shop").result();
    QVERIFY(!read && isTold(read.error()));
    for (const bool isForced : { false, true }) {
        const auto written = none.write("shop", newKey(), isForced).result();
        QVERIFY(!written && isTold(written.error()));
    }
    const auto removed = none.remove("shop").result();
    QVERIFY(!removed && isTold(removed.error()));
}

void TestKeychainKeys::takesNoNameThatIsNone_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a line's end") << QByteArray("a\nb");
    QTest::newRow("a NUL") << QByteArray("a\0b", 3);
    QTest::newRow("too long") << QByteArray(qsizetype { KeychainKeys::kLongestName } + 1, 'x');
}

void TestKeychainKeys::takesNoNameThatIsNone()
{
    QFETCH(const QByteArray, name);
    const auto written = keys().write(name.toStdString(), newKey()).result();
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Usage);
    QVERIFY(!keys().read(name.toStdString()).result() && !keys().remove(name.toStdString()).result());
    QVERIFY(m_entries.isEmpty());
}

QTEST_APPLESS_MAIN(TestKeychainKeys)
#include "tst_keychainkeys.moc"
