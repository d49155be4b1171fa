// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elidedlabel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextDocument>
#include <QToolTip>

namespace widgets {

namespace {

// Far more than any line shows; keeps measuring cheap.
constexpr qsizetype kMaxText = 4096;

} // namespace

QString plainToolTip(const QString& text)
{
    constexpr qsizetype kMax = 2000;
    return Qt::convertFromPlainText(
        text.size() > kMax ? text.left(kMax) + QChar(0x2026) : text, Qt::WhiteSpaceNormal);
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setText(text);
}

void ElidedLabel::setText(const QString& text)
{
    QString line = text.left(kMaxText);
    for (QChar& c : line) {
        if (c == u'\n' || c == u'\r' || c == u'\t' || c == QChar::LineSeparator
            || c == QChar::ParagraphSeparator)
            c = u' ';
    }
    if (line == m_text)
        return;
    m_text = line;
    setAccessibleName(m_text);
    // Where it takes what room there is, a new text is no reason to lay everything out again.
    if (sizePolicy().horizontalPolicy() != QSizePolicy::Expanding)
        updateGeometry();
    update();
}

void ElidedLabel::setToken(theme::Token token)
{
    m_token = token;
    update();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode)
{
    m_mode = mode;
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

QString ElidedLabel::elided() const
{
    return fontMetrics().elidedText(m_text, m_mode, width());
}

QSize ElidedLabel::sizeHint() const
{
    return { fontMetrics().horizontalAdvance(m_text) + 1, fontMetrics().height() };
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int few = fontMetrics().averageCharWidth() * 4;
    return { qMin(few, sizeHint().width()), fontMetrics().height() };
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty())
        return QWidget::event(event);
    if (elided() != m_text)
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(m_text), this);
    else
        QToolTip::hideText();
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme::color(isEnabled() ? m_token : theme::Token::Disabled, palette()));
    painter.drawText(rect(), static_cast<int>(m_alignment) | Qt::TextSingleLine, elided());
}

} // namespace widgets
