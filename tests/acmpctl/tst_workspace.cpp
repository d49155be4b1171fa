// SPDX-License-Identifier: Apache-2.0
// A TARGET by the name that an endpoint has in the workspace, with what is set for it there; tokens that are
// typed, or kept in the keychain.
#include "protocol/workspace/keychainstore.h"
#include "protocol/workspace/workspace.h"
#include "tests/acmpctl/ctl.h"
#include "tests/workspace/keyring.h"

#include <QDir>

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using workspace::Endpoint;
using workspace::Workspace;

class TestWorkspace final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void reachesAnEndpointByItsName();
    void findsTheWorkbenchsOwn();
    void startsAProgramAsItIsSet();
    void theCommandLineGoesFirst();
    void refuses_data();
    void refuses();
    void takesTheTokenFromTheKeychain();
    void asksForTheTokenAtTheTerminal();

private:
    static Endpoint endpoint(const QString& name, const QString& url)
    {
        Endpoint endpoint;
        static int count = 0;
        endpoint.id = u"ep_%1"_s.arg(++count);
        endpoint.name = name;
        endpoint.url = url;
        return endpoint;
    }
    QString save(std::vector<Endpoint> endpoints, const QString& path = u"a.acmpworkspace"_s)
    {
        Workspace workspace;
        workspace.endpoints = std::move(endpoints);
        return saveText(workspace.toJson(), path);
    }
    QString saveText(const QByteArray& text, const QString& path)
    {
        QFile file(m_folder.filePath(path));
        QDir().mkpath(QFileInfo(file).path());
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("%s can't be written", qPrintable(file.fileName()));
        return file.fileName();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Ctl> m_served; ///< asks for the token "s3cret"
};

void TestWorkspace::initTestCase()
{
    m_served = std::make_unique<Ctl>(QStringList {
        u"serve"_s, u"--json"_s, u"--token"_s, u"s3cret"_s, QString::fromUtf8(TEST_DATA) % u"/shop.json" });
    QVERIFY2(m_served->waitFor("listening"), m_served->report());
}

void TestWorkspace::reachesAnEndpointByItsName()
{
    const QString file
        = save({ endpoint(u"other"_s, u"http://127.0.0.1:1/"_s), endpoint(u"My shop"_s, m_served->url()) });
    Ctl inspect(
        { u"inspect"_s, u"My shop"_s, u"--workspace"_s, file, u"--token"_s, u"s3cret"_s, u"--json"_s });
    VERIFY_EXIT(inspect, 0);
    QCOMPARE(inspect.first("discovered").at("target").get<std::string>(), m_served->url().toStdString());
    Ctl doctor({ u"inspect"_s, u"--doctor"_s, u"My shop"_s, u"--workspace"_s, file, u"--token"_s, u"s3cret"_s,
        u"--json"_s });
    VERIFY_EXIT(doctor, 0);
    QVERIFY(!doctor.named("step").empty());
}

void TestWorkspace::findsTheWorkbenchsOwn()
{
    save({ endpoint(u"shop"_s, m_served->url()) }, u"home/acmp-workbench/default.acmpworkspace"_s);
    Ctl inspect({ u"inspect"_s, u"shop"_s, u"--json"_s },
        { .bearerToken = u"s3cret"_s,
            .environment = { { u"XDG_DATA_HOME"_s, m_folder.filePath(u"home"_s) } } });
    VERIFY_EXIT(inspect, 0);
}

void TestWorkspace::startsAProgramAsItIsSet()
{
    // The scenario's name is a relative one, and the token that the program asks for comes by its
    // environment.
    Endpoint program
        = endpoint(u"program"_s, u"stdio:"_s % QString::fromUtf8(ACMPCTL) % u" serve --stdio shop.json"_s);
    program.access.directory = QString::fromUtf8(TEST_DATA);
    program.access.environment = { { u"ACMP_BEARER_TOKEN"_s, u"x"_s, {} } };
    const QString file = save({ program });
    Ctl inspect({ u"inspect"_s, u"program"_s, u"--workspace"_s, file, u"--json"_s });
    VERIFY_EXIT(inspect, 0);
}

void TestWorkspace::theCommandLineGoesFirst()
{
    Endpoint shop = endpoint(u"shop"_s, m_served->url());
    shop.access.proxy = u"http://127.0.0.1:1"_s;
    const QString file = save({ shop });
    Ctl proxied({ u"inspect"_s, u"shop"_s, u"--workspace"_s, file, u"--token"_s, u"s3cret"_s, u"--json"_s });
    VERIFY_EXIT(proxied, 3);
    Ctl direct({ u"inspect"_s, u"shop"_s, u"--workspace"_s, file, u"--token"_s, u"s3cret"_s, u"--proxy"_s,
        u"none"_s, u"--json"_s });
    VERIFY_EXIT(direct, 0);
}

void TestWorkspace::refuses_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QList<QByteArray>>("parts");
    const QString url = m_served->url();
    const QString two = save({ endpoint(u"one"_s, url), endpoint(u"two"_s, url) }, u"two"_s);
    QTest::newRow("unknown name") << u"three"_s << two
                                  << QList<QByteArray> { "three", "http(s)://", "one, two" };
    QTest::newRow("no workspace") << u"one"_s << m_folder.filePath(u"none"_s)
                                  << QList<QByteArray> { "no such workspace", "none" };
    QTest::newRow("damaged") << u"one"_s << saveText(R"({"format": 1, "endpoints": 7})", u"damaged"_s)
                             << QList<QByteArray> { "damaged", "/endpoints", "an array" };
    QTest::newRow("used twice") << u"one"_s
                                << save({ endpoint(u"one"_s, url), endpoint(u"one"_s, url) }, u"twice"_s)
                                << QList<QByteArray> { "several", "one" };
    QTest::newRow("no address") << u"one"_s << save({ endpoint(u"one"_s, u"gopher://x"_s) }, u"gopher"_s)
                                << QList<QByteArray> { "gopher://x" };
    Endpoint secret = endpoint(u"one"_s, url);
    secret.tokenRef = u"token_1"_s;
    QTest::newRow("token not stored here") << u"one"_s << save({ secret }, u"secret"_s)
                                           << QList<QByteArray> { "token", "--ask-token", "no keychain" };
}

void TestWorkspace::refuses()
{
    QFETCH(const QString, target);
    QFETCH(const QString, file);
    QFETCH(const QList<QByteArray>, parts);
    // No keychain: neither a bus nor a display to start one on.
    Ctl inspect({ u"inspect"_s, target, u"--workspace"_s, file },
        { .environment
            = { { u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent/bus"_s }, { u"DISPLAY"_s, {} } } });
    VERIFY_EXIT(inspect, 2);
    const QByteArray told = inspect.output() + inspect.errors();
    for (const QByteArray& part : parts)
        QVERIFY2(told.contains(part), told.constData());
}

void TestWorkspace::takesTheTokenFromTheKeychain()
{
    auto started = Keyring::start();
    if (!started) {
        if (qEnvironmentVariableIsSet("CI"))
            QFAIL(qPrintable(started.error()));
        QSKIP(qPrintable(started.error()));
    }
    Endpoint shop = endpoint(u"shop"_s, m_served->url());
    shop.tokenRef = u"token_1"_s;
    for (const auto& [name, value] : (*started)->environment())
        qputenv(qPrintable(name), value.toUtf8());
    {
        workspace::KeychainStore store;
        const auto written = store.write(workspace::secretKey(shop), u"s3cret"_s);
        QTRY_VERIFY_WITH_TIMEOUT(written.isFinished(), 30'000);
    }
    Ctl inspect({ u"inspect"_s, u"shop"_s, u"--workspace"_s, save({ shop }), u"--json"_s });
    VERIFY_EXIT(inspect, 0);
    // It was entered for another server.
    shop.url.replace(u"127.0.0.1"_s, u"localhost"_s);
    Ctl moved({ u"inspect"_s, u"shop"_s, u"--workspace"_s, save({ shop }), u"--json"_s });
    VERIFY_EXIT(moved, 2);
}

void TestWorkspace::asksForTheTokenAtTheTerminal()
{
    int terminal = -1, other = -1;
    char name[64] {};
    QVERIFY(::openpty(&terminal, &other, name, nullptr, nullptr) == 0);
    ::fcntl(terminal, F_SETFL, O_NONBLOCK);
    QProcess process;
    process.setChildProcessModifier([&name] {
        ::setsid();
        // The first terminal that is opened becomes the session's own.
        [[maybe_unused]] const int own = ::open(name, O_RDWR);
    });
    process.start(
        QString::fromUtf8(ACMPCTL), { u"inspect"_s, m_served->url(), u"--ask-token"_s, u"--json"_s });
    process.closeWriteChannel();
    QByteArray seen;
    const auto read = [&] {
        char buffer[256];
        const ssize_t got = ::read(terminal, buffer, sizeof buffer);
        seen.append(buffer, std::max<ssize_t>(got, 0));
    };
    const auto hasAsked = [&] {
        read();
        return seen.contains("Token: ");
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasAsked(), 30'000);
    QCOMPARE(::write(terminal, "s3cret\n", 7), 7);
    QVERIFY(process.waitForFinished(30'000));
    read();
    ::close(terminal);
    ::close(other);
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QVERIFY2(!seen.contains("s3cret"), seen.constData());
    QVERIFY(process.readAllStandardOutput().contains("discovered"));
}

QTEST_GUILESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
