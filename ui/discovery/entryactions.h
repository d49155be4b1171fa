// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the entries that are chosen: the same actions for buttons, context menus and the menu
// bar. Nothing is connected to, fetched or started but by one of them.
#pragma once

#include "ui/discovery/cardconnector.h"

#include <QObject>

class QAction;
class QMenu;
class QSettings;

namespace workspace {
class WorkspaceStore;
}

namespace discover {

class EntryActions final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryActions)

public:
    /// `menuParent` owns the menus. All must outlive it; the binding chosen last is kept in `settings`.
    EntryActions(CardPage::Fetch fetch, workspace::WorkspaceStore& workspace, workspace::SecretStore& secrets,
        QSettings& settings, QWidget* menuParent);

    /// `current`: null if there is none. `ways`: to reach it.
    void setCurrent(const Row* current, std::vector<Way> ways);
    void setSelected(std::vector<Row> selected);

    QAction* connectAction() const { return m_connect; } ///< by the binding chosen last
    QMenu* connectMenu() const { return m_via; } ///< each binding
    QAction* invokeAction() const { return m_invoke; }
    QAction* saveAction() const { return m_save; }
    QMenu* copyMenu() const { return m_copy; }
    /// In sight only while somebody is connected to offersRequested().
    QAction* offersAction() const { return m_offers; }
    /// For a menu.
    QList<QAction*> all() const;
    /// Of those that can be used, the one of the binding chosen last; nullptr if there is none.
    const Way* way() const;

Q_SIGNALS:
    void connectRequested(const QString& endpointId); ///< of the workspace, where it is now
    void invokeRequested(const workspace::Endpoint& endpoint, const QStringList& capabilities);
    void offersRequested(const std::vector<discover::OfferCandidate>& candidates);

protected:
    void connectNotify(const QMetaMethod& signal) override;

private:
    /// The one of the workspace with that address, which gets its headers, else a new one.
    QString save(const workspace::Endpoint& endpoint);
    const workspace::Endpoint* saved(const QString& url) const;
    void connectBy(const Way& way);
    void fillVia();
    void fillCopy();
    void copy(const QString& text);
    void update();

    workspace::WorkspaceStore& m_workspace;
    QSettings& m_settings;
    CardConnector* m_connector;
    QAction* m_connect;
    QMenu* m_via;
    QAction* m_invoke;
    QAction* m_save;
    QMenu* m_copy;
    QAction* m_offers;
    std::optional<Row> m_current;
    std::vector<Way> m_ways;
    std::vector<Row> m_selected;
};

} // namespace discover
