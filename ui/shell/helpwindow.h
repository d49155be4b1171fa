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

    /// A page (`offers.md`), a place in one or in that shown (`#heading`), or the schema that one names.
    void follow(const QUrl& url);

private:
    void addPages();
    void showPage();
    void goTo(const QString& fragment);

    QListWidget* m_pages;
    QTextBrowser* m_text;
};

} // namespace shell
