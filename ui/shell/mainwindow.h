// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's one main window: rail, views, menus, status strip. Wires the views to one another; what
// they do is theirs.
#pragma once

#include "protocol/workspace/workspace.h"
#include "ui/stack/stack.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QSettings>
#include <QTimer>

#include <vector>

class QStackedWidget;

namespace analysis {
class Analysis;
}
namespace capture {
class CaptureFile;
}
namespace discover {
class DiscoverView;
struct OfferCandidate;
}
namespace endpoints {
class EndpointsView;
}
namespace invoke {
class InvokeView;
}
namespace mock {
class MockView;
}
namespace offers {
class OffersView;
}
namespace traffic {
class TrafficView;
}
namespace widgets {
class View;
}
namespace workspace {
class SecretStore;
class WorkspaceStore;
}

namespace shell {

class Rail;
class StatusStrip;

class MainWindow final : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// What it works with. All must outlive it; `analysis` is of the stack's record.
    struct Parts {
        stack::Stack& stack;
        analysis::Analysis& analysis;
        workspace::WorkspaceStore& workspace;
        workspace::SecretStore& secrets;
        QSettings& settings;
    };
    explicit MainWindow(const Parts& parts, QWidget* parent = nullptr);
    ~MainWindow() override;

    enum Place : std::uint8_t { kDiscover, kEndpoints, kOffers, kInvoke, kMock, kTraffic };

    void showWelcome();
    void showView(Place place);
    void startDemoMarket();
    void openCapture(const QString& path);
    /// The traffic of this session again.
    void showLiveRecord();
    void openWorkspace(const QString& path);
    /// An empty one, whose file must not exist.
    void newWorkspace(const QString& path);
    /// With its ledger and its deals.
    void saveWorkspaceAs(const QString& path);

    // Each is made when it is first asked for, or when there is nothing else to do.
    discover::DiscoverView& discover();
    endpoints::EndpointsView& endpoints();
    offers::OffersView& offers();
    invoke::InvokeView& invoke();
    mock::MockView& mock();
    traffic::TrafficView& traffic();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    struct Opened;

    struct Entry {
        QString title;
        QIcon icon;
        widgets::View* (MainWindow::*make)();
        widgets::View* view = nullptr;
    };
    widgets::View& view(Place place);
    widgets::View* makeDiscover();
    widgets::View* makeEndpoints();
    widgets::View* makeOffers();
    widgets::View* makeInvoke();
    widgets::View* makeMock();
    widgets::View* makeTraffic();
    bool makeNextView();
    void makeContent();
    void makeFileMenu();
    void makeViewMenu();
    void makeDiscoverMenu();
    void makeSessionMenu();
    void makeHelpMenu();
    void chooseCapture();
    void chooseWorkspace();
    void chooseNewWorkspace();
    void chooseWorkspaceToSave();
    void setScheme(theme::Scheme scheme);
    void openAccounts();
    void invokeAt(const workspace::Endpoint& endpoint);
    void connectTo(const QString& endpointId);
    void requestOffers(const std::vector<discover::OfferCandidate>& candidates);
    void showInTraffic(wire::RecordNo record);
    void complain(const QString& title, const wire::Error& error);
    void showAbout();
    void nextFrame();

    Parts m_parts;
    std::vector<Entry> m_entries; ///< by Place
    Rail* m_rail;
    QStackedWidget* m_pages;
    StatusStrip* m_status;
    QMenu* m_discoverMenu = nullptr; ///< gets the view's actions when that is made
    std::unique_ptr<Opened> m_opened; ///< null: Traffic shows the live record
    QString m_savedFrom; ///< while a workspace is saved as another: its file
    QTimer m_frames;
};

} // namespace shell
