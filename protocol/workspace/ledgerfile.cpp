// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/ledgerfile.h"

#include "protocol/workspace/sidefile.h"

#include <QFile>
#include <QLockFile>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

Error lockError(const QString& path, const QLockFile& lock)
{
    const bool isBusy = lock.error() == QLockFile::LockFailedError;
    return { ErrorKind::Io, "the ledger can't be written",
        isBusy ? "the other program that writes to it to have done so within "
                + std::to_string(LedgerFile::kWaitForOthers.count()) + " s"
               : std::string(),
        isBusy ? "its lock" : "no permission to make its lock", path.toStdString(), isBusy };
}

} // namespace

QString LedgerFile::pathFor(const QString& workspaceFile)
{
    return besideOf(workspaceFile, QStringLiteral(".ledger.jsonl"));
}

std::expected<LedgerFile, Error> LedgerFile::open(const QString& path)
{
    LedgerFile out(path);
    if (auto read = out.refresh(); !read)
        return std::unexpected(std::move(read.error()));
    return out;
}

std::expected<bool, Error> LedgerFile::refresh()
{
    QFile file(m_path);
    const qint64 size = file.size();
    if (size == m_read.bytes)
        return false;
    // Shorter than what was read of it: it is another file now.
    const bool isOther = size < m_read.bytes;
    Place place = isOther ? Place() : m_read;
    auto added = read(file, place);
    if (!added)
        return std::unexpected(std::move(added.error()));
    if (isOther) {
        m_ledger = Ledger();
        for (const Spending& spending : m_unwritten)
            m_ledger.add(spending);
    }
    m_read = place;
    for (Spending& spending : *added)
        m_ledger.add(std::move(spending));
    return isOther || !added->empty();
}

/// The whole lines from `place` on, which moves behind them.
std::expected<std::vector<Spending>, Error> LedgerFile::read(QFile& file, Place& place) const
{
    std::vector<Spending> lines;
    if (!file.exists())
        return lines;
    if (!file.open(QIODevice::ReadOnly) || !file.seek(place.bytes))
        return std::unexpected(fileError(m_path, file, "the ledger can't be read"));
    if (file.size() > kMaxBytes) {
        return std::unexpected(Error { ErrorKind::TooLarge, "the ledger is too long",
            std::to_string(kMaxBytes) + " bytes at most", std::to_string(file.size()), m_path.toStdString(),
            false });
    }
    while (!file.atEnd()) {
        const QByteArray line = file.readLine();
        if (!line.endsWith('\n'))
            break; // torn, or not yet written to its end
        auto spending = readLine(line.toStdString());
        if (!spending) {
            spending.error().where = m_path.toStdString() + ':' + std::to_string(place.lines + 1);
            return std::unexpected(spending.error());
        }
        place.bytes += line.size();
        ++place.lines;
        lines.push_back(std::move(*spending));
    }
    return lines;
}

std::expected<void, Error> LedgerFile::add(const Spending& spending)
{
    auto written = addUnless([](const Ledger&) { return std::nullopt; }, spending).written;
    if (!written) {
        m_unwritten.push_back(spending);
        m_ledger.add(spending);
    }
    return written;
}

LedgerFile::Outcome LedgerFile::addUnless(const Refusal& refusal, const Spending& spending)
{
    QLockFile lock(m_path + QStringLiteral(".lock"));
    Outcome out { .refused = {}, .written = takeTurn(lock) };
    out.refused = refusal(m_ledger);
    if (out.refused || !out.written)
        return out;
    out.written = append(spending);
    if (out.written)
        m_ledger.add(spending);
    return out;
}

/// Until `lock` goes away.
std::expected<void, Error> LedgerFile::takeTurn(QLockFile& lock)
{
    lock.setStaleLockTime(0); // that of one who is no more is taken; a slow one is waited for
    if (!lock.tryLock(std::chrono::milliseconds(kWaitForOthers)))
        return std::unexpected(lockError(m_path, lock));
    if (auto read = refresh(); !read)
        return std::unexpected(std::move(read.error()));
    return {};
}

std::expected<void, Error> LedgerFile::append(const Spending& spending)
{
    QFile file(m_path);
    const QByteArray line = QByteArray::fromStdString(toLine(spending) + '\n');
    // Whoever tore the line at its end is gone: the lock is ours.
    const bool isTorn = file.size() > m_read.bytes;
    if ((isTorn && !file.resize(m_read.bytes)) || !file.open(QIODevice::WriteOnly | QIODevice::Append)
        || file.write(line) != line.size() || !file.flush())
        return std::unexpected(fileError(m_path, file, "the ledger can't be written"));
    m_read.bytes += line.size();
    ++m_read.lines;
    return {};
}

} // namespace workspace
