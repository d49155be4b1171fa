// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/workspacefile.h"

#include <QFile>
#include <QStandardPaths>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

QString defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QStringLiteral("/acmp-workbench/default.acmpworkspace");
}

std::expected<std::optional<QByteArray>, Error> contentsOf(const QString& path)
{
    QFile file(path);
    if (!file.exists())
        return std::nullopt;
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error { ErrorKind::Io, "the workspace can't be read", "a readable file",
            file.errorString().toStdString(), path.toStdString(), true });
    // One byte too many tells it from the longest allowed.
    return file.read(Workspace::kMaxBytes + 1);
}

std::expected<Workspace, Error> parse(const QByteArray& contents, const QString& path)
{
    auto parsed = Workspace::parse(contents);
    if (!parsed)
        parsed.error().where = path.toStdString() + ": " + parsed.error().where;
    return parsed;
}

} // namespace workspace
