// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/pane.h"

#include "ui/theme/theme.h"
#include "ui/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace widgets {

namespace {

constexpr qreal kRadius = 6;
// Keeps a square content within the round corners of the frame.
constexpr QMargins kFrame { 2, 1, 2, 3 };

} // namespace

Pane::Pane(const QString& title, QWidget* parent)
    : QFrame(parent)
    , m_header(new QWidget(this))
    , m_headerRow(new QHBoxLayout(m_header))
    , m_column(new QVBoxLayout(this))
    , m_title(new QLabel(m_header))
    , m_facts(new ElidedLabel({}, m_header))
{
    setFrameShape(QFrame::NoFrame);
    setBackgroundRole(QPalette::Base);
    m_column->setContentsMargins(kFrame);
    m_column->setSpacing(0);
    m_header->setFixedHeight(theme::scaled(theme::kHeaderHeight));
    m_headerRow->setContentsMargins(theme::kGap, 0, theme::kGap - 4, 1);
    m_title->setTextFormat(Qt::PlainText);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_facts->setToken(theme::Token::Secondary);
    m_facts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_headerRow->addWidget(m_title);
    m_headerRow->addWidget(m_facts, 1);
    m_column->addWidget(m_header);
    setTitle(title);
}

void Pane::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
    setAccessibleName(title);
}

void Pane::setFacts(const QString& facts)
{
    m_facts->setText(facts);
}

void Pane::addBeforeTitle(QWidget* widget)
{
    m_headerRow->insertWidget(m_headerRow->indexOf(m_title), widget);
}

void Pane::addToHeader(QWidget* widget)
{
    m_headerRow->addWidget(widget);
}

void Pane::addContent(QWidget* widget, int stretch)
{
    m_column->addWidget(widget, stretch);
}

void Pane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme::color(theme::Token::Border, palette()));
    painter.setBrush(theme::color(theme::Token::Surface, palette()));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    const qreal line = m_header->geometry().bottom() + 0.5;
    painter.drawLine(QPointF(1, line), QPointF(width() - 1, line));
}

} // namespace widgets
