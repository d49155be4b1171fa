// SPDX-License-Identifier: GPL-3.0-or-later
// What strangers publish: bounded, explained, and nothing of it is fetched unasked.
#include "tests/ui/discovery/viewfixture.h"

#include <QTcpServer>
#include <QTcpSocket>

class TestBadInput final : public QObject, ViewFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void boundsWhatIsBad_data();
    void boundsWhatIsBad();
    void leavesOtherOriginsToTheUser();
    void fetchesNothingWithoutAClick();
    void fetchesNoCardOfAnotherScheme();
    void stopsReading();
    void closesWhileReading();
};

void TestBadInput::boundsWhatIsBad_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QString>("said");
    const QByteArray none;
    QTest::newRow("HTML") << QByteArray("<html><p>Hello</p></html>") << none << 0
                          << QStringLiteral("no JSON");
    QTest::newRow("no manifest") << QByteArray(R"({"entries":{}})") << none << 0
                                 << QStringLiteral("no manifest");
    QTest::newRow("nothing") << none << none << 0 << QStringLiteral("no JSON");
    QTest::newRow("too long") << manifestText({ entryText("a") }) + QByteArray(33 << 20, ' ') << none << 0
                              << QStringLiteral("over 33554432 bytes");
    QByteArray bomb = qCompress(QByteArray(64 << 20, ' '));
    QTest::newRow("a bomb") << bomb.mid(4) << QByteArray("deflate") << 0 << QStringLiteral("33554432");
    QTest::newRow("deep") << QByteArray(100'000, '[') << none << 0 << QStringLiteral("no JSON");
    QTest::newRow("an entry that is a string")
        << manifestText({ "\"x\"", entryText("a"), "null" }) << none << 3 << QString();
    QTest::newRow("one twice") << manifestText({ entryText("a"), entryText("a") }) << none << 1 << QString();
    QTest::newRow("many") << manifestText(QList<QByteArray>(100'000, "{}")) << none << 100'000 << QString();
}

void TestBadInput::boundsWhatIsBad()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, coding);
    QFETCH(const int, rows);
    QFETCH(const QString, said);
    m_site->answers["/bad"] = { body };
    if (!coding.isEmpty())
        m_site->answers["/bad"].fields.add("Content-Encoding", coding.toStdString());
    browse(m_site->origin() + "/bad");
    QTRY_COMPARE_WITH_TIMEOUT(entries()->rowCount(), rows, 20'000);
    if (!said.isEmpty())
        QTRY_VERIFY2_WITH_TIMEOUT(hint().contains(said), qPrintable(hint()), 20'000);
    // Others are as they would be without it.
    site({ entryText("good") });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "good");
}

void TestBadInput::leavesOtherOriginsToTheUser()
{
    Site other;
    other.answers["/c.json"] = { manifestText({ entryText("far") }) };
    const QByteArray catalog = R"({"identifier":"urn:air:p.example:c:cat","displayName":"cat",
        "type":"application/ai-catalog+json","url":")"
        + QByteArray::fromStdString(other.origin()) + R"(/c.json"})";
    // A circle, too.
    const QByteArray self = R"({"identifier":"urn:air:p.example:c:self","displayName":"self",
        "type":"application/ai-catalog+json","url":"/.well-known/ard.json"})";
    site({ catalog, self });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "cat self");
    QVERIFY(other.seen.empty());
    QVERIFY(source("cat").isValid());
    choose(source("cat"));
    QVERIFY(sourceAction("Open the source")->isEnabled());
    sourceAction("Open the source")->trigger();
    QTRY_COMPARE(names(), "far");
    QCOMPARE(other.seen.size(), 1U);
}

void TestBadInput::fetchesNothingWithoutAClick()
{
    QByteArray entry = entryText("one");
    entry.replace("https://p.example", QByteArray::fromStdString(m_site->origin()));
    m_site->answers["/one"] = { R"({"name":"x/one","version":"1","description":"d",
        "remotes":[{"type":"streamable-http","url":"https://p.example/mcp"}]})" };
    site({ entry });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one");
    using discover::EntryPane;
    for (const auto page : { EntryPane::Summary, EntryPane::Raw, EntryPane::Terms, EntryPane::Findings,
             EntryPane::CardOf, EntryPane::Live })
        m_view->entry().showPage(page);
    QCOMPARE(m_site->count("/one"), 0U);
    QVERIFY(!m_view->entry().card().isFetched());
    child<QPushButton>("discoverFetchCard")->click();
    QTRY_VERIFY(m_view->entry().card().isFetched());
    QCOMPARE(m_site->count("/one"), 1U);
    QTRY_VERIFY(child<QTreeView>("discoverCard")->model()->rowCount() > 0);
}

void TestBadInput::fetchesNoCardOfAnotherScheme()
{
    QByteArray file = entryText("one");
    file.replace("https://p.example/one", "file:///etc/passwd");
    QByteArray script = entryText("two");
    script.replace("https://p.example/two", "javascript:alert(1)");
    site({ file, script });
    browse(m_site->origin());
    QTRY_COMPARE(names(), "one two");
    m_view->entry().showPage(discover::EntryPane::CardOf);
    for (int row = 0; row < 2; ++row) {
        selectRow(row);
        QVERIFY(!child<QPushButton>("discoverFetchCard")->isVisible());
        QVERIFY(!m_view->entryActions().connectAction()->isEnabled());
        QVERIFY(!m_view->entryActions().invokeAction()->isEnabled());
    }
}

void TestBadInput::stopsReading()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/m.json").arg(silent.serverPort()));
    QVERIFY(m_view->isReading());
    QTRY_VERIFY(silent.hasPendingConnections());
    const std::unique_ptr<QTcpSocket> peer(silent.nextPendingConnection());
    QTRY_VERIFY(child<QPushButton>("discoverStop")->isEnabled());
    child<QPushButton>("discoverStop")->click();
    QTRY_VERIFY(!m_view->isReading());
    // It does not go on in the background.
    QTRY_COMPARE(peer->state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY(!child<QPushButton>("discoverStop")->isEnabled());
}

void TestBadInput::closesWhileReading()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/m.json").arg(silent.serverPort()));
    m_view->discover(QStringLiteral("http://127.0.0.1:%1/r words").arg(silent.serverPort()));
    QTRY_VERIFY(silent.hasPendingConnections());
    m_view.reset();
    m_stack.reset();
}

QTEST_MAIN(TestBadInput)
#include "tst_badinput.moc"
