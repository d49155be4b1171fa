// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/mainwindow.h"

#include <QLabel>

namespace shell {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
{
    setWindowTitle(tr("ACMP Workbench %1").arg(QStringLiteral(ACMP_VERSION)));
    resize(720, 420);
    auto* about
        = new QLabel(tr("ACMP Workbench %1\n\nThis version works from the command line: see acmpctl --help.")
                         .arg(QStringLiteral(ACMP_VERSION)),
            this);
    about->setTextFormat(Qt::PlainText);
    about->setAlignment(Qt::AlignCenter);
    setCentralWidget(about);
}

} // namespace shell
