// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/discovery/fetchedpage.h"

#include "ui/theme/theme.h"

namespace discover {

void layOutFetchedPage(QWidget* page, QWidget* state, QWidget* button,
    std::initializer_list<QWidget*> sentences, QWidget* content)
{
    auto* const top = new QHBoxLayout;
    top->addWidget(state, 1);
    top->addWidget(button);
    auto* const column = new QVBoxLayout;
    column->setContentsMargins(12, theme::kGap, 12, theme::kGap);
    column->setSpacing(theme::kGap);
    column->addLayout(top);
    for (QWidget* const sentence : sentences)
        column->addWidget(sentence);
    auto* const whole = new QVBoxLayout(page);
    whole->setContentsMargins({});
    whole->setSpacing(0);
    whole->addLayout(column);
    whole->addWidget(content, 1);
    whole->addStretch();
}

} // namespace discover
