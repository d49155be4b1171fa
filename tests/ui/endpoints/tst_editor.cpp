// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs, used as their user does.
#include "tests/ui/support/accessible.h"

#include "protocol/binding/access.h"
#include "protocol/binding/target.h"
#include "protocol/workspace/reach.h"
#include "protocol/workspace/secretstore.h"
#include "ui/endpoints/editor.h"
#include "ui/endpoints/endpointform.h"
#include "ui/workspace/workspacestore.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using endpoints::Editor;
using endpoints::EndpointForm;
using workspace::Endpoint;

class TestEditor final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void addsAnEndpointWithItsToken();
    void refusesWhatIsNoUrl();
    void leavesATokenAloneThatIsNotTyped();
    void replacesAToken();
    void forgetsAToken();
    void givesNoTokenToAnotherServer();
    void givesNoTokenToAnotherProgram();
    void showsTheFieldsOfItsKind_data();
    void showsTheFieldsOfItsKind();
    void keepsWhatIsSetForTls();
    void keepsWhatIsSetForAProgram();
    void keepsWhatIsSetAsProxy();
    void keepsTheTraceContext();
    void keepsTheTimeToConnect();
    void keepsHeaders();
    void refusesHeadersThatCannotBe();
    void givesNoSecretHeaderToAnotherServer();
    void removesAfterAsking();
    void showsAnEvilNameAsText();

private:
    Endpoint stored(const QString& token);
    EndpointForm* form() const { return m_window->findChild<EndpointForm*>(); }
    template <class T>
    T* field(const char* name) const
    {
        return form()->findChild<T*>(QString::fromLatin1(name));
    }
    void save() const { field<QPushButton>("save")->click(); }
    QString tokenOf(const Endpoint& endpoint)
    {
        return m_secrets->read(workspace::secretKey(endpoint)).result();
    }
    const Endpoint& only() const { return m_store->endpoints().front(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<workspace::WorkspaceStore> m_store;
    std::unique_ptr<workspace::SessionStore> m_secrets;
    std::unique_ptr<QWidget> m_window;
    Editor* m_editor = nullptr;
};

void TestEditor::init()
{
    m_window = std::make_unique<QWidget>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_store = std::make_unique<workspace::WorkspaceStore>(m_folder->filePath(QStringLiteral("w")));
    m_secrets = std::make_unique<workspace::SessionStore>();
    m_editor = new Editor(*m_store, *m_secrets, m_window.get());
}

Endpoint TestEditor::stored(const QString& token)
{
    Endpoint endpoint { {}, QStringLiteral("a"), QStringLiteral("http://a/mcp"), QStringLiteral("token_1"),
        {} };
    endpoint.id = m_store->add(endpoint);
    m_secrets->write(workspace::secretKey(endpoint), token);
    return endpoint;
}

void TestEditor::addsAnEndpointWithItsToken()
{
    QSignalSpy stored(m_editor, &Editor::stored);
    m_editor->add();
    QCOMPARE(field<QLineEdit>("token")->echoMode(), QLineEdit::Password);
    field<QLineEdit>("url")->setText(QStringLiteral(" http://127.0.0.1:1/mcp "));
    field<QLineEdit>("name")->setText(QStringLiteral("mine"));
    field<QLineEdit>("token")->setText(QStringLiteral("s3cret"));
    save();
    QCOMPARE(stored.count(), 1);
    QCOMPARE(stored.front().front().toString(), only().id);
    QCOMPARE(only().url, QStringLiteral("http://127.0.0.1:1/mcp"));
    QCOMPARE(tokenOf(only()), QStringLiteral("s3cret"));
    // Never in the file.
    QFile file(m_store->path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray json = file.readAll();
    QVERIFY(json.contains("token_ref") && !json.contains("s3cret"));
}

void TestEditor::refusesWhatIsNoUrl()
{
    m_editor->add();
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    field<QLineEdit>("url")->setText(QStringLiteral("localhost:8080"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("http(s)://")));
    field<QLineEdit>("url")->setText(QStringLiteral("http://localhost:8080"));
    QVERIFY(field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().isEmpty());
}

void TestEditor::leavesATokenAloneThatIsNotTyped()
{
    m_editor->edit(stored(QStringLiteral("s3cret")));
    QVERIFY(field<QLineEdit>("token")->text().isEmpty());
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/other/path"));
    save();
    QCOMPARE(only().url, QStringLiteral("http://a/other/path"));
    QCOMPARE(tokenOf(only()), QStringLiteral("s3cret"));
}

void TestEditor::replacesAToken()
{
    const Endpoint before = stored(QStringLiteral("old"));
    m_editor->edit(before);
    field<QLineEdit>("token")->setText(QStringLiteral("new"));
    save();
    QCOMPARE(tokenOf(only()), QStringLiteral("new"));
    QCOMPARE(tokenOf(before), QString());
}

void TestEditor::forgetsAToken()
{
    const Endpoint before = stored(QStringLiteral("old"));
    m_editor->edit(before);
    field<QCheckBox>("forget")->click();
    save();
    QVERIFY(only().tokenRef.isEmpty());
    QCOMPARE(tokenOf(before), QString());
}

void TestEditor::givesNoTokenToAnotherServer()
{
    const Endpoint before = stored(QStringLiteral("old"));
    m_editor->edit(before);
    field<QLineEdit>("url")->setText(QStringLiteral("http://b/mcp"));
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("http://a:80")));
    save();
    QVERIFY(only().tokenRef.isEmpty());
    QCOMPARE(tokenOf(before), QString());
}

void TestEditor::givesNoTokenToAnotherProgram()
{
    Endpoint before = stored({});
    before.url = QStringLiteral("stdio:agent --quiet");
    m_secrets->write(workspace::secretKey(before), QStringLiteral("s3cret"));
    m_editor->edit(before);
    field<QLineEdit>("url")->setText(QStringLiteral("stdio:agent --send-it-to evil"));
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("stdio:agent --quiet")));
    save();
    QVERIFY(only().tokenRef.isEmpty());
}

void TestEditor::showsTheFieldsOfItsKind_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QStringList>("shown");
    const QStringList tls { QStringLiteral("caFile"), QStringLiteral("certificateFile"),
        QStringLiteral("keyFile"), QStringLiteral("passphrase"), QStringLiteral("pin") };
    const QStringList program { QStringLiteral("directory"), QStringLiteral("environment") };
    const QStringList proxy { QStringLiteral("proxy") };
    QTest::newRow("nothing yet") << QString() << proxy;
    QTest::newRow("http") << QStringLiteral("http://a/") << proxy;
    QTest::newRow("https") << QStringLiteral("https://a/") << tls + proxy;
    QTest::newRow("ws") << QStringLiteral("ws://a/") << proxy;
    QTest::newRow("wss") << QStringLiteral("wss://a/") << tls + proxy;
    QTest::newRow("program") << QStringLiteral("stdio:agent") << program;
}

void TestEditor::showsTheFieldsOfItsKind()
{
    QFETCH(const QString, url);
    QFETCH(QStringList, shown);
    m_window->show();
    m_editor->add();
    // By way of another kind.
    field<QLineEdit>("url")->setText(url.startsWith(u's') ? QStringLiteral("wss://b/") : url);
    field<QLineEdit>("url")->setText(url);
    QStringList found;
    for (const char* name : { "caFile", "certificateFile", "keyFile", "passphrase", "pin", "directory",
             "environment", "proxy" }) {
        if (field<QWidget>(name)->isVisible())
            found += QString::fromLatin1(name);
    }
    shown.sort();
    found.sort();
    QCOMPARE(found, shown);
    QCOMPARE(namelessControls(*form()), QStringList());
}

void TestEditor::keepsWhatIsSetForTls()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("https://a/mcp"));
    field<QLineEdit>("caFile")->setText(QStringLiteral("ca.pem"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("ca.pem")));
    field<QLineEdit>("caFile")->setText(QStringLiteral("/ca.pem"));
    field<QLineEdit>("keyFile")->setText(QStringLiteral("/me.key"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    field<QLineEdit>("certificateFile")->setText(QStringLiteral("/me.pem"));
    field<QLineEdit>("pin")->setText(QStringLiteral("12:34"));
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("64 hex digits")));
    const QString pin(64, u'a');
    field<QLineEdit>("pin")->setText(pin);
    QCOMPARE(field<QLineEdit>("passphrase")->echoMode(), QLineEdit::Password);
    field<QLineEdit>("passphrase")->setText(QStringLiteral("s3cret"));
    save();
    const workspace::TlsAccess tls = only().access.tls;
    QCOMPARE(tls.caFile, QStringLiteral("/ca.pem"));
    QCOMPARE(tls.certificateFile, QStringLiteral("/me.pem"));
    QCOMPARE(tls.pin, pin);
    QCOMPARE(m_secrets->read(workspace::passphraseKey(only())).result(), QStringLiteral("s3cret"));
    QFile file(m_store->path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("s3cret"));

    // Untouched it stays; with another key it goes.
    const Endpoint first = only();
    QTRY_VERIFY(!form());
    m_editor->edit(first);
    save();
    QCOMPARE(only().access, first.access);
    QTRY_VERIFY(!form());
    m_editor->edit(first);
    field<QLineEdit>("keyFile")->setText(QStringLiteral("/other.key"));
    save();
    QVERIFY(only().access.tls.passphraseRef.isEmpty());
    QCOMPARE(m_secrets->read(workspace::passphraseKey(first)).result(), QString());
}

void TestEditor::keepsWhatIsSetForAProgram()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("stdio:agent 'a b'"));
    auto* environment = field<QPlainTextEdit>("environment");
    environment->setPlainText(QStringLiteral("LANG=C\nnonsense"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("nonsense")));
    environment->setPlainText(QStringLiteral("API_KEY=x"));
    QVERIFY(field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("API_KEY looks like a secret")));
    environment->setPlainText(QStringLiteral("LANG=C\n\nX = y=z \n"));
    field<QLineEdit>("directory")->setText(QStringLiteral("/srv"));
    save();
    QCOMPARE(only().access.directory, QStringLiteral("/srv"));
    QCOMPARE(only().access.environment,
        (std::vector<workspace::Variable> { { QStringLiteral("LANG"), QStringLiteral("C"), {} },
            { QStringLiteral("X"), QStringLiteral(" y=z "), {} } }));
    // As a web address it has no use for them.
    QTRY_VERIFY(!form());
    m_editor->edit(only());
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/"));
    save();
    QCOMPARE(only().access, workspace::Access());
}

void TestEditor::keepsWhatIsSetAsProxy()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/"));
    auto* choice = field<QComboBox>("proxy");
    choice->setCurrentIndex(1);
    QCOMPARE(form()->endpoint().access.proxy, workspace::kNoProxy);
    choice->setCurrentIndex(2);
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    field<QLineEdit>("proxyUrl")->setText(QStringLiteral("http://me:s3cret@proxy:3128"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    QVERIFY(!field<QLabel>("complaint")->text().contains(QStringLiteral("s3cret")));
    field<QLineEdit>("proxyUrl")->setText(QStringLiteral("socks5://proxy:1080"));
    save();
    QCOMPARE(only().access.proxy, QStringLiteral("socks5://proxy:1080"));
    QTRY_VERIFY(!form());
    m_editor->edit(only());
    QCOMPARE(field<QComboBox>("proxy")->currentIndex(), 2);
    QCOMPARE(field<QLineEdit>("proxyUrl")->text(), QStringLiteral("socks5://proxy:1080"));
}

void TestEditor::keepsTheTraceContext()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/"));
    auto* trace = field<QLineEdit>("traceparent");
    trace->setText(QStringLiteral("00-4BF9"));
    QVERIFY(!field<QPushButton>("save")->isEnabled());
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("Trace context")));
    field<QPushButton>("newTrace")->click();
    QVERIFY(field<QPushButton>("save")->isEnabled());
    const QString made = trace->text();
    QCOMPARE(made.size(), 55);
    save();
    QCOMPARE(only().access.traceparent, made);
    QCOMPARE(workspace::accessOf(only()).traceparent, made.toStdString());
}

void TestEditor::keepsTheTimeToConnect()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/"));
    auto* line = field<QLineEdit>("connectTimeout");
    for (const char* bad : { "0", "-1", "soon", "3600001", "1.5" }) {
        line->setText(QLatin1String(bad));
        QVERIFY2(!field<QPushButton>("save")->isEnabled(), bad);
        QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("Connect within")));
    }
    line->setText(QStringLiteral("2500"));
    save();
    QCOMPARE(only().access.connectTimeoutMs, 2500);
    const auto access = workspace::accessOf(only());
    const auto settings = binding::settingsOf(access, *binding::parseTarget(access.url), {});
    QVERIFY(settings);
    QCOMPARE(settings->http.connectTimeout.count(), 2500);
}

void TestEditor::keepsHeaders()
{
    m_editor->add();
    field<QLineEdit>("url")->setText(QStringLiteral("http://a/mcp"));
    for (int n = 0; n < 3; ++n)
        field<QToolButton>("addHeader")->click();
    const auto names = form()->findChildren<QLineEdit*>(QStringLiteral("headerName"));
    const auto values = form()->findChildren<QLineEdit*>(QStringLiteral("headerValue"));
    names[0]->setText(QStringLiteral("X-Tenant"));
    values[0]->setText(QStringLiteral("blue"));
    names[1]->setText(QStringLiteral("X-API-Key"));
    values[1]->setText(QStringLiteral("s3cret"));
    form()->findChildren<QCheckBox*>(QStringLiteral("headerIsSecret"))[1]->setChecked(true);
    QCOMPARE(values[1]->echoMode(), QLineEdit::Password);
    save();
    // The third was left empty.
    QCOMPARE(only().access.headers.size(), 2U);
    QCOMPARE(only().access.headers[0].value, QStringLiteral("blue"));
    QVERIFY(only().access.headers[1].value.isEmpty());
    const QString key = workspace::headerKey(only(), only().access.headers[1]);
    QCOMPARE(m_secrets->read(key).result(), QStringLiteral("s3cret"));
    std::vector<http::Field> sent;
    workspace::reach(
        only(), *m_secrets, this, [&](const workspace::Reached& reached) { sent = reached.access.headers; });
    QTRY_COMPARE(sent.size(), 2U);
    QCOMPARE(sent[1].value, "s3cret");
    // Opened again it shows no secret, and keeps it.
    m_window->findChild<EndpointForm*>()->setParent(nullptr);
    m_editor->edit(only());
    QVERIFY(form()->findChildren<QLineEdit*>(QStringLiteral("headerValue"))[1]->text().isEmpty());
    form()->findChildren<QToolButton*>(QStringLiteral("removeHeader"))[0]->click();
    save();
    QCOMPARE(only().access.headers.size(), 1U);
    QCOMPARE(workspace::headerKey(only(), only().access.headers[0]), key);
    QCOMPARE(m_secrets->read(key).result(), QStringLiteral("s3cret"));
}

void TestEditor::refusesHeadersThatCannotBe()
{
    m_editor->edit(stored(QStringLiteral("t")));
    field<QToolButton>("addHeader")->click();
    const auto typed = [this](const char* name) {
        field<QLineEdit>("headerName")->setText(QString::fromLatin1(name));
        return field<QPushButton>("save")->isEnabled();
    };
    QVERIFY(typed("X-Tenant"));
    QVERIFY(!typed("Content-Length"));
    QVERIFY(!typed("a b"));
    // The token is one already.
    QVERIFY(!typed("authorization"));
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("Authorization")));
    field<QCheckBox>("forget")->setChecked(true);
    QVERIFY(typed("authorization"));
    field<QCheckBox>("headerIsSecret")->setChecked(true);
    QVERIFY(!field<QPushButton>("save")->isEnabled());
}

void TestEditor::givesNoSecretHeaderToAnotherServer()
{
    Endpoint endpoint { {}, {}, QStringLiteral("http://a/mcp"), {}, {} };
    endpoint.access.headers = { { QStringLiteral("X-Key"), {}, QStringLiteral("header_1") } };
    endpoint.id = m_store->add(endpoint);
    const QString key = workspace::headerKey(endpoint, endpoint.access.headers[0]);
    m_secrets->write(key, QStringLiteral("s3cret"));
    m_editor->edit(endpoint);
    field<QLineEdit>("url")->setText(QStringLiteral("http://b/mcp"));
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("X-Key")));
    save();
    QVERIFY(m_secrets->read(key).result().isEmpty());
    std::vector<std::string> missing;
    std::size_t sent = 1;
    workspace::reach(only(), *m_secrets, this, [&](const workspace::Reached& reached) {
        missing = reached.missing;
        sent = reached.access.headers.size();
    });
    QTRY_COMPARE(missing, std::vector<std::string> { "header X-Key" });
    QCOMPARE(sent, 0U);
}

void TestEditor::removesAfterAsking()
{
    const Endpoint endpoint = stored(QStringLiteral("old"));
    const auto question = [this] { return m_window->findChild<QMessageBox*>(); };
    m_editor->remove(endpoint);
    question()->reject();
    QCOMPARE(m_store->endpoints().size(), 1U);
    QTRY_VERIFY(!question());
    m_editor->remove(endpoint);
    question()->buttons().front()->click();
    QVERIFY(m_store->endpoints().empty());
    QCOMPARE(tokenOf(endpoint), QString());
}

void TestEditor::showsAnEvilNameAsText()
{
    Endpoint endpoint = stored({});
    endpoint.name = QStringLiteral("<img src=http://evil/>");
    m_editor->remove(endpoint);
    const auto* question = m_window->findChild<QMessageBox*>();
    QCOMPARE(question->textFormat(), Qt::PlainText);
    QVERIFY(question->text().contains(endpoint.name));
}

QTEST_MAIN(TestEditor)
#include "tst_editor.moc"
