// SPDX-License-Identifier: Apache-2.0
// The openssl program as a second opinion: it verifies what we sign, and we what it signs.
#include "tests/identity/signing.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using identity::Key;
using identity::KeyType;

class TestOpenssl final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void verifiesWhatWeSign_data() { rows(); }
    void verifiesWhatWeSign();
    void signsWhatWeVerify_data() { rows(); }
    void signsWhatWeVerify();

private:
    static void rows();
    QString file(const char* name, const QByteArray& contents = {}) const;
    /// False unless it ends with 0; what it said is in m_output.
    bool run(const QStringList& arguments);

    QString m_openssl;
    QTemporaryDir m_folder;
    QByteArray m_output;
};

void TestOpenssl::initTestCase()
{
    m_openssl = QStandardPaths::findExecutable(QStringLiteral("openssl"));
    if (m_openssl.isEmpty()) {
        const char* const why = "no openssl on the PATH";
        if (qEnvironmentVariable("CI") == u"true") {
            QFAIL(why);
        }
        QSKIP(why);
    }
}

void TestOpenssl::rows()
{
    QTest::addColumn<int>("type");
    QTest::newRow("Ed25519") << static_cast<int>(KeyType::Ed25519);
    QTest::newRow("P-256") << static_cast<int>(KeyType::P256);
}

QString TestOpenssl::file(const char* name, const QByteArray& contents) const
{
    const QString path = m_folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!contents.isEmpty() && (!file.open(QIODevice::WriteOnly) || file.write(contents) < 0)) {
        qFatal("can't write %s", name);
    }
    return path;
}

bool TestOpenssl::run(const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(m_openssl, arguments);
    const bool hasEnded = process.waitForFinished();
    m_output = process.readAll();
    return hasEnded && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

void TestOpenssl::verifiesWhatWeSign()
{
    QFETCH(const int, type);
    const Key key = Key::generate(static_cast<KeyType>(type)).value();
    const QString secret = file("ours.pem", key.toPem());
    const QString open = file("ours.pub");
    QVERIFY2(run({ QStringLiteral("pkey"), QStringLiteral("-in"), secret, QStringLiteral("-pubout"),
                 QStringLiteral("-out"), open }),
        m_output.constData());
    const std::string signature = key.sign("what is signed");
    const std::string given
        = key.publicKey().type() == KeyType::P256 ? identity::toDer(signature) : signature;
    const QStringList arguments { QStringLiteral("pkeyutl"), QStringLiteral("-verify"),
        QStringLiteral("-pubin"), QStringLiteral("-inkey"), open, QStringLiteral("-rawin"),
        QStringLiteral("-sigfile"), file("ours.sig", QByteArray::fromStdString(given)),
        QStringLiteral("-in") };
    QVERIFY2(run(arguments + QStringList { file("message", "what is signed") }), m_output.constData());
    QVERIFY(!run(arguments + QStringList { file("other", "what was not signed") }));
}

void TestOpenssl::signsWhatWeVerify()
{
    QFETCH(const int, type);
    const bool isP256 = static_cast<KeyType>(type) == KeyType::P256;
    const QString secret = file("theirs.pem");
    const QStringList kind = isP256 ? QStringList { QStringLiteral("EC"), QStringLiteral("-pkeyopt"),
        QStringLiteral("ec_paramgen_curve:P-256") }
                                    : QStringList { QStringLiteral("ED25519") };
    QVERIFY2(run(QStringList {
                     QStringLiteral("genpkey"), QStringLiteral("-out"), secret, QStringLiteral("-algorithm") }
                 + kind),
        m_output.constData());
    const auto key = identity::readKeyFile(secret.toStdString());
    QVERIFY(key);
    const QString signatureFile = file("theirs.sig");
    QVERIFY2(run({ QStringLiteral("pkeyutl"), QStringLiteral("-sign"), QStringLiteral("-inkey"), secret,
                 QStringLiteral("-rawin"), QStringLiteral("-in"), file("message", "what is signed"),
                 QStringLiteral("-out"), signatureFile }),
        m_output.constData());
    QFile signature(signatureFile);
    QVERIFY(signature.open(QIODevice::ReadOnly));
    const std::string bytes = signature.readAll().toStdString();
    QVERIFY(key->publicKey().verifies("what is signed", isP256 ? identity::fromDer(bytes) : bytes));
    QVERIFY(!key->publicKey().verifies("what was not signed", isP256 ? identity::fromDer(bytes) : bytes));
}

QTEST_GUILESS_MAIN(TestOpenssl)
#include "tst_openssl.moc"
