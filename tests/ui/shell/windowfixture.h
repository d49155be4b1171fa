// SPDX-License-Identifier: GPL-3.0-or-later
// A main window with all its parts, in a folder of its own.
#pragma once

#include "protocol/workspace/secretstore.h"
#include "ui/analysis/analysis.h"
#include "ui/shell/mainwindow.h"
#include "ui/workspace/workspacestore.h"

#include <QTemporaryDir>

class WindowFixture final {
public:
    WindowFixture()
        : m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        , m_stack(*stack::Stack::create(m_folder.filePath(QStringLiteral("live.acmpcap")).toStdString(),
              { {}, m_folder.filePath(QStringLiteral("ca")).toStdString() }))
        , m_analysis(m_stack->record())
        , m_workspace(m_folder.filePath(QStringLiteral("a.acmpworkspace")))
    {
    }

    shell::MainWindow::Parts parts() { return { *m_stack, m_analysis, m_workspace, m_secrets, m_settings }; }
    stack::Stack& stack() { return *m_stack; }
    QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
    QSettings m_settings;
    std::unique_ptr<stack::Stack> m_stack;
    analysis::Analysis m_analysis;
    workspace::WorkspaceStore m_workspace;
    workspace::SessionStore m_secrets;
};
