// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/traffic/presentation.h"
#include "ui/widgets/shown.h"

#include <QCoreApplication>

namespace traffic {

using widgets::shown;

namespace {

struct EventText {
    Q_DECLARE_TR_FUNCTIONS(traffic)

public:
    QString operator()(const capture::Opened& opened) const
    {
        const QString name = connectionName(opened.connection);
        if (opened.facts.role == wire::Role::Server)
            return tr("Accepted %1").arg(name);
        return opened.facts.target.empty() ? tr("Opened %1").arg(name)
                                           : tr("Opened %1 for %2").arg(name, shown(opened.facts.target));
    }
    QString operator()(const capture::Closed& closed) const
    {
        return tr("Closed %1: %2").arg(connectionName(closed.connection), shown(closed.cause));
    }
    QString operator()(const capture::Mark& mark) const
    {
        if (!mark.text.empty())
            return shown(mark.text);
        switch (mark.kind) {
        case capture::MarkKind::Note:
            return tr("Note");
        case capture::MarkKind::Began:
            return tr("Recording began");
        case capture::MarkKind::MachineSlept:
            return tr("The machine slept");
        case capture::MarkKind::Dropped:
            return tr("%1 rows were not recorded").arg(grouped(mark.slices));
        case capture::MarkKind::Ended:
            return tr("Recording ended");
        }
        return {};
    }
    QString operator()(const capture::Gap& gap) const
    {
        return tr("%1 bytes of the file can't be read: %2").arg(grouped(gap.bytes), shown(gap.reason));
    }
};

} // namespace

QString eventText(const capture::Event& event)
{
    return std::visit(EventText {}, event.what);
}

} // namespace traffic
