// SPDX-License-Identifier: GPL-3.0-or-later
// The user guide, from the program's own resources: the only place where text is rendered.
#pragma once

#include <QWidget>

class QListWidget;
class QTextBrowser;

namespace shell {

class HelpWindow final : public QWidget {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HelpWindow)

public:
    explicit HelpWindow(QWidget* parent = nullptr);

private:
    void showPage(const QString& name);

    QListWidget* m_pages;
    QTextBrowser* m_text;
};

} // namespace shell
