// SPDX-License-Identifier: Apache-2.0
// serve --ws-port, --tls and --client-ca, and the options that reach them: --ca, --pin, --cert, --key.
#include "protocol/transport/tls/certificate.h"
#include "tests/acmpctl/ctl.h"
#include "tests/transport/authority.h"

#include <QDir>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using acmpctl::CtlOptions;
using nlohmann::json;

class TestSockets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void servesOnWebSockets();
    void servesEachScenarioOnBoth();
    void aWebSocketsTokenIsAskedFor();
    void servesWithACertificateThatThisUserTrusts_data() { kinds(); }
    void servesWithACertificateThatThisUserTrusts();
    void itsKeyIsTheUsersAlone();
    void othersTrustItWhereTheyAreTold_data();
    void othersTrustItWhereTheyAreTold();
    void asksForCertificates_data();
    void asksForCertificates();

private:
    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::newRow("HTTPS") << QByteArray("mcp");
        QTest::newRow("wss") << QByteArray("ws");
    }
    /// As a user whose data is there.
    static CtlOptions of(const QTemporaryDir& home)
    {
        return { .environment = { { u"XDG_DATA_HOME"_s, home.path() } } };
    }
    QString caFile() const { return m_home.filePath(u"acmp-workbench/ca/ca.pem"_s); }
    QString file(const char* name, const QByteArray& contents) const
    {
        return QString::fromStdString(m_authority.write(QString::fromLatin1(name), contents));
    }
    /// The server's certificate in the form of --pin.
    QString pin() const
    {
        const QDir folder(QFileInfo(caFile()).path());
        for (const QString& name : folder.entryList(QDir::Files)) {
            const auto all = QSslCertificate::fromPath(folder.filePath(name));
            if (!all.isEmpty() && name != u"ca.pem")
                return QString::fromStdString(tls::fingerprint(all.front()));
        }
        return {};
    }

    QTemporaryDir m_home; ///< of who serves
    QTemporaryDir m_other; ///< of somebody else
    Authority m_authority;
    std::unique_ptr<Ctl> m_served;
};

void TestSockets::initTestCase()
{
    m_served = std::make_unique<Ctl>(QStringList { u"serve"_s, u"--json"_s, u"--tls"_s, u"--ws-port"_s,
                                         u"0"_s, QString::fromUtf8(TEST_DATA) % u"/shop.json" },
        of(m_home));
    QVERIFY2(m_served->waitFor("listening"), m_served->report());
    QVERIFY(m_served->url().startsWith(u"https://127.0.0.1:"_s));
    QVERIFY(m_served->url("ws").startsWith(u"wss://127.0.0.1:"_s));
}

void TestSockets::servesOnWebSockets()
{
    Ctl server({ u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s });
    QVERIFY2(server.waitFor("listening"), server.report());
    QVERIFY(server.url("ws").startsWith(u"ws://127.0.0.1:"_s));
    Ctl inspect({ u"inspect"_s, u"--json"_s, server.url("ws") });
    VERIFY_EXIT(inspect, 0);
    QCOMPARE(inspect.first("discovered")["transport"], "WebSocket");
    QCOMPARE(inspect.first("discovered")["capability"]["provider_id"], "agent:workbench:local");
    Ctl run({ u"invoke"_s, u"--json"_s, server.url("ws") % u"?party_id=a", u"-c"_s, u"summarize"_s,
        u"--stream"_s, u"--input"_s, u"text:hello"_s });
    VERIFY_EXIT(run, 0);
    QVERIFY(run.named("chunk").size() > 1);
    QVERIFY2(run.named("finding").empty(), run.report());
    Ctl nothing({ u"inspect"_s, u"--json"_s, server.url("ws") % u"/nowhere" });
    VERIFY_EXIT(nothing, 4);
    QVERIFY2(nothing.first("error").dump().find("404") != std::string::npos, nothing.report());
}

void TestSockets::servesEachScenarioOnBoth()
{
    const QString folder = QString::fromUtf8(SCENARIOS);
    Ctl server({ u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, folder % u"/demo-fast.json",
        folder % u"/demo-careful.json" });
    QVERIFY2(server.waitFor("listening"), server.report());
    const json providers = server.first("listening")["providers"];
    QCOMPARE(providers.size(), std::size_t { 2 });
    Ctl quote({ u"quote"_s, u"--json"_s, QString::fromStdString(providers[0]["ws"].get<std::string>()),
        QString::fromStdString(providers[1]["ws"].get<std::string>()),
        QString::fromStdString(providers[1]["mcp"].get<std::string>()), u"-c"_s, u"sentiment-analysis"_s });
    VERIFY_EXIT(quote, 0);
    std::vector<double> prices;
    for (const json& offer : quote.named("offer"))
        prices.push_back(offer["offer"]["price_cu"].get<double>());
    std::sort(prices.begin(), prices.end());
    QCOMPARE(prices, (std::vector { 0.002, 0.004, 0.004 }));
}

void TestSockets::aWebSocketsTokenIsAskedFor()
{
    Ctl server({ u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, u"--token"_s, u"s3cret"_s });
    QVERIFY2(server.waitFor("listening"), server.report());
    Ctl without({ u"inspect"_s, u"--json"_s, server.url("ws") });
    QVERIFY2(without.exitCode() != 0, without.report());
    QVERIFY2(without.output().contains("401"), without.report());
    Ctl with({ u"inspect"_s, u"--json"_s, server.url("ws"), u"--token"_s, u"s3cret"_s });
    VERIFY_EXIT(with, 0);
}

void TestSockets::servesWithACertificateThatThisUserTrusts()
{
    QFETCH(QByteArray, kind);
    const QString url = m_served->url(kind.constData());
    Ctl run({ u"invoke"_s, u"--json"_s, url, u"-c"_s, u"quick"_s, u"--input"_s, u"text:x"_s, u"--stream"_s },
        of(m_home));
    VERIFY_EXIT(run, 0);
    Ctl byName(
        { u"inspect"_s, u"--json"_s, QString(url).replace(u"127.0.0.1"_s, u"localhost"_s) }, of(m_home));
    VERIFY_EXIT(byName, 0);
    Ctl other({ u"inspect"_s, u"--json"_s, url }, of(m_other));
    VERIFY_EXIT(other, 3);
    QCOMPARE(other.first("error")["name"], "tls");
}

void TestSockets::itsKeyIsTheUsersAlone()
{
    const QDir folder(QFileInfo(caFile()).path());
    const QStringList names = folder.entryList(QDir::Files);
    QVERIFY(names.size() >= 2);
    constexpr auto kOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    int keys = 0;
    for (const QString& name : names) {
        QFile one(folder.filePath(name));
        QVERIFY(one.open(QIODevice::ReadOnly));
        if (!one.readAll().contains("PRIVATE KEY"))
            continue;
        ++keys;
        QCOMPARE(QFile::permissions(one.fileName()) & kOthers, QFile::Permissions());
    }
    QVERIFY(keys >= 1);
}

void TestSockets::othersTrustItWhereTheyAreTold_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::newRow("its CA") << QStringList { u"--ca"_s, caFile() } << 0;
    QTest::newRow("another CA") << QStringList { u"--ca"_s,
        file("ca.pem", m_authority.ca().certificate.toPem()) }
                                << 3;
    QTest::newRow("its pin") << QStringList { u"--pin"_s, pin() } << 0;
    QTest::newRow("another pin") << QStringList { u"--pin"_s, QString(64, u'a') } << 3;
    QTest::newRow("its CA, another pin")
        << QStringList { u"--ca"_s, caFile(), u"--pin"_s, QString(64, u'a') } << 3;
}

void TestSockets::othersTrustItWhereTheyAreTold()
{
    QFETCH(QStringList, options);
    QFETCH(int, status);
    for (const char* const kind : { "mcp", "ws" }) {
        Ctl run(QStringList { u"inspect"_s, u"--json"_s, m_served->url(kind) } + options, of(m_other));
        VERIFY_EXIT(run, status);
        if (status == 3)
            QCOMPARE(run.first("error")["name"], "tls");
    }
}

void TestSockets::asksForCertificates_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    const tls::Identity good = m_authority.client();
    const QString cert = file("good.pem", good.certificate.toPem());
    const QString key = file("good-key.pem", tls::toPem(good));
    const QString both = file("both.pem", tls::toPem(good));
    const QString rogue = file("rogue.pem", tls::toPem(Authority("Rogue CA").client()));
    QTest::newRow("none") << QStringList() << 3;
    QTest::newRow("one file") << QStringList { u"--cert"_s, both } << 0;
    QTest::newRow("two files") << QStringList { u"--cert"_s, cert, u"--key"_s, key } << 0;
    QTest::newRow("another CA's") << QStringList { u"--cert"_s, rogue } << 3;
}

void TestSockets::asksForCertificates()
{
    QFETCH(QStringList, options);
    QFETCH(int, status);
    Ctl server({ u"serve"_s, u"--json"_s, u"--ws-port"_s, u"0"_s, u"--client-ca"_s,
                   file("client-ca.pem", m_authority.ca().certificate.toPem()) },
        of(m_home));
    QVERIFY2(server.waitFor("listening"), server.report());
    for (const char* const kind : { "mcp", "ws" }) {
        QVERIFY(server.url(kind).contains(u"s://"_s));
        Ctl run(QStringList { u"inspect"_s, u"--json"_s, server.url(kind) } + options, of(m_home));
        VERIFY_EXIT(run, status);
        if (status == 3) {
            QCOMPARE(run.first("error")["name"], "tls");
            QVERIFY2(run.output().contains("client certificate"), run.report());
        }
    }
}

QTEST_GUILESS_MAIN(TestSockets)
#include "tst_sockets.moc"
