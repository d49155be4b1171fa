// SPDX-License-Identifier: GPL-3.0-or-later
// QScintilla, whose headers need the keywords that this tree does without.
#pragma once

#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscilexerjson.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots
