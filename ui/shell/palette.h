// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette: whatever the window can do at this moment, found by words of its name.
#pragma once

#include <QFrame>
#include <QPointer>

#include <vector>

class QAction;
class QAbstractButton;
class QLineEdit;
class QListWidget;
class QMenu;

namespace shell {

class Palette final : public QFrame {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Palette)

public:
    /// The actions of the window's menus, and the buttons that can be pressed now.
    explicit Palette(QWidget* window);

    /// "Session › Send", in the order of the menus, then of the window.
    QStringList shownNames() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Command {
        QString name;
        QString keys;
        QPointer<QAction> action;
        QPointer<QAbstractButton> button;
    };
    void add(const QMenu& menu, const QString& path);
    void addButtons(const QWidget& window);
    void filter(const QString& words);
    void run();

    std::vector<Command> m_commands;
    QLineEdit* m_words;
    QListWidget* m_list;
};

} // namespace shell
