// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plainlabel.h"

#include <QEvent>
#include <QTextDocument>

namespace widgets {

namespace {

constexpr int kLongestWord = 120; ///< px that a word may ask for before it is broken

} // namespace

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

/// A QLabel breaks between words only, and sets that anew with each layout; its document is what it paints.
void PlainLabel::breakWords() const
{
    if (!wordWrap())
        return;
    auto* const document = findChild<QTextDocument*>();
    if (!document)
        return;
    QTextOption option = document->defaultTextOption();
    if (option.wrapMode() == QTextOption::WrapAtWordBoundaryOrAnywhere)
        return;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document->setDefaultTextOption(option);
}

int PlainLabel::heightForWidth(int width) const
{
    QLabel::heightForWidth(width); // lays out what has changed
    breakWords();
    return QLabel::heightForWidth(width);
}

QSize PlainLabel::minimumSizeHint() const
{
    const QSize hint = QLabel::minimumSizeHint();
    return wordWrap() ? QSize(std::min(hint.width(), theme::scaled(kLongestWord)), hint.height()) : hint;
}

void PlainLabel::paintEvent(QPaintEvent* event)
{
    heightForWidth(width());
    QLabel::paintEvent(event);
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
