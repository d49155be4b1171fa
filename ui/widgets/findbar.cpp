// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/findbar.h"

#include "ui/theme/icons.h"
#include "ui/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>

namespace widgets {

FindBar::FindBar(ByteView* view, QWidget* parent)
    : QWidget(parent)
    , m_view(view)
    , m_needle(new QLineEdit(this))
    , m_count(new ElidedLabel({}, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::kGap, 4, theme::kGap, 4);
    m_needle->setPlaceholderText(tr("Find"));
    m_needle->setAccessibleName(tr("Find in the bytes"));
    m_needle->setMaximumWidth(theme::scaled(320));
    m_count->setToken(theme::Token::Secondary);
    row->addWidget(m_needle, 1);
    row->addWidget(m_count, 1);
    const auto add = [this, row](const QString& icon, const QString& name, auto pressed) {
        auto* button = new QToolButton(this);
        button->setIcon(theme::icon(icon));
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, pressed);
        row->addWidget(button);
    };
    add(QStringLiteral("up"), tr("Previous match"), [this] { m_view->nextMatch(false); });
    add(QStringLiteral("down"), tr("Next match"), [this] { m_view->nextMatch(true); });
    add(QStringLiteral("close"), tr("Close the search"), [this] { close(); });
    connect(m_needle, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_count->setText(text.isEmpty() ? QString() : tr("searching…"));
        m_view->search(text.toUtf8());
    });
    connect(view, &ByteView::found, this, &FindBar::showFound);
    auto* find = new QShortcut(QKeySequence::Find, view);
    find->setContext(Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, &FindBar::open);
    hide();
}

void FindBar::open()
{
    show();
    m_needle->setFocus(Qt::ShortcutFocusReason);
    m_needle->selectAll();
    m_view->search(m_needle->text().toUtf8());
}

void FindBar::close()
{
    hide();
    m_view->search({});
    m_view->setFocus();
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    const bool isBack = event->modifiers().testFlag(Qt::ShiftModifier);
    if (event->key() == Qt::Key_Escape)
        close();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        m_view->nextMatch(!isBack);
    else
        QWidget::keyPressEvent(event);
}

void FindBar::showFound(int matches, int current)
{
    if (m_needle->text().isEmpty())
        m_count->setText({});
    else if (matches == 0)
        m_count->setText(tr("not found"));
    else
        m_count->setText(tr("%L1 of %L2").arg(current).arg(matches));
}

} // namespace widgets
