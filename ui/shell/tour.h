// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the demo market in a window and takes a picture of every view and state: for README, for a machine
// without a display, for tests that look at them.
#pragma once

#include "ui/shell/mainwindow.h"

#include <QElapsedTimer>
#include <QPixmap>

#include <functional>

class QDialog;

namespace shell {

class Tour final : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tour)

public:
    /// `suffix` goes behind each picture's name: "-dark". `window` must outlive it and be shown.
    Tour(MainWindow& window, const MainWindow::Parts& parts, const QString& folder, const QString& suffix);

    void start();

Q_SIGNALS:
    /// The window is as the picture will show it.
    void aboutToTake(const QString& name);
    void taken(const QString& path);
    /// Empty problem: every picture was taken.
    void finished(const QString& problem);

private:
    /// Waits until `isReady`, takes the picture `name` (none if empty), then does `then`.
    struct Step {
        QString name;
        std::function<bool()> isReady;
        std::function<void()> then;
    };
    void addMarketSteps();
    void addDiscoverSteps();
    void addEndpointSteps();
    void addOfferSteps();
    void addInputSteps();
    void addInvokeSteps();
    void addTrafficSteps();
    void proceed();
    bool take(const QString& name);
    QPixmap picture();
    QDialog* dialog() const; ///< that is open; null if none is
    void closeDialog();
    void end(const QString& problem);
    std::shared_ptr<const stack::RunState> run() const;
    bool hasEnded() const;
    /// A request to the market's careful provider, with these members.
    void send(const std::vector<std::pair<std::string_view, std::string>>& members);

    MainWindow& m_window;
    MainWindow::Parts m_parts;
    QString m_folder, m_suffix;
    QByteArray m_requestText; ///< in Invoke, before a deal was filled in
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    int m_framesReady = 0;
    QTimer m_timer;
    QElapsedTimer m_waiting;
};

} // namespace shell
