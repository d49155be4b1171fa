// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/sidefile.h"

#include <QFile>
#include <QFileInfo>

namespace workspace {

QString besideOf(const QString& workspaceFile, const QString& ending)
{
    const QFileInfo info(workspaceFile);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + ending;
}

wire::Error fileError(const QString& path, const QFile& file, const char* what)
{
    return { wire::ErrorKind::Io, what, {}, file.errorString().toStdString(), path.toStdString(), false };
}

} // namespace workspace
