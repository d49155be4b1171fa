// SPDX-License-Identifier: GPL-3.0-or-later
// Adds, changes and removes endpoints of the workspace, each by a dialog of the user's, and their secrets.
#pragma once

#include "ui/endpoints/headersfield.h"

#include <QObject>

class QWidget;

namespace workspace {
class SecretStore;
class WorkspaceStore;
}

namespace endpoints {

class EndpointForm;

class Editor final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Editor)

public:
    /// `window`: over which the dialogs open, also the parent. All must outlive it.
    Editor(workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets, QWidget* window);

    void add();
    void edit(const workspace::Endpoint& endpoint);
    void remove(const workspace::Endpoint& endpoint);

Q_SIGNALS:
    void stored(const QString& endpointId);

private:
    void open(workspace::Endpoint endpoint);
    void store(const workspace::Endpoint& before, const EndpointForm& form);
    void storeHeaders(const workspace::Endpoint& before, workspace::Endpoint& endpoint,
        std::vector<HeadersField::Entered> entered);
    void forget(const QString& key);

    workspace::WorkspaceStore& m_workspace;
    workspace::SecretStore& m_secrets;
    QWidget* m_window;
};

} // namespace endpoints
