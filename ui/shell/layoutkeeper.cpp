// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/layoutkeeper.h"

#include "ui/widgets/fittingheader.h"

#include <QHeaderView>
#include <QSplitter>

namespace shell {

namespace {

const QString kGeometry = QStringLiteral("layout/geometry");

QString keyOf(const QObject& part)
{
    return QStringLiteral("layout/") + part.objectName();
}

QString sizedKeyOf(const QObject& header)
{
    return keyOf(header) + QStringLiteral(".sized");
}

/// Those of other libraries have names of their own, which begin with "qt_".
template <class Part>
QList<Part*> named(const QWidget& window)
{
    QList<Part*> parts = window.findChildren<Part*>();
    parts.removeIf([](const Part* part) {
        return part->objectName().isEmpty() || part->objectName().startsWith(QStringLiteral("qt_"));
    });
    return parts;
}

} // namespace

void saveLayout(const QWidget& window, QSettings& settings)
{
    settings.setValue(kGeometry, window.saveGeometry());
    for (const QSplitter* splitter : named<QSplitter>(window))
        settings.setValue(keyOf(*splitter), splitter->saveState());
    for (const QHeaderView* header : named<QHeaderView>(window)) {
        settings.setValue(keyOf(*header), header->saveState());
        if (const auto* const fitting = qobject_cast<const widgets::FittingHeader*>(header))
            settings.setValue(sizedKeyOf(*header), fitting->sized());
    }
}

void restoreLayout(QWidget& window, const QSettings& settings)
{
    window.restoreGeometry(settings.value(kGeometry).toByteArray());
    restoreParts(window, settings);
}

void restoreParts(const QWidget& widget, const QSettings& settings)
{
    for (QSplitter* splitter : named<QSplitter>(widget)) {
        if (const QByteArray state = settings.value(keyOf(*splitter)).toByteArray(); !state.isEmpty())
            splitter->restoreState(state);
    }
    for (QHeaderView* header : named<QHeaderView>(widget)) {
        if (const QByteArray state = settings.value(keyOf(*header)).toByteArray(); !state.isEmpty())
            header->restoreState(state);
        if (auto* const fitting = qobject_cast<widgets::FittingHeader*>(header))
            fitting->setSized(settings.value(sizedKeyOf(*header)).toList());
    }
}

} // namespace shell
