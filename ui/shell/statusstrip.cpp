// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/statusstrip.h"

#include "ui/invoke/describe.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statelabel.h"

#include <QHBoxLayout>
#include <QPainter>

namespace shell {

using widgets::State;

StatusStrip::StatusStrip(QWidget* parent)
    : QWidget(parent)
    , m_connections(new widgets::StateLabel(this))
    , m_record(new widgets::StateLabel(this))
    , m_tasks(new widgets::PlainLabel({}, theme::Token::Secondary, this))
    , m_note(new widgets::PlainLabel({}, theme::Token::Secondary, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 3, 12, 3);
    layout->setSpacing(24);
    layout->addWidget(m_connections);
    layout->addWidget(m_tasks);
    layout->addWidget(m_record);
    layout->addStretch();
    layout->addWidget(m_note);
    for (widgets::PlainLabel* label : { m_tasks, m_note })
        label->setWordWrap(false);
    show({}, 0);
}

void StatusStrip::show(const stack::Status& status, std::uint64_t checkedTo)
{
    if (m_shown == std::pair(status, checkedTo))
        return;
    m_shown = { status, checkedTo };
    m_connections->setState(status.connections > 0 ? State::Running : State::Neutral,
        status.connections == 1 ? tr("1 open connection")
                                : tr("%1 open connections").arg(status.connections));
    m_tasks->setText(
        status.runningTasks == 1 ? tr("1 task running") : tr("%1 tasks running").arg(status.runningTasks));
    QString record = tr("recording · %1 rows · %2 · %3 dropped")
                         .arg(invoke::countText(status.rows), invoke::sizeText(status.bytes),
                             invoke::countText(status.droppedSlices));
    if (checkedTo < status.rows)
        record += tr(" · checked to %1").arg(invoke::countText(checkedTo));
    if (status.hasFailed)
        record = tr("the record can't be written · %1 dropped").arg(invoke::countText(status.droppedSlices));
    const bool bad = status.hasFailed || status.droppedSlices > 0;
    m_record->setState(bad ? State::Bad : State::Good, record);
}

void StatusStrip::setNote(const QString& note)
{
    m_note->setText(note);
}

void StatusStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme::color(theme::Token::Border, palette()));
    painter.drawLine(0, 0, width(), 0);
}

} // namespace shell
