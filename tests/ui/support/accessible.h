// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader would be at a loss with.
#pragma once

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QScrollArea>

/// Of all that the keyboard reaches: class and object name of those without a name to be read out.
inline QStringList namelessControls(const QWidget& view)
{
    QStringList all;
    for (QWidget* control : view.findChildren<QWidget*>()) {
        if (!control->isVisible() || (control->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        // What is part of another control is named with it; a plain scroll area is a frame.
        const QWidget* const parent = control->parentWidget();
        if (qobject_cast<const QComboBox*>(parent) || qobject_cast<const QAbstractSpinBox*>(parent)
            || control->metaObject() == &QScrollArea::staticMetaObject)
            continue;
        QAccessibleInterface* const shown = QAccessible::queryAccessibleInterface(control);
        if (!shown || shown->text(QAccessible::Name).isEmpty())
            all += QString::fromLatin1(control->metaObject()->className()) + u' ' + control->objectName();
    }
    return all;
}
