// SPDX-License-Identifier: Apache-2.0
// Keys and signatures on the command line.
#include "tests/acmpctl/ctl.h"

#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using nlohmann::json;

class TestIdentity final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void makesAKeyOnce();
    void signsAndVerifies_data();
    void signsAndVerifies();
    void verifiesByADocument();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void judgesWhatProvidersSay();
    void hasAProviderProveWhoItIs();

private:
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const QByteArray& text) const
    {
        QFile out(file(name));
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size())
            qFatal("can't write %s", name);
        return out.fileName();
    }
    QTemporaryDir m_folder;
};

void TestIdentity::initTestCase()
{
    for (const auto& [name, type] :
        { std::pair { "ed25519.pem", u"ed25519"_s }, { "p256.pem", u"p-256"_s } }) {
        Ctl run({ u"key"_s, u"new"_s, u"--json"_s, u"--type"_s, type, file(name) });
        VERIFY_EXIT(run, 0);
        QVERIFY(run.first("key")["did"].get<std::string>().starts_with(
            type == u"p-256"_s ? "did:key:zDna" : "did:key:z6Mk"));
    }
}

void TestIdentity::makesAKeyOnce()
{
    Ctl shown({ u"key"_s, u"show"_s, u"--json"_s, file("ed25519.pem") });
    VERIFY_EXIT(shown, 0);
    Ctl again({ u"key"_s, u"new"_s, u"--json"_s, file("ed25519.pem") });
    VERIFY_EXIT(again, 2);
    Ctl same({ u"key"_s, u"show"_s, u"--json"_s, file("ed25519.pem") });
    VERIFY_EXIT(same, 0);
    QCOMPARE(same.first("key")["did"], shown.first("key")["did"]);
    QCOMPARE(shown.first("key")["document"]["id"], shown.first("key")["did"]);
}

void TestIdentity::signsAndVerifies_data()
{
    QTest::addColumn<QString>("key");
    QTest::newRow("EdDSA") << u"ed25519.pem"_s;
    QTest::newRow("ES256") << u"p256.pem"_s;
}

void TestIdentity::signsAndVerifies()
{
    QFETCH(const QString, key);
    const QString object = write("object.json", R"({"b":1.10,"a":"ü","sig":"an older one"})");
    Ctl sign({ u"key"_s, u"sign"_s, u"--key"_s, m_folder.filePath(key), object });
    VERIFY_EXIT(sign, 0);
    QVERIFY(sign.output().startsWith(R"({"b":1.10,"a":"ü","sig":{"did":"did:key:z)"));
    const QString signedFile = write("signed.json", sign.output());
    Ctl verify({ u"key"_s, u"verify"_s, u"--json"_s, signedFile });
    VERIFY_EXIT(verify, 0);
    QCOMPARE(verify.first("signature")["state"], "verified");
    QCOMPARE(verify.first("signature")["canonical"], R"({"a":"ü","b":1.1})");

    Ctl told({ u"key"_s, u"verify"_s, signedFile });
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.output().contains(" ms, not covered by the signature\n"), told.report());

    Ctl another({ u"key"_s, u"verify"_s, u"--json"_s, u"--did"_s, u"did:web:example.com"_s, signedFile });
    VERIFY_EXIT(another, 1);
    QCOMPARE(another.first("signature")["code"], -36001);
    Ctl altered({ u"key"_s, u"verify"_s, u"--json"_s,
        write("altered.json", QByteArray(sign.output()).replace("1.10", "1.11")) });
    VERIFY_EXIT(altered, 1);
    QCOMPARE(altered.first("signature")["state"], "bad");
    QCOMPARE(altered.first("signature")["code"], -36003);
}

void TestIdentity::verifiesByADocument()
{
    const QStringList asHost { u"--did"_s, u"did:web:agent.example"_s };
    const QString object = write("object.json", R"({"a":1})");
    Ctl sign(QStringList { u"key"_s, u"sign"_s, u"--key"_s, file("p256.pem"), object } + asHost);
    VERIFY_EXIT(sign, 0);
    const QString signedFile = write("signed.json", sign.output());
    Ctl unresolved({ u"key"_s, u"verify"_s, u"--json"_s, signedFile });
    VERIFY_EXIT(unresolved, 1);
    QCOMPARE(unresolved.first("signature")["state"], "not_checked");
    for (const auto& [key, state] : { std::pair { "p256.pem", "verified" }, { "ed25519.pem", "bad" } }) {
        Ctl show(QStringList { u"key"_s, u"show"_s, u"--document"_s, file(key) } + asHost);
        VERIFY_EXIT(show, 0);
        Ctl verify({ u"key"_s, u"verify"_s, u"--json"_s, u"--document"_s, write("did.json", show.output()),
            signedFile });
        VERIFY_EXIT(verify, std::string(state) == "verified" ? 0 : 1);
        QCOMPARE(verify.first("signature")["state"], state);
    }
}

void TestIdentity::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString key = file("ed25519.pem");
    QTest::newRow("no verb") << QStringList { u"key"_s };
    QTest::newRow("unknown type") << QStringList { u"key"_s, u"new"_s, u"--type"_s, u"rsa"_s, file("x.pem") };
    QTest::newRow("no key") << QStringList { u"key"_s, u"show"_s, write("none.pem", "text") };
    QTest::newRow("no JSON") << QStringList { u"key"_s, u"sign"_s, u"--key"_s, key, write("text", "text") };
    QTest::newRow("no object") << QStringList { u"key"_s, u"sign"_s, u"--key"_s, key, write("list", "[1]") };
    QTest::newRow("no canonical form")
        << QStringList { u"key"_s, u"sign"_s, u"--key"_s, key, write("twice", R"({"a":1,"a":2})") };
    QTest::newRow("no did:web") << QStringList { u"key"_s, u"show"_s, u"--did"_s, u"did:web:10.0.0.1"_s,
        key };
}

void TestIdentity::refusesWrongUsage()
{
    QFETCH(const QStringList, arguments);
    Ctl run(arguments);
    QCOMPARE(run.exitCode(), 2);
    QVERIFY(!run.output().isEmpty() || !run.errors().isEmpty());
}

void TestIdentity::judgesWhatProvidersSay()
{
    const auto scenario = [&](const char* name, const char* key) {
        return write((std::string(name) + ".json").c_str(),
            QByteArray(R"({"format":1,"name":")") + name
                + R"(","capabilities":[{"name":"c","price_cu":0.003,"output":{"type":"json","data":1}}])"
                + key + '}');
    };
    Ctl market(QStringList { u"serve"_s, u"--json"_s, scenario("web", R"(,"key":{"did":"did:web"})"),
        scenario("file", R"(,"key":{"file":"p256.pem"})"),
        scenario("spoiled", R"(,"key":{"bad_signature":true})"), scenario("plain", "") });
    QVERIFY2(market.waitFor("listening"), market.report());
    const json providers = market.first("listening")["providers"];
    const std::array expected { "verified", "verified", "bad", "unsigned" };
    for (std::size_t i = 0; i < expected.size(); ++i) {
        for (const char* way : { "mcp", "a2a" }) {
            const QString url = (way == std::string("a2a") ? u"a2a:"_s : QString())
                + QString::fromStdString(providers[i][way].get<std::string>());
            Ctl quote({ u"quote"_s, u"--json"_s, u"-c"_s, u"c"_s, url });
            VERIFY_EXIT(quote, 0);
            QCOMPARE(quote.first("offer")["signature"]["state"], expected[i]);
            const json findings = quote.first("offer")["findings"];
            QCOMPARE(std::any_of(findings.begin(), findings.end(),
                         [](const json& finding) { return finding["id"] == "L7-4-signature"; }),
                std::string(expected[i]) == "bad");
            Ctl invoke({ u"invoke"_s, u"--json"_s, u"-c"_s, u"c"_s, u"--input"_s, u"text:x"_s, url });
            VERIFY_EXIT(invoke, std::string(expected[i]) == "bad" ? 1 : 0);
            const json last = invoke.first("result")["verdicts"].back();
            QCOMPARE(last["id"], "signature");
            const std::map<std::string, std::string> states { { "verified", "ok" }, { "bad", "fail" },
                { "unsigned", "unknown" } };
            QCOMPARE(last["state"].get<std::string>(), states.at(expected[i]));
        }
    }
}

void TestIdentity::hasAProviderProveWhoItIs()
{
    const auto scenario = [&](const char* name, const char* key) {
        return write((std::string(name) + ".json").c_str(),
            QByteArray(R"({"format":1,"name":")") + name
                + R"(","capabilities":[{"name":"c","price_cu":0.003}],"key":)" + key + '}');
    };
    Ctl market(QStringList { u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, scenario("good", "{}"),
        scenario("stolen", R"({"did":"did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp"})") });
    QVERIFY2(market.waitFor("listening"), market.report());
    const json providers = market.first("listening")["providers"];
    for (const char* way : { "mcp", "ws" }) {
        Ctl good({ u"inspect"_s, u"--json"_s, QString::fromStdString(providers[0][way].get<std::string>()) });
        VERIFY_EXIT(good, 0);
        QCOMPARE(good.first("identity")["state"], "verified");
        QCOMPARE(good.first("identity")["did"], providers[0]["capability"]["did"]);
        Ctl stolen(
            { u"inspect"_s, u"--json"_s, QString::fromStdString(providers[1][way].get<std::string>()) });
        VERIFY_EXIT(stolen, 1);
        QCOMPARE(stolen.first("identity")["state"], "bad");
        QCOMPARE(stolen.first("identity")["code"], -36001);
    }
}

QTEST_GUILESS_MAIN(TestIdentity)
#include "tst_identity.moc"
