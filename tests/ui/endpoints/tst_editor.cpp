// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs, used as their user does.
#include "ui/endpoints/editor.h"
#include "ui/endpoints/endpointform.h"
#include "ui/workspace/secretstore.h"
#include "ui/workspace/workspacestore.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

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
        {}, {} };
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
    QVERIFY(field<QLabel>("complaint")->text().contains(QStringLiteral("http://")));
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
