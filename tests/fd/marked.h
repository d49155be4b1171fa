// SPDX-License-Identifier: Apache-2.0
// Finds what is left of a program: its descendants inherit a mark in their environment, whatever else they
// do.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>

#include <vector>

inline constexpr const char* kMarkVariable = "ACMP_TEST_MARK";

/// The processes that live and carry that mark, but for this one.
inline std::vector<int> marked(const QByteArray& mark)
{
    std::vector<int> found;
    const QByteArray entry = QByteArray(kMarkVariable) + '=' + mark;
    const QStringList names = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
    for (const QString& name : names) {
        bool isProcess = false;
        const int process = name.toInt(&isProcess);
        QFile file(QStringLiteral("/proc/") + name + QStringLiteral("/environ"));
        // That of a zombie is empty.
        if (isProcess && file.open(QIODevice::ReadOnly) && file.readAll().split('\0').contains(entry))
            found.push_back(process);
    }
    return found;
}
