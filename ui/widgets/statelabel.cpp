// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/statelabel.h"

#include "ui/widgets/elidedlabel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace widgets {

namespace {

constexpr qsizetype kMaxWord = 1000; // far more than a line shows

} // namespace

QChar stateIcon(State state)
{
    switch (state) {
    case State::Good:
        return QChar(0x2713);
    case State::Attention:
        return u'!';
    case State::Bad:
        return QChar(0x2715);
    case State::Running:
        return QChar(0x25CF);
    case State::Waiting:
        return QChar(0x2026);
    case State::Neutral:
        break;
    }
    return QChar(0x00B7);
}

theme::Token stateToken(State state)
{
    switch (state) {
    case State::Good:
        return theme::Token::Success;
    case State::Attention:
        return theme::Token::Warning;
    case State::Bad:
        return theme::Token::Error;
    case State::Running:
        return theme::Token::Accent;
    case State::Waiting:
    case State::Neutral:
        break;
    }
    return theme::Token::Secondary;
}

State stateOf(acmp::Level level)
{
    switch (level) {
    case acmp::Level::Error:
        return State::Bad;
    case acmp::Level::Warning:
        return State::Attention;
    case acmp::Level::Note:
        break;
    }
    return State::Neutral;
}

QString levelWord(acmp::Level level)
{
    switch (level) {
    case acmp::Level::Error:
        return StateLabel::tr("error");
    case acmp::Level::Warning:
        return StateLabel::tr("warning");
    case acmp::Level::Note:
        break;
    }
    return StateLabel::tr("note");
}

StateLabel::StateLabel(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

StateLabel::StateLabel(State state, const QString& word, QWidget* parent)
    : StateLabel(parent)
{
    setState(state, word);
}

void StateLabel::setState(State state, const QString& word)
{
    if (state == m_state && word == m_word)
        return;
    m_state = state;
    m_word = word;
    setAccessibleName(word);
    updateGeometry();
    update();
}

void StateLabel::setPill(bool pill)
{
    m_isPill = pill;
    updateGeometry();
    update();
}

QRect StateLabel::wordRect() const
{
    const int padding = m_isPill ? theme::kGap : 0;
    return contentsRect().adjusted(padding + fontMetrics().height(), 0, -padding, 0);
}

QSize StateLabel::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int padding = m_isPill ? 2 * theme::kGap : 0;
    const QMargins margins = contentsMargins();
    return QSize(metrics.height() + metrics.horizontalAdvance(m_word.left(kMaxWord)) + padding + 1,
        metrics.height() + (m_isPill ? 4 : 0))
        .grownBy(margins);
}

QSize StateLabel::minimumSizeHint() const
{
    const QSize whole = sizeHint();
    return { m_isPill ? whole.width() : qMin(whole.width(), 4 * fontMetrics().height()), whole.height() };
}

bool StateLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty())
        return QWidget::event(event);
    if (sizeHint().width() > width())
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(m_word), this);
    return true;
}

void StateLabel::paintEvent(QPaintEvent*)
{
    if (m_word.isEmpty())
        return;
    QPainter painter(this);
    painter.setPen(theme::color(isEnabled() ? stateToken(m_state) : theme::Token::Disabled, palette()));
    if (m_isPill) {
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(contentsRect()).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    }
    const QRect word = wordRect();
    const int square = fontMetrics().height();
    const QRect icon(word.left() - square, word.top(), square - 3, word.height());
    painter.drawText(icon, Qt::AlignCenter, QString(stateIcon(m_state)));
    painter.drawText(word, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(m_word.left(kMaxWord), Qt::ElideRight, word.width()));
}

} // namespace widgets
