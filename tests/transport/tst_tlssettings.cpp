// SPDX-License-Identifier: Apache-2.0
#include "authority.h"

#include "protocol/transport/tls/certificate.h"
#include "protocol/transport/tls/openssl.h"
#include "protocol/transport/tls/settings.h"

#include <QFile>
#include <QTest>

#include <openssl/pem.h>

using wire::ErrorKind;

namespace {

QByteArray locked(const QSslKey& key, const char* passphrase)
{
    const QByteArray pem = tls::keyToPem(key);
    const tls::Bio in = tls::bioOf(pem);
    const tls::Key evp(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
    const tls::Bio out = tls::bioInMemory();
    PEM_write_bio_PKCS8PrivateKey(out.get(), evp.get(), EVP_aes_256_cbc(), passphrase,
        static_cast<int>(qstrlen(passphrase)), nullptr, nullptr);
    return tls::contentsOf(out.get());
}

QByteArray pkcs12(const tls::Identity& identity, const char* passphrase)
{
    const QByteArray pem = tls::keyToPem(identity.key);
    const tls::Bio in = tls::bioOf(pem);
    const tls::Key evp(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr));
    const tls::X509Ptr x509 = tls::x509Of(identity.certificate);
    const tls::Pkcs12 file(PKCS12_create(passphrase, "me", evp.get(), x509.get(), nullptr, 0, 0, 0, 0, 0));
    const tls::Bio out = tls::bioInMemory();
    i2d_PKCS12_bio(out.get(), file.get());
    return tls::contentsOf(out.get());
}

} // namespace

class TlsSettingsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void trustsTheFileBesidesTheSystem();
    void trustsTheFileAlone();
    void readsACertificateAndItsKey_data();
    void readsACertificateAndItsKey();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void asksForAPassphraseOnlyWhereOneIsNeeded();
    void readsPins_data();
    void readsPins();
    void describesACertificate();

private:
    Authority m_authority;
    tls::Identity m_client;
};

void TlsSettingsTest::initTestCase()
{
    m_client = m_authority.client("buyer");
    const tls::Identity other = m_authority.client("other");
    const tls::Identity ed = m_authority.client("ed", Authority::Request::KeyKind::Ed25519);
    const QByteArray certificate = m_client.certificate.toPem();
    const QByteArray key = tls::keyToPem(m_client.key);
    const auto write = [this](const char* name, const QByteArray& contents) {
        m_authority.write(QString::fromLatin1(name), contents);
    };
    write("ca.pem", m_authority.ca().certificate.toPem());
    write("ca.der", m_authority.ca().certificate.toDer());
    write("both.pem", certificate + key);
    write("chain.pem", certificate + m_authority.ca().certificate.toPem());
    write("certificate.pem", certificate);
    write("certificate.der", m_client.certificate.toDer());
    write("key.pem", key);
    write("locked.pem", locked(m_client.key, "open sesame"));
    write("other.pem", tls::keyToPem(other.key));
    write("ed.pem", ed.certificate.toPem() + tls::keyToPem(ed.key));
    write("edlocked.pem", ed.certificate.toPem() + locked(ed.key, "open sesame"));
    write("client.p12", pkcs12(m_client, "open sesame"));
    write("open.p12", pkcs12(m_client, ""));
    write("broken.pem", "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n");
    write("text.txt", "nothing of the kind");
    write("empty", {});
}

void TlsSettingsTest::trustsTheFileBesidesTheSystem()
{
    tls::Settings settings;
    settings.caFile = m_authority.path(QStringLiteral("ca.pem"));
    const auto options = tls::configuration(settings);
    QVERIFY(options);
    const auto trusted = options->configuration.caCertificates();
    QVERIFY(trusted.contains(m_authority.ca().certificate));
    QCOMPARE(trusted.size(), QSslConfiguration::systemCaCertificates().size() + 1);
    QVERIFY(options->pin.empty());
}

void TlsSettingsTest::trustsTheFileAlone()
{
    tls::Settings settings;
    settings.caFile = m_authority.path(QStringLiteral("ca.der"));
    settings.trustsSystem = false;
    const auto options = tls::configuration(settings);
    QVERIFY(options);
    QCOMPARE(
        options->configuration.caCertificates(), QList<QSslCertificate> { m_authority.ca().certificate });
}

void TlsSettingsTest::readsACertificateAndItsKey_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("subject");
    QTest::addColumn<int>("chain");
    const auto row
        = [](const char* certificate, const char* key, const char* subject = "buyer", int chain = 1) {
              QTest::addRow("%s %s", certificate, key)
                  << QString::fromLatin1(certificate) << QString::fromLatin1(key)
                  << QString::fromLatin1(subject) << chain;
          };
    row("both.pem", "");
    row("chain.pem", "key.pem", "buyer", 2);
    row("certificate.der", "key.pem");
    row("certificate.pem", "locked.pem");
    row("certificate.pem", "both.pem");
    row("ed.pem", "", "ed");
    row("edlocked.pem", "", "ed");
    row("client.p12", "");
    row("open.p12", "");
}

void TlsSettingsTest::readsACertificateAndItsKey()
{
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QString, subject);
    QFETCH(int, chain);
    tls::Settings settings;
    settings.certificateFile = m_authority.path(certificate);
    settings.keyFile = key.isEmpty() ? std::string() : m_authority.path(key);
    const auto options
        = tls::configuration(settings, [](const std::string&) { return std::optional("open sesame"); });
    QVERIFY2(options, options ? "" : options.error().toString().c_str());
    QCOMPARE(options->configuration.localCertificate().subjectDisplayName(), subject);
    QCOMPARE(options->configuration.localCertificateChain().size(), chain);
    QVERIFY(!options->configuration.privateKey().isNull());
    if (subject == u"buyer") {
        QCOMPARE(tls::keyToPem(options->configuration.privateKey()), tls::keyToPem(m_client.key));
    }
}

void TlsSettingsTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("ca");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("passphrase");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* ca, const char* certificate, const char* key, const char* passphrase,
                         ErrorKind kind, const char* message, const char* where) {
        QTest::addRow("%s %s%s %s", message, ca, certificate, key)
            << QString::fromLatin1(ca) << QString::fromLatin1(certificate) << QString::fromLatin1(key)
            << QString::fromLatin1(passphrase) << static_cast<int>(kind) << QByteArray(message)
            << QString::fromLatin1(where);
    };
    row("gone.pem", "", "", "", ErrorKind::Io, "can't read the file: ", "gone.pem");
    row("text.txt", "", "", "", ErrorKind::Usage, "no certificate in the file", "text.txt");
    row("key.pem", "", "", "", ErrorKind::Usage, "no certificate in the file", "key.pem");
    row("", "gone.pem", "", "", ErrorKind::Io, "can't read the file: ", "gone.pem");
    row("", "text.txt", "key.pem", "", ErrorKind::Usage, "no certificate in the file", "text.txt");
    row("", "empty", "key.pem", "", ErrorKind::Usage, "no certificate in the file", "empty");
    row("", "certificate.pem", "", "", ErrorKind::Usage, "no private key in the file", "certificate.pem");
    row("", "certificate.pem", "gone.pem", "", ErrorKind::Io, "can't read the file: ", "gone.pem");
    row("", "certificate.pem", "text.txt", "", ErrorKind::Usage, "no private key in the file", "text.txt");
    row("", "certificate.pem", "broken.pem", "", ErrorKind::Usage,
        "the private key can't be read: ", "broken.pem");
    row("", "certificate.pem", "locked.pem", "guess", ErrorKind::Usage, "the passphrase is wrong",
        "locked.pem");
    row("", "certificate.pem", "locked.pem", "", ErrorKind::Usage, "the key needs a passphrase",
        "locked.pem");
    row("", "certificate.pem", "other.pem", "", ErrorKind::Usage,
        "the key does not belong to the certificate", "other.pem");
    row("", "certificate.pem", "ed.pem", "", ErrorKind::Usage, "the key does not belong to the certificate",
        "ed.pem");
    row("", "client.p12", "", "guess", ErrorKind::Usage, "the passphrase is wrong", "client.p12");
    row("", "client.p12", "", "", ErrorKind::Usage, "the key needs a passphrase", "client.p12");
    row("", "", "key.pem", "", ErrorKind::Usage, "no certificate is given for it", "key.pem");
}

void TlsSettingsTest::saysWhatIsWrong()
{
    QFETCH(QString, ca);
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QString, passphrase);
    QFETCH(int, kind);
    QFETCH(QByteArray, message);
    QFETCH(QString, where);
    const auto path
        = [this](const QString& name) { return name.isEmpty() ? std::string() : m_authority.path(name); };
    const tls::Settings settings { .caFile = path(ca),
        .trustsSystem = false,
        .certificateFile = path(certificate),
        .keyFile = path(key),
        .pin = {} };
    const auto options = tls::configuration(settings, [&](const std::string&) {
        return passphrase.isEmpty() ? std::nullopt : std::optional(passphrase.toStdString());
    });
    QVERIFY(!options);
    const QByteArray text = QByteArray::fromStdString(options.error().toString());
    QCOMPARE(static_cast<int>(options.error().kind), kind);
    QVERIFY2(text.contains(message), text.constData());
    QCOMPARE(options.error().where, path(where));
    QVERIFY(passphrase.isEmpty() || !text.contains(passphrase.toUtf8()));
}

void TlsSettingsTest::asksForAPassphraseOnlyWhereOneIsNeeded()
{
    std::vector<std::string> asked;
    const auto ask = [&](const std::string& file) {
        asked.push_back(file);
        return std::optional<std::string>("open sesame");
    };
    tls::Settings settings;
    settings.certificateFile = m_authority.path(QStringLiteral("both.pem"));
    QVERIFY(tls::configuration(settings, ask));
    settings.certificateFile = m_authority.path(QStringLiteral("open.p12"));
    QVERIFY(tls::configuration(settings, ask));
    QVERIFY(asked.empty());
    settings.certificateFile = m_authority.path(QStringLiteral("client.p12"));
    QVERIFY(tls::configuration(settings, ask));
    QCOMPARE(asked, std::vector { settings.certificateFile });
}

void TlsSettingsTest::readsPins_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isPin");
    const QByteArray pin = QByteArray("0123456789abcdef").repeated(4);
    QTest::newRow("hex") << pin << true;
    QTest::newRow("capitals") << pin.toUpper() << true;
    QTest::newRow("colons") << QByteArray::fromHex(pin).toHex(':').toUpper() << true;
    QTest::newRow("prefix") << "sha256:" + pin << true;
    QTest::newRow("too short") << pin.left(62) << false;
    QTest::newRow("too long") << pin + "00" << false;
    QTest::newRow("SHA-1") << pin.left(40) << false;
    QTest::newRow("no hex digit among them") << "g" + pin.mid(1) << false;
}

void TlsSettingsTest::readsPins()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isPin);
    tls::Settings settings;
    settings.pin = text.toStdString();
    const auto options = tls::configuration(settings);
    QCOMPARE(options.has_value(), isPin);
    if (options) {
        QCOMPARE(QByteArray::fromStdString(options->pin), QByteArray("0123456789abcdef").repeated(4));
    } else {
        QCOMPARE(options.error().kind, ErrorKind::Usage);
    }
}

void TlsSettingsTest::describesACertificate()
{
    const tls::Identity server = m_authority.server({ "agent.example", "10.0.0.7", "fd00::1" });
    const auto facts = tls::CertificateFacts::of(server.certificate);
    QCOMPARE(facts.subject, std::string("CN=test server,O=ACMP Workbench"));
    QCOMPARE(facts.issuer, std::string("CN=Test CA,O=ACMP Workbench"));
    QCOMPARE(facts.names, (std::vector<std::string> { "DNS:agent.example", "IP:10.0.0.7", "IP:fd00::1" }));
    QCOMPARE(facts.hosts(), std::string("agent.example, 10.0.0.7, fd00::1"));
    QCOMPARE(facts.keyType, std::string("EC P-256"));
    QCOMPARE(facts.keyBits, 256);
    QCOMPARE(facts.notAfterMs - facts.notBeforeMs, 31 * Authority::kDayMs);
    QVERIFY(!facts.isSelfSigned && !facts.isCa);
    QCOMPARE(facts.sha256.size(), std::size_t { 64 });
    QByteArray lines;
    for (const std::string& line : facts.describe()) {
        lines += QByteArray::fromStdString(line) + '\n';
    }
    QVERIFY2(lines.contains("issuer: CN=Test CA,O=ACMP Workbench\n"), lines.constData());
    QVERIFY(lines.contains("names: DNS:agent.example, IP:10.0.0.7, IP:fd00::1\n"));
    QVERIFY(lines.contains("key: EC P-256, 256 bits\n"));

    const auto ca = tls::CertificateFacts::of(m_authority.ca().certificate);
    QVERIFY(ca.isSelfSigned && ca.isCa);
    const auto ed = tls::CertificateFacts::of(
        m_authority.client("ed", Authority::Request::KeyKind::Ed25519).certificate);
    QCOMPARE(ed.keyType, std::string("ED25519"));
    const auto rsa = tls::CertificateFacts::of(
        m_authority.client("rsa", Authority::Request::KeyKind::Rsa2048).certificate);
    QCOMPARE(rsa.keyType, std::string("RSA"));
    QCOMPARE(rsa.keyBits, 2048);
}

QTEST_GUILESS_MAIN(TlsSettingsTest)
#include "tst_tlssettings.moc"
