// SPDX-License-Identifier: GPL-3.0-or-later
// The view on a stack of its own, at a site that is really asked.
#pragma once

#include "tests/discovery/site.h"
#include "tests/ui/discovery/states.h"

#include "protocol/workspace/secretstore.h"
#include "ui/discovery/addressbar.h"
#include "ui/discovery/arrange.h"
#include "ui/discovery/discoverview.h"
#include "ui/discovery/entriespane.h"
#include "ui/workspace/workspacestore.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

class ViewFixture {
protected:
    void open()
    {
        const QString name = QString::number(m_opened++);
        m_stack = *stack::Stack::create(m_folder.filePath(name + QStringLiteral(".acmpcap")).toStdString(),
            { {}, m_folder.filePath(name + QStringLiteral(".ca")).toStdString() });
        m_site = std::make_unique<Site>();
        m_workspace = std::make_unique<workspace::WorkspaceStore>(
            m_folder.filePath(name + QStringLiteral(".acmpworkspace")));
        m_settings = std::make_unique<QSettings>(
            m_folder.filePath(name + QStringLiteral(".ini")), QSettings::IniFormat);
        m_view = std::make_unique<discover::DiscoverView>(*m_stack, *m_workspace, m_secrets, *m_settings);
        m_view->resize(1300, 760);
        m_view->show();
        QObject::connect(&m_frames, &QTimer::timeout, m_view.get(), &discover::DiscoverView::nextFrame);
        m_frames.start(5);
    }
    void close()
    {
        m_view.reset();
        m_settings.reset();
        m_workspace.reset();
        m_stack.reset();
        m_site.reset();
        m_frames.disconnect();
    }
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    QAbstractItemModel* entries() const { return child<QTableView>("discoverEntries")->model(); }
    QString cell(int row, int column) const { return entries()->index(row, column).data().toString(); }
    QByteArray names() const
    {
        QByteArrayList all;
        for (int row = 0; row < entries()->rowCount(); ++row)
            all += cell(row, discover::Name).toUtf8();
        return all.join(' ');
    }
    void selectRow(int row)
    {
        child<QTableView>("discoverEntries")->setCurrentIndex(entries()->index(row, 0));
    }
    QAbstractItemModel* sources() const { return child<QTreeView>("discoverSources")->model(); }
    QModelIndex source(const char* name) const
    {
        const QModelIndexList found = sources()->match(sources()->index(0, 0), Qt::DisplayRole,
            QString::fromUtf8(name), 1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.front();
    }
    void choose(const QModelIndex& source) { child<QTreeView>("discoverSources")->setCurrentIndex(source); }
    QAction* sourceAction(const char* text) const
    {
        for (QAction* const action : m_view->sourceActions()) {
            if (action->text().remove(u'&') == QString::fromUtf8(text))
                return action;
        }
        return nullptr;
    }
    QString hint() const { return child<QLabel>("discoverHint")->text(); }
    /// What the site lists.
    void site(const QList<QByteArray>& listed)
    {
        m_site->answers["/.well-known/ard.json"] = { manifestText(listed) };
    }
    /// As a user does, until it is read.
    void browse(const std::string& what)
    {
        child<QComboBox>("discoverAddress")->setEditText(QString::fromStdString(what));
        child<QPushButton>("discoverGo")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isReading(), 60'000);
    }

    QTemporaryDir m_folder;
    int m_opened = 0;
    std::unique_ptr<Site> m_site;
    std::unique_ptr<stack::Stack> m_stack;
    std::unique_ptr<workspace::WorkspaceStore> m_workspace;
    workspace::SessionStore m_secrets;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<discover::DiscoverView> m_view;
    QTimer m_frames;
};
