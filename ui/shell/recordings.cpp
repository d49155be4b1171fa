// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/recordings.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QStandardPaths>

namespace shell {

QString recordingsFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recordings");
}

QString newRecording(const QString& path)
{
    QDir folder(path);
    folder.mkpath(QStringLiteral("."));
    // Only what this function made: a user's own files in there are theirs.
    const QStringList old
        = folder.entryList({ QStringLiteral("session-*.acmpcap") }, QDir::Files, QDir::Name);
    for (qsizetype i = 0; i + kKeptRecordings <= old.size(); ++i)
        folder.remove(old[i]);
    const QString stem = QStringLiteral("session-%1-%2")
                             .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")))
                             .arg(QCoreApplication::applicationPid());
    QString name = stem + QStringLiteral(".acmpcap");
    for (int n = 2; folder.exists(name); ++n)
        name = QStringLiteral("%1-%2.acmpcap").arg(stem).arg(n);
    return folder.filePath(name);
}

} // namespace shell
