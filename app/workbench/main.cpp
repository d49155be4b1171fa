// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("acmp-workbench"));
    QApplication::setApplicationDisplayName(QStringLiteral("ACMP Workbench"));
    QApplication::setApplicationVersion(QStringLiteral(ACMP_VERSION));
    shell::MainWindow window;
    window.show();
    return QApplication::exec();
}
