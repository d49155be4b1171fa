// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/endpoints/noticebar.h"

#include "ui/theme/icons.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statelabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace endpoints {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent)
    , m_row(new QHBoxLayout(this))
    , m_what(new widgets::StateLabel(this))
    , m_more(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    auto* close = new QToolButton(this);
    close->setIcon(theme::icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this notice"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* text = new QVBoxLayout;
    text->setSpacing(2);
    text->addWidget(m_what);
    text->addWidget(m_more);
    m_row->setContentsMargins(theme::kGap, theme::kGap / 2, theme::kGap / 2, theme::kGap / 2);
    m_row->addLayout(text, 1);
    m_row->addWidget(close);
    setFrameShape(QFrame::StyledPanel);
    hide();
}

QPushButton* NoticeBar::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_row->insertWidget(m_row->count() - 1, button);
    return button;
}

void NoticeBar::say(const QString& what, const QString& more)
{
    m_what->setState(widgets::State::Attention, what);
    m_more->setText(more);
    show();
}

} // namespace endpoints
