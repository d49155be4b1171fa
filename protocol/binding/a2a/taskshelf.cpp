// SPDX-License-Identifier: Apache-2.0
#include "protocol/binding/a2a/taskshelf.h"

#include "protocol/wire/error.h"

#include <algorithm>

namespace a2a {

namespace {

/// Nothing can contain a NUL byte by accident: callers are tokens and names.
std::string keyOf(std::string_view caller, std::string_view id)
{
    std::string key;
    key.reserve(caller.size() + 1 + id.size());
    key.append(caller).append(1, '\0').append(id);
    return key;
}

} // namespace

std::shared_ptr<ServedTask> TaskShelf::add(
    std::string id, std::string contextId, std::string caller, std::string acmpTaskId)
{
    forgetOld();
    if (running() >= m_limits.running)
        return nullptr;
    std::string key = keyOf(caller, id);
    if (const auto same = m_tasks.find(key); same != m_tasks.end())
        remove(same);
    auto task = std::make_shared<ServedTask>();
    task->id = std::move(id);
    task->contextId = std::move(contextId);
    task->caller = std::move(caller);
    task->acmpTaskId = std::move(acmpTaskId);
    task->statusMs = m_clock.unixMs();
    task->change = ++m_changes;
    m_byAcmp[keyOf(task->caller, task->acmpTaskId)] = key;
    m_tasks.emplace(std::move(key), Place { task, std::nullopt });
    return task;
}

std::shared_ptr<ServedTask> TaskShelf::find(std::string_view caller, std::string_view id)
{
    forgetOld();
    const auto place = m_tasks.find(keyOf(caller, id));
    return place == m_tasks.end() ? nullptr : place->second.task;
}

std::shared_ptr<ServedTask> TaskShelf::findAcmp(std::string_view caller, std::string_view acmpTaskId)
{
    forgetOld();
    const auto key = m_byAcmp.find(keyOf(caller, acmpTaskId));
    return key == m_byAcmp.end() ? nullptr : m_tasks.find(key->second)->second.task;
}

Fault TaskShelf::missing(std::string_view id) const
{
    const std::string shown = wire::excerpt(id);
    return { code::kTaskNotFound,
        "no task " + shown + " of this caller; ended ones are kept for "
            + std::to_string(m_limits.keep.count()) + " ms, within " + std::to_string(m_limits.bytes)
            + " bytes",
        {}, { { "taskId", shown } } };
}

std::vector<std::shared_ptr<ServedTask>> TaskShelf::of(std::string_view caller)
{
    forgetOld();
    std::vector<std::shared_ptr<ServedTask>> all;
    for (const auto& [unused, place] : m_tasks) {
        if (place.task->caller == caller)
            all.push_back(place.task);
    }
    std::ranges::sort(all, std::greater(), [](const auto& task) { return task->change; });
    return all;
}

void TaskShelf::changed(ServedTask& task)
{
    task.statusMs = m_clock.unixMs();
    task.change = ++m_changes;
    resized(task);
}

void TaskShelf::resized(ServedTask& task)
{
    if (!task.isOver())
        return;
    const auto place = m_tasks.find(keyOf(task.caller, task.id));
    if (place == m_tasks.end() || place->second.task.get() != &task)
        return;
    const std::size_t bytes = task.bytes();
    if (place->second.ended) {
        Ended& ended = **place->second.ended;
        m_endedBytes += bytes - ended.bytes;
        ended.bytes = bytes;
    } else {
        m_endedBytes += bytes;
        place->second.ended
            = m_ended.insert(m_ended.end(), { place->first, bytes, m_clock.now() + m_limits.keep });
    }
    forgetOld();
}

void TaskShelf::remove(Places::iterator place)
{
    const ServedTask& task = *place->second.task;
    const auto acmp = m_byAcmp.find(keyOf(task.caller, task.acmpTaskId));
    if (acmp != m_byAcmp.end() && acmp->second == place->first)
        m_byAcmp.erase(acmp);
    if (const auto ended = place->second.ended) {
        m_endedBytes -= (*ended)->bytes;
        m_ended.erase(*ended);
    }
    m_tasks.erase(place);
}

void TaskShelf::forgetOld()
{
    const wire::Instant now = m_clock.now();
    while (!m_ended.empty()
        && (m_endedBytes > m_limits.bytes || m_ended.size() > m_limits.ended
            || m_ended.front().until <= now)) {
        remove(m_tasks.find(m_ended.front().key));
    }
}

} // namespace a2a
