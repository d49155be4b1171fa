// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/rail.h"

#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace shell {

namespace {

constexpr int kWidth = 84, kIcon = 18;

} // namespace

Rail::Rail(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
    , m_layout(new QVBoxLayout(this))
{
    setFixedWidth(kWidth);
    setAccessibleName(tr("Views"));
    m_layout->setContentsMargins(4, 8, 5, 8);
    m_layout->setSpacing(4);
    m_layout->addStretch();
    connect(m_buttons, &QButtonGroup::idClicked, this, &Rail::chosen);
}

void Rail::add(const QString& title, const QIcon& icon)
{
    auto* button = new QToolButton(this);
    button->setText(title);
    button->setIcon(icon);
    button->setIconSize({ kIcon, kIcon });
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFixedHeight(48);
    QFont font = theme::label();
    font.setPixelSize(11);
    button->setFont(font);
    const int index = static_cast<int>(m_buttons->buttons().size());
    button->setToolTip(QStringLiteral("Ctrl+%1").arg(index + 1));
    m_buttons->addButton(button, index);
    m_layout->insertWidget(index, button);
}

void Rail::setCurrent(int index)
{
    m_buttons->setExclusive(false);
    for (QAbstractButton* button : m_buttons->buttons())
        button->setChecked(m_buttons->id(button) == index);
    m_buttons->setExclusive(true);
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme::color(theme::Token::Border, palette()));
    painter.drawLine(width() - 1, 0, width() - 1, height());
}

} // namespace shell
