// SPDX-License-Identifier: Apache-2.0
#include "protocol/workspace/dealsfile.h"

#include "protocol/workspace/sidefile.h"

#include <QFile>

namespace workspace {

using wire::Error;
using wire::ErrorKind;

namespace {

Error tooLong(const QString& path, qint64 bytes)
{
    return { ErrorKind::TooLarge, "the file of deals is too long",
        "at most " + std::to_string(DealsFile::kMaxBytes) + " bytes", std::to_string(bytes),
        path.toStdString(), false };
}

/// Of two names; no two pairs have the same.
std::string keyOf(const std::string& a, const std::string& b)
{
    return std::to_string(a.size()) + ':' + a + b;
}

} // namespace

QString DealsFile::pathFor(const QString& workspaceFile)
{
    return besideOf(workspaceFile, QStringLiteral(".deals.jsonl"));
}

std::expected<DealsFile, Error> DealsFile::open(const QString& path)
{
    DealsFile out(path);
    QFile file(path);
    if (!file.exists())
        return out;
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(fileError(path, file, "the deals can't be read"));
    if (file.size() > kMaxBytes)
        return std::unexpected(tooLong(path, file.size()));
    for (int number = 1; !file.atEnd(); ++number) {
        QByteArray line = file.readLine();
        out.m_isTorn = !line.endsWith('\n');
        if (!out.m_isTorn)
            line.chop(1);
        out.readLine(line.toStdString(), number);
    }
    return out;
}

void DealsFile::readLine(std::string_view line, int number)
{
    auto found = readDealLine(line);
    if (found) {
        if (auto* const deal = std::get_if<KeptDeal>(&*found))
            return take(std::move(*deal));
        if (take(std::get<TaskOfDeal>(*found)))
            return;
        found = std::unexpected(Error { ErrorKind::Usage, "a task is of no deal before it",
            "provider and offer_id of one", wire::excerpt(line), {}, false });
    }
    found.error().where = m_path.toStdString() + ':' + std::to_string(number);
    if (!m_problem)
        m_problem = std::move(found.error());
}

void DealsFile::take(KeptDeal deal)
{
    const auto [known, isNew] = m_places.emplace(keyOf(deal.provider, deal.offer.offerId), m_deals.size());
    if (isNew)
        m_deals.push_back(std::move(deal));
    else
        m_deals[known->second].isUnsure = deal.isUnsure;
}

bool DealsFile::take(const TaskOfDeal& task)
{
    const std::string key = keyOf(task.provider, task.offerId);
    const auto place = m_places.find(key);
    if (place == m_places.end())
        return false;
    std::vector<KeptTask>& tasks = m_deals[place->second].tasks;
    const auto [known, isNew] = m_places.emplace(keyOf(key, task.task.taskId), tasks.size());
    if (isNew)
        tasks.push_back(task.task);
    else
        tasks[known->second] = task.task;
    return true;
}

std::expected<void, Error> DealsFile::add(KeptDeal deal)
{
    const std::string line = toLine(deal);
    take(std::move(deal));
    return append(line);
}

std::expected<void, Error> DealsFile::add(const TaskOfDeal& task)
{
    if (!take(task))
        return {};
    return append(toLine(task));
}

std::expected<void, Error> DealsFile::append(const std::string& line)
{
    if (m_path.isEmpty())
        return {};
    QFile file(m_path);
    // What was torn stays for whoever wants to mend it, on a line of its own.
    const QByteArray bytes = QByteArray::fromStdString((m_isTorn ? "\n" : "") + line + '\n');
    if (file.size() + bytes.size() > kMaxBytes)
        return std::unexpected(tooLong(m_path, file.size() + bytes.size()));
    const bool isNew = !file.exists();
    if (!file.open(QIODevice::WriteOnly | QIODevice::Append)
        || (isNew && !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        || file.write(bytes) != bytes.size() || !file.flush())
        return std::unexpected(fileError(m_path, file, "the deals can't be written"));
    m_isTorn = false;
    return {};
}

} // namespace workspace
