// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segments.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace widgets {

Segments::Segments(const QString& name, const QStringList& words, QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
{
    setAccessibleName(name);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    for (int i = 0; i < words.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setText(words.at(i));
        button->setAccessibleName(tr("%1: %2").arg(name, words.at(i)));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        m_group->addButton(button, i);
        row->addWidget(button);
    }
    setCurrent(0);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        if (checked)
            Q_EMIT currentChanged(id);
    });
}

int Segments::current() const
{
    return m_group->checkedId();
}

void Segments::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setChecked(true);
}

void Segments::setSegmentEnabled(int index, bool enabled)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setEnabled(enabled);
}

} // namespace widgets
