// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspacestore.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using workspace::Endpoint;
using workspace::Workspace;
using workspace::WorkspaceStore;

class TestWorkspaceStore final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsEmptyAndMakesTheFileWithTheFirstChange();
    void savesEachChangeForItsUserOnly();
    void opensAnother();
    void leavesADamagedFileAlone();
    void keepsADamagedFileBesideTheNewOne();
    void refusesToOpenADamagedFile();
    void leavesTheChangesOfAnotherProgramAlone();
    void saysThatAFileCantBeWritten();
    void keepsScenariosRelativeToItsFolder();
    void keepsTheBudgetAsTyped();
};

static Endpoint endpoint(const QString& url)
{
    return { {}, QStringLiteral("a"), url, {}, {}, {} };
}

static void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

static QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestWorkspaceStore::startsEmptyAndMakesTheFileWithTheFirstChange()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("new/folder/a.acmpworkspace"));
    WorkspaceStore store(path);
    QVERIFY(!store.problem());
    QVERIFY(store.endpoints().empty());
    QVERIFY(!QFile::exists(path));

    QSignalSpy changed(&store, &WorkspaceStore::endpointsChanged);
    const QString id = store.add(endpoint(QStringLiteral("http://a/")));
    QCOMPARE(changed.count(), 1);
    QVERIFY(store.find(id));
    QVERIFY(QFile::exists(path));
}

void TestWorkspaceStore::savesEachChangeForItsUserOnly()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.acmpworkspace"));
    put(path, Workspace().toJson());
    WorkspaceStore store(path);
    const QString id = store.add(endpoint(QStringLiteral("http://a/")));
    const QString other = store.add(endpoint(QStringLiteral("http://b/")));
    QVERIFY(id != other);
    QCOMPARE(QFile::permissions(path)
            & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
        QFile::Permissions());

    Endpoint changed = *store.find(id);
    changed.name = QStringLiteral("renamed");
    store.update(changed);
    store.remove(other);
    const WorkspaceStore again(path);
    QCOMPARE(again.endpoints().size(), 1U);
    QVERIFY(again.endpoints().front() == changed);
    // Nothing else is left behind.
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList { QStringLiteral("a.acmpworkspace") });
}

void TestWorkspaceStore::opensAnother()
{
    const QTemporaryDir folder;
    const QString first = folder.filePath(QStringLiteral("a")), second = folder.filePath(QStringLiteral("b"));
    WorkspaceStore store(first);
    store.add(endpoint(QStringLiteral("http://a/")));
    const QByteArray before = bytesOf(first);

    QSignalSpy opened(&store, &WorkspaceStore::opened);
    QVERIFY(store.open(second));
    QCOMPARE(opened.count(), 1);
    QVERIFY(store.endpoints().empty());
    store.add(endpoint(QStringLiteral("http://b/")));
    QCOMPARE(bytesOf(first), before);
    QVERIFY(QFile::exists(second));
}

void TestWorkspaceStore::leavesADamagedFileAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    put(path, "{\"format\": 1");
    WorkspaceStore store(path);
    QVERIFY(store.problem());
    QCOMPARE(store.problem()->where, path.toStdString() + ": byte 12");
    store.add(endpoint(QStringLiteral("http://a/")));
    QCOMPARE(store.endpoints().size(), 1U);
    QCOMPARE(bytesOf(path), QByteArray("{\"format\": 1"));
    QCOMPARE(store.problem()->where, path.toStdString() + ": byte 12");
}

void TestWorkspaceStore::keepsADamagedFileBesideTheNewOne()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    put(path, "damaged");
    put(path + QStringLiteral(".kept"), "older");
    WorkspaceStore store(path);
    store.add(endpoint(QStringLiteral("http://a/")));
    QSignalSpy problem(&store, &WorkspaceStore::problemChanged);
    QVERIFY(store.replaceFile());
    QCOMPARE(problem.count(), 1);
    QVERIFY(!store.problem());
    QCOMPARE(bytesOf(path + QStringLiteral(".kept")), QByteArray("older"));
    QCOMPARE(bytesOf(path + QStringLiteral(".kept2")), QByteArray("damaged"));
    QCOMPARE(WorkspaceStore(path).endpoints().size(), 1U);
}

void TestWorkspaceStore::refusesToOpenADamagedFile()
{
    const QTemporaryDir folder;
    const QString bad = folder.filePath(QStringLiteral("bad"));
    put(bad, R"({"format": 99})");
    WorkspaceStore store(folder.filePath(QStringLiteral("a")));
    store.add(endpoint(QStringLiteral("http://a/")));
    const auto opened = store.open(bad);
    QVERIFY(!opened);
    QVERIFY(opened.error().message.find("newer") != std::string::npos);
    QCOMPARE(store.path(), folder.filePath(QStringLiteral("a")));
    QCOMPARE(store.endpoints().size(), 1U);
}

void TestWorkspaceStore::leavesTheChangesOfAnotherProgramAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a"));
    WorkspaceStore store(path);
    store.add(endpoint(QStringLiteral("http://a/")));
    WorkspaceStore other(path);
    other.add(endpoint(QStringLiteral("http://b/")));
    const QByteArray theirs = bytesOf(path);

    store.add(endpoint(QStringLiteral("http://c/")));
    QVERIFY(store.problem());
    QCOMPARE(bytesOf(path), theirs);
    // Theirs is one answer, ours the other.
    QVERIFY(store.open(path));
    QVERIFY(!store.problem());
    QCOMPARE(store.endpoints().back().url, QStringLiteral("http://b/"));
    other.add(endpoint(QStringLiteral("http://d/")));
    store.add(endpoint(QStringLiteral("http://c/")));
    QVERIFY(store.problem());
    QVERIFY(store.replaceFile());
    QCOMPARE(WorkspaceStore(path).endpoints().back().url, QStringLiteral("http://c/"));
}

void TestWorkspaceStore::saysThatAFileCantBeWritten()
{
    const QTemporaryDir folder;
    put(folder.filePath(QStringLiteral("file")), "");
    WorkspaceStore store(folder.filePath(QStringLiteral("file/is/no/folder")));
    QSignalSpy problem(&store, &WorkspaceStore::problemChanged);
    store.add(endpoint(QStringLiteral("http://a/")));
    QCOMPARE(problem.count(), 1);
    QCOMPARE(store.problem()->kind, wire::ErrorKind::Io);
    QVERIFY(!store.problem()->found.empty());
    // A place that works ends it.
    QVERIFY(store.saveAs(folder.filePath(QStringLiteral("b"))));
    QVERIFY(!store.problem());
}

void TestWorkspaceStore::keepsTheBudgetAsTyped()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.acmpworkspace"));
    {
        WorkspaceStore store(path);
        QSignalSpy changes(&store, &WorkspaceStore::budgetChanged);
        workspace::Budget budget;
        budget.perDay = json::Decimal::parse("1.10");
        store.setBudget(budget);
        store.setBudget(budget);
        QCOMPARE(changes.count(), 1);
    }
    const WorkspaceStore again(path);
    QVERIFY(again.budget().perDay);
    QCOMPARE(again.budget().perDay->text(), std::string("1.10"));
    QVERIFY(!again.budget().all);
}

void TestWorkspaceStore::keepsScenariosRelativeToItsFolder()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("in/a")),
                  inside = folder.filePath(QStringLiteral("in/s/x.json")),
                  outside = folder.filePath(QStringLiteral("y.json"));
    WorkspaceStore store(path);
    store.addScenario(inside);
    store.addScenario(outside);
    store.addScenario(inside);
    QCOMPARE(store.scenarios(), (QStringList { inside, outside }));
    QVERIFY(bytesOf(path).contains("\"s/x.json\""));
    QVERIFY(store.saveAs(folder.filePath(QStringLiteral("b"))));
    QCOMPARE(store.scenarios(), (QStringList { inside, outside }));
    QVERIFY(bytesOf(store.path()).contains("\"in/s/x.json\""));
    store.removeScenario(inside);
    QCOMPARE(WorkspaceStore(store.path()).scenarios(), QStringList { outside });
}

QTEST_GUILESS_MAIN(TestWorkspaceStore)
#include "tst_workspacestore.moc"
