// SPDX-License-Identifier: Apache-2.0
#include "protocol/transport/tls/certificate.h"
#include "protocol/transport/tls/devca.h"
#include "protocol/transport/tls/issuing.h"
#include "protocol/wire/manualclock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace std::chrono_literals;
using tls::DevCa;

class DevCaTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void makesOneAndKeepsIt();
    void keepsItsKeyToTheUser();
    void issuesForThisMachine();
    void issuesForOtherNames();
    void issuesForAClient();
    void issuesAnewWhatHasEnded();
    void makesAnotherWhereTheFileIsBroken();
    void issuesAnewUnderAnotherCa();
    void saysWhyItCantBeKept();
    void isOneForAllWhoMakeItAtOnce();

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("tls")).toStdString(); }
    DevCa open()
    {
        auto ca = DevCa::openOrCreate(path(), m_clock);
        if (!ca) {
            qFatal("%s", ca.error().toString().c_str());
        }
        return *ca;
    }

    wire::ManualClock m_clock;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void DevCaTest::makesOneAndKeepsIt()
{
    const DevCa ca = open();
    const auto facts = tls::CertificateFacts::of(ca.certificate());
    QVERIFY(facts.isCa && facts.isSelfSigned);
    QCOMPARE(facts.keyType, std::string("EC P-256"));
    QVERIFY(facts.notBeforeMs < m_clock.unixMs() && m_clock.unixMs() < facts.notAfterMs);
    QCOMPARE(open().certificate(), ca.certificate());
    QCOMPARE(
        QSslCertificate::fromPath(QString::fromStdString(ca.certificateFile())).value(0), ca.certificate());
}

void DevCaTest::keepsItsKeyToTheUser()
{
    QVERIFY(open().issueServer());
    const auto files = QDir(QString::fromStdString(path())).entryInfoList({ QStringLiteral("*.pem") });
    QCOMPARE(files.size(), 2);
    constexpr auto kOthers
        = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    for (const QFileInfo& file : files) {
        QVERIFY2(!(file.permissions() & kOthers), qPrintable(file.fileName()));
    }
}

void DevCaTest::issuesForThisMachine()
{
    const DevCa ca = open();
    const auto server = ca.issueServer();
    QVERIFY(server);
    const auto facts = tls::CertificateFacts::of(server->certificate);
    QCOMPARE(facts.hosts(), std::string("localhost, 127.0.0.1, ::1"));
    QCOMPARE(facts.issuer, tls::CertificateFacts::of(ca.certificate()).subject);
    QVERIFY(!facts.isCa);
    // The same one again, so that it can be pinned.
    QCOMPARE(open().issueServer()->certificate, server->certificate);
    QCOMPARE(tls::keyToPem(open().issueServer()->key), tls::keyToPem(server->key));
}

void DevCaTest::issuesForOtherNames()
{
    const DevCa ca = open();
    const auto server = ca.issueServer({ "mock.example,DNS:evil.example", "192.168.1.7" });
    QVERIFY(server);
    const auto facts = tls::CertificateFacts::of(server->certificate);
    QCOMPARE(
        facts.names, (std::vector<std::string> { "DNS:mock.example,DNS:evil.example", "IP:192.168.1.7" }));
    QVERIFY(server->certificate != ca.issueServer()->certificate);
}

void DevCaTest::issuesForAClient()
{
    const DevCa ca = open();
    const auto client = ca.issueClient("buyer");
    QVERIFY(client);
    QVERIFY(tls::CertificateFacts::of(client->certificate).subject.find("CN=buyer") != std::string::npos);
    QVERIFY(client->certificate != ca.issueClient("other")->certificate);
    QCOMPARE(client->certificate, ca.issueClient("buyer")->certificate);
}

void DevCaTest::issuesAnewWhatHasEnded()
{
    const DevCa ca = open();
    const auto first = ca.issueServer();
    m_clock.advance(24h * 395);
    QCOMPARE(ca.issueServer()->certificate, first->certificate);
    m_clock.advance(24h * 2);
    const auto second = ca.issueServer();
    QVERIFY(second->certificate != first->certificate);
    QVERIFY(tls::CertificateFacts::of(second->certificate).notAfterMs > m_clock.unixMs());
    m_clock.advance(24h * 3'650);
    QVERIFY(open().certificate() != ca.certificate());
}

void DevCaTest::makesAnotherWhereTheFileIsBroken()
{
    const DevCa ca = open();
    QFile file(QString::fromStdString(ca.certificateFile()));
    QVERIFY(file.resize(file.size() / 2));
    const DevCa other = open();
    QVERIFY(other.certificate() != ca.certificate());
    QCOMPARE(open().certificate(), other.certificate());
}

void DevCaTest::issuesAnewUnderAnotherCa()
{
    DevCa ca = open();
    const auto first = ca.issueServer();
    QVERIFY(QFile::remove(QString::fromStdString(ca.certificateFile())));
    ca = open();
    QVERIFY(ca.issueServer()->certificate != first->certificate);
}

void DevCaTest::saysWhyItCantBeKept()
{
    QFile file(QString::fromStdString(path()));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto ca = DevCa::openOrCreate(path(), m_clock);
    QVERIFY(!ca);
    QCOMPARE(ca.error().kind, wire::ErrorKind::Io);
    QCOMPARE(ca.error().where, path());
}

void DevCaTest::isOneForAllWhoMakeItAtOnce()
{
    constexpr std::size_t kAtOnce = 3;
    std::vector<std::string> cas(kAtOnce);
    std::vector<std::string> leaves(kAtOnce);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < kAtOnce; ++i) {
            threads.emplace_back([&, i] {
                wire::ManualClock clock;
                const auto ca = DevCa::openOrCreate(path(), clock);
                const auto leaf = ca ? ca->issueServer() : std::unexpected(ca.error());
                if (leaf) {
                    cas[i] = tls::fingerprint(ca->certificate());
                    leaves[i] = tls::fingerprint(leaf->certificate);
                }
            });
        }
    }
    for (std::size_t i = 0; i < kAtOnce; ++i) {
        QVERIFY(!leaves[i].empty());
        QCOMPARE(cas[i], cas[0]);
        QCOMPARE(leaves[i], leaves[0]);
    }
}

QTEST_GUILESS_MAIN(DevCaTest)
#include "tst_devca.moc"
