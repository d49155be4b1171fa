// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/palette.h"

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace shell {

namespace {

/// A name without its mnemonic, and without the keys that some carry behind a tab.
QString plain(const QString& text)
{
    QString name = text.section(u'\t', 0, 0);
    return name.remove(u'&');
}

QString keysOf(const QAction& action)
{
    const QString shown = action.text().section(u'\t', 1);
    return shown.isEmpty() ? action.shortcut().toString(QKeySequence::NativeText) : shown;
}

bool holdsAll(const QString& name, const QStringList& words)
{
    return std::ranges::all_of(
        words, [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

} // namespace

Palette::Palette(QWidget* window)
    : QFrame(window, Qt::Popup)
    , m_words(new QLineEdit(this))
    , m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("palette"));
    setFrameShape(QFrame::StyledPanel);
    m_words->setPlaceholderText(tr("What do you want to do?"));
    m_words->setAccessibleName(tr("Words of a command"));
    m_words->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(theme::kGap, theme::kGap, theme::kGap, theme::kGap);
    column->addWidget(m_words);
    column->addWidget(m_list);
    if (auto* const main = qobject_cast<QMainWindow*>(window)) {
        for (const QAction* const entry : main->menuBar()->actions()) {
            if (const QMenu* const menu = entry->menu())
                add(*menu, plain(entry->text()));
        }
    }
    addButtons(*window);
    filter({});
    connect(m_words, &QLineEdit::textChanged, this, &Palette::filter);
    connect(m_words, &QLineEdit::returnPressed, this, &Palette::run);
    connect(m_list, &QListWidget::itemClicked, this, &Palette::run);
    resize(std::min(theme::scaled(560), window->width()), std::min(theme::scaled(420), window->height()));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, theme::scaled(60))));
    m_words->setFocus();
}

void Palette::add(const QMenu& menu, const QString& path)
{
    for (QAction* const action : menu.actions()) {
        const QString name = path % QStringLiteral(" › ") % plain(action->text());
        if (const QMenu* const inner = action->menu())
            add(*inner, name);
        else if (!action->isSeparator() && action->isEnabled() && action->isVisible())
            m_commands.push_back({ name, keysOf(*action), action, {} });
    }
}

void Palette::addButtons(const QWidget& window)
{
    for (auto* const button : window.findChildren<QAbstractButton*>()) {
        const auto* const tool = qobject_cast<QToolButton*>(button);
        const bool isOfAMenu = tool && tool->menu();
        const QString name = plain(button->text().isEmpty() ? button->accessibleName() : button->text());
        const bool isOurs = !button->objectName().startsWith(QStringLiteral("qt_"));
        const bool isInAMenu = std::ranges::any_of(m_commands, [&](const Command& command) {
            return command.action && command.name.endsWith(QStringLiteral(" › ") % name);
        });
        if (isOurs && !isInAMenu && !isOfAMenu && !name.isEmpty() && button->isEnabled()
            && button->isVisible())
            m_commands.push_back({ name, button->shortcut().toString(QKeySequence::NativeText), {}, button });
    }
}

void Palette::filter(const QString& words)
{
    const QStringList all = words.split(u' ', Qt::SkipEmptyParts);
    m_list->clear();
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const Command& command = m_commands[i];
        if (!holdsAll(command.name, all))
            continue;
        const QString keys = command.keys.isEmpty() ? QString() : QStringLiteral("    ") % command.keys;
        auto* const item = new QListWidgetItem(command.name % keys, m_list);
        item->setData(Qt::UserRole, static_cast<qulonglong>(i));
    }
    m_list->setCurrentRow(0);
}

QStringList Palette::shownNames() const
{
    QStringList names;
    for (int row = 0; row < m_list->count(); ++row)
        names += m_commands[m_list->item(row)->data(Qt::UserRole).toULongLong()].name;
    return names;
}

void Palette::run()
{
    const QListWidgetItem* const item = m_list->currentItem();
    if (!item)
        return;
    const Command command = m_commands[item->data(Qt::UserRole).toULongLong()];
    close(); // first: what runs may open a window of its own
    if (command.action)
        command.action->trigger();
    else if (command.button)
        command.button->click();
}

/// The list is gone through from the line.
bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int step = [key = static_cast<QKeyEvent*>(event)->key()] {
        switch (key) {
        case Qt::Key_Down:
            return 1;
        case Qt::Key_Up:
            return -1;
        case Qt::Key_PageDown:
            return 10;
        case Qt::Key_PageUp:
            return -10;
        default:
            return 0;
        }
    }();
    if (step == 0)
        return QFrame::eventFilter(watched, event);
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, std::max(m_list->count() - 1, 0)));
    return true;
}

} // namespace shell
