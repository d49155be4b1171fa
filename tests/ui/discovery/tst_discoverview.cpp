// SPDX-License-Identifier: GPL-3.0-or-later
// The view on a stack of its own, at a site that is really asked.
#include "tests/discovery/site.h"
#include "tests/ui/support/accessible.h"

#include "ui/discovery/addressbar.h"
#include "ui/discovery/arrange.h"
#include "ui/discovery/discoverview.h"
#include "ui/discovery/entriespane.h"
#include "ui/discovery/filterrow.h"
#include "ui/widgets/segments.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using discover::DiscoverView;

class TestDiscoverView final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsWhatASiteLists();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    QAbstractItemModel* entries() const { return child<QTableView>("discoverEntries")->model(); }
    QString cell(int row, int column) const { return entries()->index(row, column).data().toString(); }
    void browse(const std::string& what);

    QTemporaryDir m_folder;
    int m_captures = 0;
    std::unique_ptr<Site> m_site;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<DiscoverView> m_view;
    QTimer m_frames;
};

void TestDiscoverView::init()
{
    const QString name = QString::number(m_captures++);
    binding::Surroundings surroundings;
    surroundings.devCaFolder = m_folder.filePath(name + QStringLiteral(".ca")).toStdString();
    auto stack = stack::Stack::create(
        m_folder.filePath(name + QStringLiteral(".acmpcap")).toStdString(), surroundings);
    QVERIFY(stack);
    m_stack = std::move(*stack);
    m_site = std::make_unique<Site>();
    m_workspace = std::make_unique<workspace::WorkspaceStore>(m_folder.filePath(name));
    m_settings
        = std::make_unique<QSettings>(m_folder.filePath(name + QStringLiteral(".ini")), QSettings::IniFormat);
    m_view = std::make_unique<DiscoverView>(*m_stack, *m_workspace, *m_settings);
    m_view->resize(1300, 760);
    m_view->show();
    connect(&m_frames, &QTimer::timeout, m_view.get(), &DiscoverView::nextFrame);
    m_frames.start(5);
}

void TestDiscoverView::cleanup()
{
    m_frames.disconnect();
    m_view.reset();
    m_settings.reset();
    m_workspace.reset();
    m_stack.reset();
    m_site.reset();
}

void TestDiscoverView::browse(const std::string& what)
{
    child<QComboBox>("discoverAddress")->setEditText(QString::fromStdString(what));
    child<QPushButton>("discoverGo")->click();
    QTRY_VERIFY(!m_view->isReading());
}

void TestDiscoverView::listsWhatASiteLists()
{
    m_site->answers["/.well-known/ard.json"] = { R"({"entries":[{"identifier":"urn:air:a.example:acmp:one",
        "displayName":"One","type":"application/mcp-server-card+json","url":"https://a.example/card"}]})" };
    browse(m_site->origin());
    QTRY_COMPARE(entries()->rowCount(), 1);
    QCOMPARE(cell(0, discover::Name), QStringLiteral("One"));
}

QTEST_MAIN(TestDiscoverView)
#include "tst_discoverview.moc"
