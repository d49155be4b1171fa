// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/ledgerfile.h"

#include <QFile>
#include <QFileInfo>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

Error fileError(const QString& path, const QFile& file, const char* what)
{
    return { ErrorKind::Io, what, {}, file.errorString().toStdString(), path.toStdString(), false };
}

} // namespace

QString LedgerFile::pathFor(const QString& workspaceFile)
{
    const QFileInfo info(workspaceFile);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QStringLiteral(".ledger.jsonl");
}

std::expected<LedgerFile, Error> LedgerFile::open(const QString& path)
{
    LedgerFile out(path);
    QFile file(path);
    if (!file.exists())
        return out;
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(fileError(path, file, "the ledger can't be read"));
    if (file.size() > kMaxBytes) {
        return std::unexpected(Error { ErrorKind::TooLarge, "the ledger is too long",
            std::to_string(kMaxBytes) + " bytes at most", std::to_string(file.size()), path.toStdString(),
            false });
    }
    for (int number = 1; !file.atEnd(); ++number) {
        const QByteArray line = file.readLine();
        if (!line.endsWith('\n')) {
            out.m_isTorn = true;
            break;
        }
        out.m_wholeBytes += line.size();
        auto spending = readLine(line.toStdString());
        if (!spending) {
            spending.error().where = path.toStdString() + ':' + std::to_string(number);
            return std::unexpected(spending.error());
        }
        out.m_ledger.add(std::move(*spending));
    }
    return out;
}

std::expected<void, Error> LedgerFile::add(const Spending& spending)
{
    m_ledger.add(spending);
    QFile file(m_path);
    const QByteArray line = QByteArray::fromStdString(toLine(spending) + '\n');
    if ((m_isTorn && !file.resize(m_wholeBytes)) || !file.open(QIODevice::WriteOnly | QIODevice::Append)
        || file.write(line) != line.size() || !file.flush())
        return std::unexpected(fileError(m_path, file, "the ledger can't be written"));
    m_isTorn = false;
    return {};
}

} // namespace workspace
