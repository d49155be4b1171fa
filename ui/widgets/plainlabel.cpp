// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plainlabel.h"

#include <QEvent>

namespace widgets {

PlainLabel::PlainLabel(const QString& text, theme::Token token, QWidget* parent)
    : QLabel(parent)
    , m_token(token)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    // Else it takes the colour that goes with the background of its parent.
    setForegroundRole(QPalette::WindowText);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setText(text);
    recolor();
}

void PlainLabel::setToken(theme::Token token)
{
    m_token = token;
    recolor();
}

void PlainLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolor();
}

void PlainLabel::recolor()
{
    QPalette own = palette();
    const QColor color = theme::color(m_token, own);
    if (own.color(QPalette::WindowText) == color)
        return;
    own.setColor(QPalette::WindowText, color);
    setPalette(own);
}

} // namespace widgets
