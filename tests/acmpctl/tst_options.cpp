// SPDX-License-Identifier: Apache-2.0
// The options that every verb takes: record, token, resolve, quiet; and what an input is made of.
#include "tests/acmpctl/ctl.h"

#include <QFile>
#include <QTemporaryDir>

#include <csignal>

using namespace Qt::StringLiterals;
using acmpctl::Ctl;
using nlohmann::json;

namespace {

const QString kToken = u"s3cret-of-the-test"_s;

QStringList invoke(const QString& url, const QString& capability, const QStringList& more = {})
{
    const QStringList input = more.contains(u"--input"_s) || more.contains(u"--input-file"_s)
        ? QStringList()
        : QStringList { u"--input"_s, u"text:hello"_s };
    return QStringList { u"invoke"_s, u"--json"_s, url, u"-c"_s, capability } + input + more;
}

} // namespace

class TestOptions final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void recordsEveryByteInAFileOfItsOwn();
    void refusesARecordFileThatExists();
    void hidesTheTokenUnlessAskedFor();
    void theRecordOfAnInterruptedRunIsWhole();
    void sendsTheToken_data();
    void sendsTheToken();
    void sendsHeaders();
    void refusesHeadersThatCannotBe_data();
    void refusesHeadersThatCannotBe();
    void showsAnAskForAuthentication();
    void connectsWhereItIsTold();
    void quietPrintsNothing_data();
    void quietPrintsNothing();
    void makesAnInput_data();
    void makesAnInput();
    void inputFromAFileIsEncodedByType_data();
    void inputFromAFileIsEncodedByType();
    void helpAndVersionAreFine_data();
    void helpAndVersionAreFine();

private:
    QString shop() const { return m_shop->url(); }
    QString path(const QString& name) const { return m_directory.filePath(name); }

    QTemporaryDir m_directory;
    std::unique_ptr<Ctl> m_shop, m_guarded;
};

void TestOptions::initTestCase()
{
    QVERIFY(m_directory.isValid());
    const QString scenario = QString::fromUtf8(TEST_DATA) + u"/shop.json"_s;
    m_shop = std::make_unique<Ctl>(QStringList { u"serve"_s, u"--json"_s, scenario });
    m_guarded
        = std::make_unique<Ctl>(QStringList { u"serve"_s, u"--json"_s, scenario, u"--token"_s, kToken });
    QVERIFY2(m_shop->waitFor("listening"), m_shop->report());
    QVERIFY2(m_guarded->waitFor("listening"), m_guarded->report());
}

void TestOptions::recordsEveryByteInAFileOfItsOwn()
{
    const QString file = path(u"run.acmpcap"_s);
    Ctl run(invoke(shop(), u"quick"_s, { u"--stream"_s, u"--record"_s, file }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(
        QFile::permissions(file), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser);
    Ctl cat({ u"capture"_s, u"cat"_s, u"--json"_s, file });
    VERIFY_EXIT(cat, 0);
    QCOMPARE(cat.named("mark").front()["kind"], "began");
    QCOMPARE(cat.named("mark").back()["kind"], "ended");
    QVERIFY(!cat.named("opened").empty());
    QVERIFY(!cat.named("closed").empty());
    const auto rows = cat.named("row");
    const auto chunks = std::count_if(rows.begin(), rows.end(),
        [](const json& row) { return row["summary"].value("method", "") == "acmp/streamChunk"; });
    QCOMPARE(chunks, 2);
    Ctl text({ u"capture"_s, u"cat"_s, file });
    VERIFY_EXIT(text, 0);
    QVERIFY(text.output().contains("acmp/invoke"));
}

void TestOptions::refusesARecordFileThatExists()
{
    const QString file = path(u"mine.acmpcap"_s);
    QFile mine(file);
    QVERIFY(mine.open(QIODevice::WriteOnly));
    mine.write("precious");
    mine.close();
    Ctl refused({ u"inspect"_s, u"--json"_s, shop(), u"--record"_s, file });
    VERIFY_EXIT(refused, 2);
    QVERIFY(mine.open(QIODevice::ReadOnly));
    QCOMPARE(mine.readAll(), "precious");
    Ctl forced({ u"inspect"_s, u"--json"_s, shop(), u"--record"_s, file, u"--force"_s });
    VERIFY_EXIT(forced, 0);
    QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    Ctl cat({ u"capture"_s, u"cat"_s, u"--json"_s, file });
    VERIFY_EXIT(cat, 0);
    QVERIFY(!cat.output().contains("precious"));
}

void TestOptions::hidesTheTokenUnlessAskedFor()
{
    const QString file = path(u"token.acmpcap"_s);
    Ctl run({ u"inspect"_s, u"--json"_s, m_guarded->url(), u"--token"_s, kToken, u"--record"_s, file });
    VERIFY_EXIT(run, 0);
    for (const bool asJson : { false, true }) {
        const QStringList cat { u"capture"_s, u"cat"_s, file };
        const QStringList form = asJson ? QStringList { u"--json"_s } : QStringList();
        Ctl hidden(cat + form);
        VERIFY_EXIT(hidden, 0);
        QVERIFY(!hidden.output().contains(kToken.toUtf8()));
    }
    Ctl shown({ u"capture"_s, u"cat"_s, file, u"--json"_s, u"--include-secrets"_s });
    VERIFY_EXIT(shown, 0);
    QVERIFY(shown.output().contains(kToken.toUtf8()));
}

void TestOptions::theRecordOfAnInterruptedRunIsWhole()
{
    const QString file = path(u"interrupted.acmpcap"_s);
    Ctl run(invoke(shop(), u"slow"_s, { u"--stream"_s, u"--record"_s, file }));
    QVERIFY2(run.waitFor("chunk"), run.report());
    run.signal(SIGINT);
    VERIFY_EXIT(run, 130);
    Ctl cat({ u"capture"_s, u"cat"_s, u"--json"_s, file });
    VERIFY_EXIT(cat, 0);
    QCOMPARE(cat.named("mark").back()["kind"], "ended");
    QVERIFY(cat.output().contains("acmp/cancel"));
}

void TestOptions::sendsTheToken_data()
{
    QTest::addColumn<QStringList>("option");
    QTest::addColumn<QString>("environment");
    QTest::addColumn<int>("status");
    QTest::newRow("option") << QStringList { u"--token"_s, kToken } << QString() << 0;
    QTest::newRow("environment") << QStringList() << kToken << 0;
    QTest::newRow("the option counts") << QStringList { u"--token"_s, kToken } << u"wrong"_s << 0;
    QTest::newRow("wrong one") << QStringList { u"--token"_s, u"wrong"_s } << QString() << 1;
    QTest::newRow("none") << QStringList() << QString() << 1;
}

void TestOptions::sendsTheToken()
{
    QFETCH(QStringList, option);
    QFETCH(QString, environment);
    QFETCH(int, status);
    Ctl run(invoke(m_guarded->url(), u"quick"_s, option), { .bearerToken = environment });
    VERIFY_EXIT(run, status);
    Ctl server({ u"serve"_s, u"--json"_s }, { .bearerToken = kToken });
    QVERIFY2(server.waitFor("listening"), server.report());
    Ctl asked(
        QStringList { u"inspect"_s, u"--json"_s, server.url() } + option, { .bearerToken = environment });
    VERIFY_EXIT(asked, status);
}

void TestOptions::sendsHeaders()
{
    const QString file = path(u"headers.acmpcap"_s);
    Ctl run(invoke(m_guarded->url(), u"quick"_s,
        { u"--header"_s, u"Authorization: Bearer "_s + kToken, u"--header"_s, u"X-Tenant: blue"_s,
            u"--record"_s, file }));
    VERIFY_EXIT(run, 0);
    Ctl cat({ u"capture"_s, u"cat"_s, u"--json"_s, file, u"--include-secrets"_s });
    VERIFY_EXIT(cat, 0);
    // Of discovery and of the invoke.
    QVERIFY(cat.output().count("X-Tenant: blue") >= 2);
    QVERIFY(cat.output().contains(kToken.toUtf8()));
}

void TestOptions::refusesHeadersThatCannotBe_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("no value") << QStringList { u"--header"_s, u"X-Tenant"_s };
    QTest::newRow("the protocol's") << QStringList { u"--header"_s, u"Mcp-Method: x"_s };
    QTest::newRow("two Authorizations")
        << QStringList { u"--header"_s, u"Authorization: Basic YTpi"_s, u"--token"_s, kToken };
}

void TestOptions::refusesHeadersThatCannotBe()
{
    QFETCH(const QStringList, options);
    Ctl run(QStringList { u"inspect"_s, u"--json"_s, shop() } + options);
    VERIFY_EXIT(run, 2);
}

void TestOptions::showsAnAskForAuthentication()
{
    Ctl run({ u"inspect"_s, u"--json"_s, m_guarded->url() });
    VERIFY_EXIT(run, 1);
    const std::string message = run.first("error")["message"].get<std::string>();
    QVERIFY2(message.find("401") != std::string::npos, message.c_str());
    QVERIFY2(message.find("Bearer") != std::string::npos, message.c_str());
    QVERIFY(!run.output().contains(kToken.toUtf8()));
}

void TestOptions::connectsWhereItIsTold()
{
    const QUrl url(shop());
    const QString there = u"provider.example.invalid=127.0.0.1:"_s + QString::number(url.port());
    Ctl run({ u"inspect"_s, u"--json"_s, u"http://provider.example.invalid/mcp"_s, u"--resolve"_s,
        u"other.invalid=127.0.0.1:9"_s, u"--resolve"_s, there });
    // The guard of a loopback server takes no foreign Host: it was asked, and that is what counts here.
    QVERIFY2(run.exitCode() != 3, run.report());
    QVERIFY2(run.mistakes().isEmpty(), qPrintable(run.mistakes().join(u'\n')));
    Ctl local({ u"inspect"_s, u"--json"_s, u"http://localhost:1/mcp"_s, u"--resolve"_s,
        u"localhost=127.0.0.1:"_s + QString::number(url.port()) });
    VERIFY_EXIT(local, 0);
}

void TestOptions::quietPrintsNothing_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("fine") << QStringList { u"inspect"_s, shop() } << 0;
    QTest::newRow("refused") << QStringList { u"invoke"_s, shop(), u"-c"_s, u"nonsense"_s } << 1;
    QTest::newRow("demo") << QStringList { u"demo"_s } << 0;
}

void TestOptions::quietPrintsNothing()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    Ctl run(arguments + QStringList { u"--quiet"_s });
    VERIFY_EXIT(run, status);
    QCOMPARE(run.output() + run.errors(), QByteArray());
    Ctl both(arguments + QStringList { u"--quiet"_s, u"--json"_s });
    VERIFY_EXIT(both, status);
    QVERIFY(!both.output().isEmpty());
    QCOMPARE(both.errors(), QByteArray());
}

void TestOptions::makesAnInput_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << u"text:a:b"_s << QByteArray(R"({"type":"text","data":"a:b"})");
    QTest::newRow("empty text") << u"text:"_s << QByteArray(R"({"type":"text","data":""})");
    QTest::newRow("json") << u"json:{\"a\": 1.10}"_s << QByteArray(R"({"type":"json","data":{"a": 1.10}})");
}

void TestOptions::makesAnInput()
{
    QFETCH(QString, input);
    QFETCH(QByteArray, content);
    Ctl run(invoke(shop(), u"echo"_s, { u"--input"_s, input }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("result")["output"], json::parse(content.toStdString()));
}

void TestOptions::inputFromAFileIsEncodedByType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("data");
    QTest::newRow("text") << u"text"_s << QByteArray("Grüße\n") << QByteArray("\"Grüße\\n\"");
    QTest::newRow("text/csv") << u"text/csv"_s << QByteArray("a,b") << QByteArray("\"a,b\"");
    QTest::newRow("json") << u"application/json"_s << QByteArray("[1,\n2]") << QByteArray("[1,2]");
    QTest::newRow("binary") << u"image/png"_s << QByteArray("\x89PNG\0\xff", 6) << QByteArray("\"iVBORwD/\"");
}

void TestOptions::inputFromAFileIsEncodedByType()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, data);
    QFile file(path(u"input"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    file.close();
    Ctl run(invoke(shop(), u"echo"_s, { u"--input-file"_s, type + u':' + file.fileName() }));
    VERIFY_EXIT(run, 0);
    QCOMPARE(run.first("result")["output"]["type"], type.toStdString());
    QCOMPARE(run.first("result")["output"]["data"], json::parse(data.toStdString()));
}

void TestOptions::helpAndVersionAreFine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("help") << QStringList { u"--help"_s };
    QTest::newRow("help of a verb") << QStringList { u"invoke"_s, u"--help"_s };
    QTest::newRow("version") << QStringList { u"--version"_s };
}

void TestOptions::helpAndVersionAreFine()
{
    QFETCH(QStringList, arguments);
    Ctl run(arguments);
    VERIFY_EXIT(run, 0);
    QVERIFY(run.output().contains("acmpctl"));
}

QTEST_GUILESS_MAIN(TestOptions)
#include "tst_options.moc"
