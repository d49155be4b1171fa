// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspacestore.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSaveFile>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

Error ioError(const char* message, const QFileDevice& file, const char* expected)
{
    return { ErrorKind::Io, message, expected, file.errorString().toStdString(),
        file.fileName().toStdString(), true };
}

QString makeId()
{
    return QStringLiteral("ep_%1").arg(QRandomGenerator::global()->generate64(), 16, 16, QLatin1Char('0'));
}

/// Relative below the workspace's folder: they may move together.
QString scenarioName(const QString& workspacePath, const QString& file)
{
    const QString absolute = QFileInfo(file).absoluteFilePath();
    const QString relative = QFileInfo(workspacePath).absoluteDir().relativeFilePath(absolute);
    return relative.startsWith(QStringLiteral("../")) ? absolute : relative;
}

QString freeNameBeside(const QString& path)
{
    QString name = path % QStringLiteral(".kept");
    for (int n = 2; QFileInfo::exists(name); ++n)
        name = path % QStringLiteral(".kept%1").arg(n);
    return name;
}

} // namespace

WorkspaceStore::WorkspaceStore(const QString& path, QObject* parent)
    : QObject(parent)
    , m_path(path)
{
    if (auto loaded = load(path); !loaded)
        m_problem = std::move(loaded.error());
}

std::expected<void, Error> WorkspaceStore::load(const QString& path)
{
    auto stored = contentsOf(path);
    if (!stored)
        return std::unexpected(stored.error());
    Workspace workspace;
    if (*stored) {
        auto parsed = parse(**stored, path);
        if (!parsed)
            return std::unexpected(parsed.error());
        workspace = std::move(*parsed);
    }
    m_path = path;
    m_workspace = std::move(workspace);
    m_stored = std::move(*stored);
    return {};
}

std::expected<void, Error> WorkspaceStore::open(const QString& path)
{
    if (auto loaded = load(path); !loaded)
        return loaded;
    setProblem(std::nullopt);
    Q_EMIT endpointsChanged();
    Q_EMIT scenariosChanged();
    Q_EMIT budgetChanged();
    Q_EMIT opened(m_path);
    return {};
}

std::expected<void, Error> WorkspaceStore::write(const QString& path)
{
    const QByteArray json = m_workspace.toJson();
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        || file.write(json) != json.size() || !file.commit())
        return std::unexpected(ioError("the workspace can't be saved", file, "a file that can be written"));
    m_stored = json;
    return {};
}

void WorkspaceStore::save()
{
    const auto stored = contentsOf(m_path);
    if (!stored)
        return setProblem(stored.error());
    if (*stored && *stored != m_stored) {
        // Whatever was said of it when it was opened says more.
        if (!m_problem)
            setProblem(Error { ErrorKind::Io, "the workspace's file was changed by another program",
                "what was saved last", "something else", m_path.toStdString(), false });
        return;
    }
    const auto written = write(m_path);
    setProblem(written ? std::nullopt : std::optional(written.error()));
}

std::expected<void, Error> WorkspaceStore::saveAs(const QString& path)
{
    std::vector<QString> names;
    for (const QString& file : scenarios())
        names.push_back(scenarioName(path, file));
    std::swap(m_workspace.scenarios, names);
    if (auto written = write(path); !written) {
        std::swap(m_workspace.scenarios, names);
        return written;
    }
    m_path = path;
    setProblem(std::nullopt);
    Q_EMIT opened(m_path);
    return {};
}

std::expected<void, Error> WorkspaceStore::replaceFile()
{
    const QString kept = freeNameBeside(m_path);
    if (QFile file(m_path); file.exists() && !file.rename(kept))
        return std::unexpected(ioError("what was there can't be kept", file, "a folder that can be written"));
    const auto written = write(m_path);
    setProblem(written ? std::nullopt : std::optional(written.error()));
    return written;
}

void WorkspaceStore::setProblem(std::optional<Error> problem)
{
    if (problem == m_problem)
        return;
    m_problem = std::move(problem);
    Q_EMIT problemChanged();
}

const Endpoint* WorkspaceStore::find(const QString& id) const
{
    const auto found = std::ranges::find(m_workspace.endpoints, id, &Endpoint::id);
    return found == m_workspace.endpoints.end() ? nullptr : &*found;
}

QString WorkspaceStore::add(Endpoint endpoint)
{
    endpoint.id = makeId();
    const QString id = endpoint.id;
    m_workspace.endpoints.push_back(std::move(endpoint));
    save();
    Q_EMIT endpointsChanged();
    return id;
}

void WorkspaceStore::update(const Endpoint& endpoint)
{
    const auto found = std::ranges::find(m_workspace.endpoints, endpoint.id, &Endpoint::id);
    Q_ASSERT(found != m_workspace.endpoints.end());
    *found = endpoint;
    save();
    Q_EMIT endpointsChanged();
}

void WorkspaceStore::remove(const QString& id)
{
    if (std::erase_if(m_workspace.endpoints, [&](const Endpoint& endpoint) { return endpoint.id == id; })
        == 0)
        return;
    save();
    Q_EMIT endpointsChanged();
}

QStringList WorkspaceStore::scenarios() const
{
    const QDir folder = QFileInfo(m_path).absoluteDir();
    QStringList files;
    for (const QString& file : m_workspace.scenarios)
        files += QDir::cleanPath(folder.absoluteFilePath(file));
    return files;
}

void WorkspaceStore::addScenario(const QString& file)
{
    if (scenarios().contains(QDir::cleanPath(QFileInfo(file).absoluteFilePath())))
        return;
    m_workspace.scenarios.push_back(scenarioName(m_path, file));
    save();
    Q_EMIT scenariosChanged();
}

void WorkspaceStore::removeScenario(const QString& file)
{
    const QDir folder = QFileInfo(m_path).absoluteDir();
    const auto isIt = [&](const QString& name) {
        return QDir::cleanPath(folder.absoluteFilePath(name)) == QDir::cleanPath(file);
    };
    if (std::erase_if(m_workspace.scenarios, isIt) == 0)
        return;
    save();
    Q_EMIT scenariosChanged();
}

void WorkspaceStore::setBudget(const Budget& budget)
{
    if (budget == m_workspace.budget)
        return;
    m_workspace.budget = budget;
    save();
    Q_EMIT budgetChanged();
}

} // namespace workspace
