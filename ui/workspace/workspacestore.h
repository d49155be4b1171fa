// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace that is open, and its file: each change is saved at once. What lies there and isn't what was
// read or written last, whether damaged or changed by another program, is never replaced unasked.
#pragma once

#include "protocol/workspace/workspacefile.h"

#include <QObject>

#include <optional>

namespace workspace {

class WorkspaceStore final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkspaceStore)

public:
    /// Opens it; a file that isn't there is an empty workspace, and made by the first change.
    explicit WorkspaceStore(const QString& path = workspace::defaultPath(), QObject* parent = nullptr);

    const QString& path() const { return m_path; }
    /// Why what is shown is not what is in the file.
    const std::optional<wire::Error>& problem() const { return m_problem; }

    /// On an error everything stays as it is.
    std::expected<void, wire::Error> open(const QString& path);
    /// Replaces what is there; later changes go there too.
    std::expected<void, wire::Error> saveAs(const QString& path);
    /// The user's answer to a problem: saves, and keeps what was there beside it as NAME.kept.
    std::expected<void, wire::Error> replaceFile();

    const std::vector<Endpoint>& endpoints() const { return m_workspace.endpoints; }
    /// nullptr if there is none.
    const Endpoint* find(const QString& id) const;
    /// Gives it an id, which is returned.
    QString add(Endpoint endpoint);
    /// In the place of the one with its id.
    void update(const Endpoint& endpoint);
    void remove(const QString& id);

    /// Absolute paths.
    QStringList scenarios() const;
    void addScenario(const QString& file);
    void removeScenario(const QString& file);

    const Budget& budget() const { return m_workspace.budget; }
    void setBudget(const Budget& budget);

Q_SIGNALS:
    void opened(const QString& path); ///< after the other signals
    void endpointsChanged();
    void scenariosChanged();
    void budgetChanged();
    void problemChanged();

private:
    std::expected<void, wire::Error> load(const QString& path);
    std::expected<void, wire::Error> write(const QString& path);
    void save();
    void setProblem(std::optional<wire::Error> problem);

    QString m_path;
    Workspace m_workspace;
    std::optional<QByteArray> m_stored; ///< as last read or written; nullopt: there was no file
    std::optional<wire::Error> m_problem;
};

} // namespace workspace
