// SPDX-License-Identifier: GPL-3.0-or-later
// The context of Discover's texts that no class has.
#pragma once

#include <QCoreApplication>

namespace discover {

struct Words final {
    Q_DECLARE_TR_FUNCTIONS(discover)
};

} // namespace discover
