// SPDX-License-Identifier: Apache-2.0
// Keys of signatures in the keychain: a gnome-keyring of the test's own, or none.
#include "tests/acmpctl/ctl.h"
#include "tests/workspace/keyring.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;

class TestKeychain final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void worksWithAKeyOfTheKeychain();
    void saysWhatToDoWithoutOne_data();
    void saysWhatToDoWithoutOne();
    void wantsOnePlaceOfTheKey();

private:
    QString write(const char* name, const QByteArray& text) const
    {
        QFile out(m_folder.filePath(QString::fromLatin1(name)));
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
            qFatal("can't write %s", name);
        return out.fileName();
    }
    QString scenario() const
    {
        return write("shop.json",
            R"({"format":1,"name":"shop","capabilities":[{"name":"c","price_cu":0.003}],"key":{"keychain":"my shop"}})");
    }
    QTemporaryDir m_folder;
};

void TestKeychain::worksWithAKeyOfTheKeychain()
{
    auto keyring = Keyring::start();
    if (!keyring) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(keyring.error()));
        QSKIP(qPrintable(keyring.error()));
    }
    const acmpctl::CtlOptions with { .environment = (*keyring)->environment() };
    Ctl absent({ u"serve"_s, u"--json"_s, scenario() }, with);
    VERIFY_EXIT(absent, 2);
    QVERIFY2(absent.output().contains("no such key"), absent.report());

    Ctl made(
        { u"key"_s, u"new"_s, u"--json"_s, u"--keychain"_s, u"my shop"_s, u"--type"_s, u"p-256"_s }, with);
    VERIFY_EXIT(made, 0);
    QCOMPARE(made.first("key")["keychain"], "my shop");
    const nlohmann::json did = made.first("key")["did"];
    QVERIFY(did.get<std::string>().starts_with("did:key:zDna"));
    Ctl again({ u"key"_s, u"new"_s, u"--keychain"_s, u"my shop"_s }, with);
    VERIFY_EXIT(again, 2);
    Ctl shown({ u"key"_s, u"show"_s, u"--json"_s, u"--keychain"_s, u"my shop"_s }, with);
    VERIFY_EXIT(shown, 0);
    QCOMPARE(shown.first("key")["did"], did);
    Ctl sign(
        { u"key"_s, u"sign"_s, u"--keychain"_s, u"my shop"_s, write("object.json", R"({"a":1})") }, with);
    VERIFY_EXIT(sign, 0);
    Ctl verify({ u"key"_s, u"verify"_s, u"--json"_s, u"--did"_s,
        QString::fromStdString(did.get<std::string>()), write("signed.json", sign.output()) });
    VERIFY_EXIT(verify, 0);

    Ctl market({ u"serve"_s, u"--json"_s, scenario() }, with);
    QVERIFY2(market.waitFor("listening"), market.report());
    QCOMPARE(market.first("listening")["providers"][0]["capability"]["did"], did);
    Ctl inspect({ u"inspect"_s, u"--json"_s, u"a2a:"_s % market.url("a2a") });
    VERIFY_EXIT(inspect, 0);
    QCOMPARE(inspect.first("identity")["state"], "verified");

    Ctl removed({ u"key"_s, u"remove"_s, u"--json"_s, u"--keychain"_s, u"my shop"_s }, with);
    VERIFY_EXIT(removed, 0);
    QCOMPARE(removed.first("removed")["keychain"], "my shop");
    Ctl gone({ u"key"_s, u"show"_s, u"--keychain"_s, u"my shop"_s }, with);
    VERIFY_EXIT(gone, 2);
}

void TestKeychain::saysWhatToDoWithoutOne_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("new") << QStringList { u"key"_s, u"new"_s, u"--keychain"_s, u"k"_s };
    QTest::newRow("new, by force") << QStringList { u"key"_s, u"new"_s, u"--keychain"_s, u"k"_s,
        u"--force"_s };
    QTest::newRow("show") << QStringList { u"key"_s, u"show"_s, u"--keychain"_s, u"k"_s };
    QTest::newRow("remove") << QStringList { u"key"_s, u"remove"_s, u"--keychain"_s, u"k"_s };
    QTest::newRow("serve") << QStringList { u"serve"_s, scenario() };
    QTest::newRow("serve --stdio") << QStringList { u"serve"_s, u"--stdio"_s, scenario() };
}

void TestKeychain::saysWhatToDoWithoutOne()
{
    QFETCH(const QStringList, arguments);
    Ctl run(arguments,
        { .environment = { { u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent/bus"_s },
              { u"DISPLAY"_s, {} }, { u"HOME"_s, m_folder.path() } } });
    VERIFY_EXIT(run, 2);
    for (const char* part : { "no keychain", "unlocked", "a key in a file instead" })
        QVERIFY2(run.output().contains(part), run.report());
    // Nor was it put anywhere else.
    QVERIFY(QDir(m_folder.path()).entryList({ u"*.pem"_s, u"k*"_s }).isEmpty());
}

void TestKeychain::wantsOnePlaceOfTheKey()
{
    Ctl none({ u"key"_s, u"show"_s });
    VERIFY_EXIT(none, 2);
    Ctl both({ u"key"_s, u"show"_s, u"--keychain"_s, u"k"_s, u"k.pem"_s });
    VERIFY_EXIT(both, 2);
}

QTEST_GUILESS_MAIN(TestKeychain)
#include "tst_keychain.moc"
