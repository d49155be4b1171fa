// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/carry.h"

#include <QFile>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

std::expected<QByteArray, Error> bytesOf(const QString& path)
{
    QFile file(path);
    if (!file.exists())
        return QByteArray();
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error { ErrorKind::Io, "a file of the workspace can't be read", {},
            file.errorString().toStdString(), path.toStdString(), false });
    return file.readAll();
}

} // namespace

std::expected<void, Error> mayCarry(const QString& from, const QString& to)
{
    const auto there = bytesOf(to);
    if (!there)
        return std::unexpected(there.error());
    if (there->isEmpty() || from == to)
        return {};
    const auto here = bytesOf(from);
    if (!here)
        return std::unexpected(here.error());
    if (*here == *there)
        return {};
    return std::unexpected(Error { ErrorKind::Usage, "another workspace's file is there already, and is kept",
        "no such file, or a workspace of another name", std::to_string(there->size()) + " bytes",
        to.toStdString(), false });
}

std::expected<void, Error> carry(const QString& from, const QString& to)
{
    if (auto may = mayCarry(from, to); !may)
        return may;
    if (from == to || !QFile::exists(from) || (QFile::exists(to) && QFile(to).size() > 0))
        return {};
    QFile::remove(to); // it is empty
    QFile source(from);
    if (source.copy(to))
        return {};
    return std::unexpected(Error { ErrorKind::Io, "a file of the workspace can't be copied",
        "to " + to.toStdString(), source.errorString().toStdString(), from.toStdString(), true });
}

} // namespace workspace
