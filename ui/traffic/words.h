// SPDX-License-Identifier: GPL-3.0-or-later
// The context of Traffic's texts that no class has.
#pragma once

#include <QCoreApplication>

namespace traffic {

struct Text final {
    Q_DECLARE_TR_FUNCTIONS(traffic)
};

} // namespace traffic
