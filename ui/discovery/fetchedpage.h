// SPDX-License-Identifier: GPL-3.0-or-later
// How a page looks whose content is asked for by a button: what came of it and the button, a sentence and
// what belongs to it, then the content. Internal to discovery/.
#pragma once

#include <QBoxLayout>

#include <initializer_list>

namespace discover {

void layOutFetchedPage(QWidget* page, QWidget* state, QWidget* button,
    std::initializer_list<QWidget*> sentences, QWidget* content);

} // namespace discover
