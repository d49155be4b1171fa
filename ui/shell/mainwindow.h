// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's one main window.
#pragma once

#include <QMainWindow>

namespace shell {

class MainWindow final : public QMainWindow {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    explicit MainWindow(QWidget* parent = nullptr);
};

} // namespace shell
