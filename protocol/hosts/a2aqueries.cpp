// SPDX-License-Identifier: Apache-2.0
// A2aHost, second part: the operations on tasks that exist.
#include "protocol/hosts/a2ahost.h"

namespace hosts {

A2aHost::Task A2aHost::find(a2a::Call& call, const a2a::TaskQuery& query, const engine::Caller& caller)
{
    Task task = m_book.shelf().find(caller.identity, query.id);
    if (!task)
        call.refuse(m_book.shelf().missing(query.id));
    return task;
}

void A2aHost::getTask(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller)
{
    if (const Task task = find(call, query, callerOf(caller, query.tenant)))
        sendTask(call, *task, query.historyLength);
}

void A2aHost::sendTask(
    a2a::Call& call, const a2a::ServedTask& task, std::optional<std::int64_t> historyLength)
{
    call.result(
        [&](json::Writer& writer) { a2a::writeTask(writer, task, { .historyLength = historyLength }); });
}

void A2aHost::cancelTask(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller)
{
    const Task task = find(call, query, callerOf(caller, query.tenant));
    if (!task)
        return;
    if (task->isOver() && task->state != a2a::TaskState::Canceled)
        return call.refuse(a2a::isOverFault(*task, a2a::code::kTaskNotCancelable, "it can't be canceled"));
    task->isCancelRequested = true;
    // A copy: the task's own goes at its end.
    if (const auto cancelNow = task->cancel)
        cancelNow();
    sendTask(call, *task, query.historyLength);
}

void A2aHost::subscribe(a2a::Call& call, const a2a::TaskQuery& query, const std::string& caller)
{
    const engine::Caller who = callerOf(caller, query.tenant);
    const Task task = find(call, query, who);
    if (!task)
        return;
    if (task->isOver())
        return call.refuse(
            a2a::isOverFault(*task, a2a::code::kUnsupportedOperation, "nothing more will come of it"));
    follow(call, task, who);
}

/// The task as it is, then what comes (A2A §3.1.6).
void A2aHost::follow(a2a::Call& call, const Task& task, const engine::Caller& caller)
{
    A2aBook::answer(call, *task);
    if (task->isOver())
        return call.end();
    attach(task, caller, streaming(call, task, task->streamed));
}

void A2aHost::listTasks(a2a::Call& call, const a2a::ListQuery& query, const std::string& caller)
{
    std::vector<Task> tasks = m_book.shelf().of(callerOf(caller, query.tenant).identity);
    std::erase_if(tasks, [&query](const Task& task) {
        return (!query.contextId.empty() && task->contextId != query.contextId)
            || (query.status != a2a::TaskState::Unspecified && task->state != query.status)
            || (query.statusAfterMs && task->statusMs < *query.statusAfterMs);
    });
    const std::size_t total = tasks.size();
    if (query.before)
        std::erase_if(tasks, [&query](const Task& task) { return task->change >= *query.before; });
    const bool hasMore = tasks.size() > static_cast<std::size_t>(query.pageSize);
    tasks.resize(std::min(tasks.size(), static_cast<std::size_t>(query.pageSize)));
    call.result([&](json::Writer& writer) {
        writer.beginObject().key("tasks").beginArray();
        for (const Task& task : tasks)
            a2a::writeTask(writer, *task, { query.historyLength, query.includeArtifacts });
        writer.endArray();
        writer.key("nextPageToken").string(hasMore ? std::to_string(tasks.back()->change) : std::string());
        writer.key("pageSize").integer(query.pageSize);
        writer.key("totalSize").integer(static_cast<std::int64_t>(total));
        writer.endObject();
    });
}

} // namespace hosts
