// SPDX-License-Identifier: GPL-3.0-or-later
// Who is out there: looks at domains, manifests and files, shows who is listed, what each entry says and what
// is wrong with it. Entries are data: nothing of them is fetched, connected to or started without a click.
#pragma once

#include "ui/discovery/entryactions.h"
#include "ui/discovery/entrypane.h"
#include "ui/stack/browsing.h"
#include "ui/stack/stack.h"
#include "ui/widgets/view.h"

class QPushButton;
class QSettings;

namespace workspace {
class SecretStore;
class WorkspaceStore;
}

namespace discover {

class AddressBar;
class EntriesPane;
class SourcesPane;

class DiscoverView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiscoverView)

public:
    /// All must outlive it.
    DiscoverView(stack::Stack& stack, workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets,
        QSettings& settings, QWidget* parent = nullptr);
    ~DiscoverView() override;

    static QString title() { return tr("Discover"); }
    static QIcon icon();
    void nextFrame() override;

    /// Looks there; what is known already is read again.
    void discover(const QString& address);
    void focusAddress();
    void chooseFile();
    bool isReading() const;
    /// Unix time at which the newest document came; 0: none did.
    std::int64_t fetchedAtMs() const;
    /// The entries of all that was read.
    void showAll();
    EntriesPane& entries() { return *m_entries; }
    EntryPane& entry() { return *m_entry; }
    EntryActions& entryActions() { return *m_entryActions; }
    /// For the menu bar.
    QList<QAction*> sourceActions() const;

private:
    QFuture<stack::Probe> ask(const binding::Access& target);
    void makeSourceActions();
    void makeHint();
    void showHint();
    void readStalls();
    void readStates();
    void showScope();
    void showCurrent();
    void stop();
    void refresh(bool all);
    void openSource();
    void askForToken();
    void forgetSource();

    stack::Stack& m_stack;
    workspace::WorkspaceStore& m_workspace;
    workspace::SecretStore& m_secrets;
    stack::Browsing m_browsing;
    States m_states;
    bool m_isStale = false;
    EntryActions* m_entryActions;
    AddressBar* m_address;
    SourcesPane* m_sources;
    EntriesPane* m_entries;
    EntryPane* m_entry;
    QPushButton* m_locals; ///< looks at the mocks of this program
    QAction* m_open;
    QAction* m_refresh;
    QAction* m_refreshAll;
    QAction* m_stop;
    QAction* m_token; ///< of a registry
    QAction* m_forget;
};

} // namespace discover
