// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRandomGenerator>
#include <QString>

namespace workspace {

/// A name for a secret that no other has: "token_" and 64 random bits. One that is replaced gets a new one,
/// for what the old one's test came to says nothing of it.
inline QString newSecretRef(const QString& kind)
{
    return QStringLiteral("%1_%2").arg(kind).arg(
        QRandomGenerator::global()->generate64(), 16, 16, QLatin1Char('0'));
}

} // namespace workspace
