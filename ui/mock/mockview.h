// SPDX-License-Identifier: GPL-3.0-or-later
// Plays providers from scenarios, on this machine, and shows what is asked of them.
#pragma once

#include "ui/mock/stage.h"
#include "ui/widgets/view.h"

#include "protocol/wire/ids.h"

namespace analysis {
class Analysis;
}

namespace workspace {
class WorkspaceStore;
}

namespace mock {

class AsksPane;
class ScenarioList;
class ScenarioPane;
class ScenariosModel;
class StallPane;

class MockView final : public widgets::View {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MockView)

public:
    /// All must outlive it; `analysis` is of the stack's record. The program has the scenarios that are
    /// shipped in its resources, below :/scenarios.
    MockView(stack::Stack& stack, const analysis::Analysis& analysis, workspace::WorkspaceStore& workspace,
        QWidget* parent = nullptr, workspace::LoadKey loadKey = workspace::KeychainKeys::loader());

    static QString title() { return tr("Mock"); }
    static QIcon icon();
    void nextFrame() override;

    /// Starts the five providers of the demo, those that aren't played yet.
    void startDemoMarket();
    /// Adds a scenario to the workspace and chooses it.
    void openScenario(const QString& path);
    void choose(const QString& path);

Q_SIGNALS:
    void invokeRequested(const QString& name, const QString& url);
    void discoverRequested(const QString& address);
    void showInTraffic(wire::RecordNo record);

private:
    void readFiles();
    /// Null if none is chosen.
    const ScenarioFile* current() const;
    void start(const QString& path);
    void toggleCurrent();
    void removeCurrent();
    void invokeCurrent();
    void askForFile();
    void stageChanged(const QString& path);
    void showCurrent();

    const analysis::Analysis& m_analysis;
    workspace::WorkspaceStore& m_workspace;
    Stage m_stage;
    ScenariosModel* m_model;
    ScenarioList* m_list;
    StallPane* m_stall;
    AsksPane* m_asks;
    ScenarioPane* m_scenario;
};

} // namespace mock
