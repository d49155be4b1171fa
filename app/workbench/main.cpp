// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the workbench's parts and puts them together.
#include "app/workbench/arguments.h"

#include "protocol/workspace/keychainstore.h"
#include "ui/analysis/analysis.h"
#include "ui/shell/recordings.h"
#include "ui/shell/tour.h"
#include "ui/workspace/workspacestore.h"

#include <QApplication>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdio>

namespace {

int fail(const QString& message)
{
    std::fprintf(stderr, "acmp-workbench: %s\n", qPrintable(message));
    return 2;
}

void open(shell::MainWindow& window, const QString& file)
{
    if (file.endsWith(QStringLiteral(".acmpworkspace")))
        window.openWorkspace(file);
    else
        window.openCapture(file);
}

/// Ends the program when the tour has ended; the exit code tells how.
void begin(shell::Tour& tour)
{
    QObject::connect(
        &tour, &shell::Tour::taken, &tour, [](const QString& path) { std::puts(qPrintable(path)); });
    QObject::connect(
        &tour, &shell::Tour::finished, &tour,
        [](const QString& problem) { QCoreApplication::exit(problem.isEmpty() ? 0 : fail(problem)); },
        Qt::QueuedConnection);
    tour.start();
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("acmp-workbench"));
    QApplication::setApplicationDisplayName(QStringLiteral("ACMP Workbench"));
    QApplication::setApplicationVersion(QStringLiteral(ACMP_VERSION));
    const auto arguments = workbench::readArguments(QApplication::arguments());
    if (!arguments)
        return fail(arguments.error());

    // A tour shows the program as it is new, and leaves the user's own things alone.
    const bool isTour = !arguments->tourFolder.isEmpty();
    const QTemporaryDir scratch;
    const auto own
        = [&](const QString& name, const QString& usual) { return isTour ? scratch.filePath(name) : usual; };
    QSettings settings(own(QStringLiteral("settings.ini"),
                           QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)
                               + QStringLiteral("/settings.ini")),
        QSettings::IniFormat);
    const auto remembered = static_cast<theme::Scheme>(settings.value(QStringLiteral("theme")).toInt());
    theme::apply(application, arguments->scheme.value_or(remembered));

    const bool isNamed = !arguments->recordFile.isEmpty();
    const QString record = isNamed
        ? arguments->recordFile
        : shell::newRecording(own(QStringLiteral("recordings"), shell::recordingsFolder()));
    binding::Surroundings surroundings;
    surroundings.proxies
        = transport::ProxyEnvironment::read([](const char* name) { return qgetenv(name).toStdString(); });
    for (const wire::Error& mistake : surroundings.proxies.mistakes)
        std::fprintf(stderr, "acmp-workbench: no proxy is used: %s\n", mistake.toString().c_str());
    if (isTour)
        surroundings.devCaFolder = scratch.filePath(QStringLiteral("ca")).toStdString();
    auto stack = stack::Stack::create(record.toStdString(), std::move(surroundings));
    if (!stack)
        return fail(QString::fromStdString(stack.error().toString()));
    int result = 0;
    {
        analysis::Analysis analysis((*stack)->record());
        workspace::WorkspaceStore workspace(
            own(QStringLiteral("default.acmpworkspace"), workspace::defaultPath()));
        std::unique_ptr<workspace::SecretStore> secrets;
        if (isTour)
            secrets = std::make_unique<workspace::SessionStore>();
        else
            secrets = std::make_unique<workspace::KeychainStore>();
        const shell::MainWindow::Parts parts { **stack, analysis, workspace, *secrets, settings };
        shell::MainWindow window(parts);
        if (arguments->size.isValid())
            window.resize(arguments->size);
        window.show();
        if (!arguments->file.isEmpty())
            open(window, arguments->file);
        if (arguments->demo)
            window.startDemoMarket();
        const bool dark = theme::isDark(QApplication::palette());
        shell::Tour tour(
            window, parts, arguments->tourFolder, dark ? QStringLiteral("-dark") : QStringLiteral("-light"));
        if (isTour)
            begin(tour);
        result = QApplication::exec();
    }
    const bool isEmpty = (*stack)->record().rowCount() == 0;
    stack->reset();
    if (isEmpty && !isNamed)
        QFile::remove(record);
    return result;
}
